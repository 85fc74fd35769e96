import type { ChangeRequest } from '#contract/change-requests.ts'
import type { MergeCheck } from '#contract/merge-checks.ts'
import { Button } from '../../components/ui/button.tsx'
import { Time } from '../../components/ui/time.tsx'
import styles from './change-request.module.css'
import { placeInLine } from './labels.ts'
import type { useMergeQueue } from './queue-mutations.ts'
import { canAnyoneMeet } from './rule-labels.ts'

/** Whether waiting can get the request merged: only rules block it, and others can meet them. */
export const canWait = ({ status }: ChangeRequest, { mergeable, conflicts, rules }: MergeCheck): boolean =>
  status === 'open' &&
  !mergeable &&
  conflicts === 0 &&
  rules.every((one) => one.met || (one.rule.rule !== 'require_author_to_merge' && canAnyoneMeet(one)))

/** Who queued the request, when, and where it is in line. */
export const QueuedBy = ({ queued }: { queued: NonNullable<ChangeRequest['queued']> }) => (
  <p className="soft">
    Queued by {queued.by.displayName} <Time at={queued.at} ago /> · {placeInLine(queued.position)}
  </p>
)

type Props = { queue: ReturnType<typeof useMergeQueue> }

/** Lets the service merge the request once its rules are met. */
export const MergeWhenReady = ({ queue }: Props) => (
  <Button
    variant="outline"
    size="form"
    className={styles.mergeBtn}
    aria-busy={queue.isPending}
    onClick={queue.add}
  >
    Merge when ready
  </Button>
)

/** Takes the request out of the merge queue. */
export const CancelMerge = ({ queue, canCancel }: Props & { canCancel: boolean }) => (
  <Button
    variant="outline"
    size="form"
    className={styles.mergeBtn}
    aria-busy={queue.isPending}
    disabledReason={canCancel ? undefined : 'You need the Edit role in this space to cancel'}
    onClick={queue.remove}
  >
    Cancel merge
  </Button>
)
