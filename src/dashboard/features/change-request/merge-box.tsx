import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { GitMerge, Undo2 } from 'lucide-react'
import { Fragment } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { MergeCheck } from '#contract/merge-checks.ts'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { BypassDialog } from './bypass-dialog.tsx'
import styles from './change-request.module.css'
import { mergeDetail, mergeTitle } from './labels.ts'
import { CancelMerge, canWait, MergeWhenReady, QueuedBy } from './merge-queue.tsx'
import { MergeReasons } from './merge-reasons.tsx'
import { useMerge, useRevert } from './mutations.ts'
import { isActive, mergeCheckQuery, type OnRequestSearch, type RequestRef } from './queries.ts'
import { useMergeQueue } from './queue-mutations.ts'
import type { RequestSearch } from './search-params.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** What blocks the merge, with an action for each obstacle, and the merge button. */
export function MergeBox(props: Props) {
  const { request } = props
  if (request.status === 'merged' && request.mergedBy && request.mergedAt) {
    return (
      <section className={styles.section} aria-label="Merge">
        <h2>Merged</h2>
        <p className="soft">
          By {request.mergedBy.displayName}, <Time at={request.mergedAt} ago />.
        </p>
        {props.space.permissions.edit && <RevertButton at={props.at} request={request} />}
      </section>
    )
  }
  if (!isActive(request)) {
    return (
      <section className={styles.section} aria-label="Merge">
        <h2>Archived</h2>
        <p className="soft">Its edits are saved. Reopen it to continue.</p>
      </section>
    )
  }
  return <OpenMergeBox {...props} />
}

function RevertButton({ at, request }: Pick<Props, 'at' | 'request'>) {
  const { isReverting, revert } = useRevert(at, request)
  return (
    <Button
      variant="outline"
      size="form"
      icon={Undo2}
      className={styles.mergeBtn}
      aria-busy={isReverting}
      onClick={revert}
    >
      Revert change request
    </Button>
  )
}

function OpenMergeBox(props: Props) {
  const { at, space } = props
  const check = useQuery(mergeCheckQuery(at))
  if (check.isError) {
    return (
      <Failed
        title="Couldn’t check whether it can be merged"
        reason={errorMessage(check.error)}
        onRetry={() => void check.refetch()}
      />
    )
  }
  if (!check.data) {
    return (
      <section className={styles.section} aria-label="Merge" role="status">
        <span className="sr">{labels.loading}</span>
        <Bone width="60%" />
      </section>
    )
  }
  return <CheckedMergeBox {...props} check={check.data} canMerge={space.permissions.merge} />
}

type CheckedProps = Props & { check: MergeCheck; canMerge: boolean }

function CheckedMergeBox({ at, space, request, search, onSearch, check, canMerge }: CheckedProps) {
  const merging = useMerge(at, space, request)
  const isDraft = request.status === 'draft'
  const { queued } = request
  return (
    <section className={styles.section} aria-labelledby="merge-head">
      <h2 id="merge-head">{queued ? 'Merges when ready' : mergeTitle(check, isDraft)}</h2>
      {!(queued && check.mergeable) && <p className="soft">{mergeDetail(check, { isDraft, canMerge })}</p>}
      {queued && <QueuedBy queued={queued} />}
      <MergeReasons {...{ at, space, request, merging, onSearch }} check={check} />
      <MergeOrder at={at} request={request} check={check} />
      <MergeButtons {...{ at, space, request, check, merging, canMerge }} />
      {canMerge && check.canBypass && (
        <Button
          variant="outline"
          size="form"
          className={styles.mergeBtn}
          onClick={() => onSearch({ dialog: 'bypass' })}
        >
          Merge without meeting the rules…
        </Button>
      )}
      {canMerge && check.canBypass && search.dialog === 'bypass' && (
        <BypassDialog
          at={at}
          request={request}
          target={labels.quoted(space.title || labels.untitled)}
          onClose={() => onSearch({ dialog: undefined })}
        />
      )}
    </section>
  )
}

type ButtonsProps = Pick<CheckedProps, 'at' | 'space' | 'request' | 'check' | 'canMerge'> & {
  merging: ReturnType<typeof useMerge>
}

/** Merging now, or when ready if something is missing. */
function MergeButtons({ at, space, request, check, merging, canMerge }: ButtonsProps) {
  const queue = useMergeQueue(at, request)
  const isReady = check.mergeable
  const canQueue = canMerge && !request.queued && canWait(request, check)
  useActions([
    ...(canMerge && isReady
      ? [{ id: 'merge', label: 'Merge this change request', icon: GitMerge, run: () => void merging.merge() }]
      : []),
    ...(canQueue
      ? [
          {
            id: 'merge-when-ready',
            label: 'Merge this change request when ready',
            icon: GitMerge,
            run: queue.add,
          },
        ]
      : []),
  ])
  if (request.queued) return <CancelMerge queue={queue} canCancel={space.permissions.edit} />
  return (
    <>
      {/* Above the disabled button, whose reason would cover it. */}
      {canQueue && <MergeWhenReady queue={queue} />}
      <Button
        variant={request.status === 'draft' ? 'outline' : 'primary'}
        size="form"
        icon={GitMerge}
        className={styles.mergeBtn}
        aria-busy={merging.isMerging}
        disabledReason={disabledReason(canMerge, isReady)}
        onClick={() => void merging.merge()}
      >
        Merge change request
      </Button>
    </>
  )
}

function disabledReason(canMerge: boolean, isReady: boolean): string | undefined {
  if (!canMerge) return 'You need the Review role in this space to merge'
  return isReady ? undefined : 'Can’t merge yet'
}

/** The order in which requests that change the same pages merge without conflicts. */
function MergeOrder({ at, request, check }: { at: RequestRef; request: ChangeRequest; check: MergeCheck }) {
  const apart = check.conflicting.filter(({ id }) => id !== request.id)
  if (check.order.length < 2 && apart.length === 0) return null
  const linksTo = (list: MergeCheck['order']) =>
    list.map(({ id, number }, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        {id === request.id ? (
          <b>this one</b>
        ) : (
          <Link className="link num" to={paths.change(at.spaceId, number)}>
            #{number}
          </Link>
        )}
      </Fragment>
    ))
  return (
    <p className={clsx(styles.order, 'meta')}>
      {check.order.length > 1 && <>They merge without conflicts in this order: {linksTo(check.order)}. </>}
      {apart.length > 0 && <>These conflict with one of them: {linksTo(apart)}.</>}
    </p>
  )
}
