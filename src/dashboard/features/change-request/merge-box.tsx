import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  Check,
  CircleAlert,
  GitCompareArrows,
  GitMerge,
  Layers,
  type LucideIcon,
  PenLine,
  RotateCw,
  Unlink,
  UserCheck,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { ChangeRequest, MergeCheck } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { contentPaths } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { subjectLabel } from '../../lib/change-request-labels.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { mergeSummary, obstacleLabels } from './labels.ts'
import { useMerge } from './mutations.ts'
import { brokenLinksQuery, isActive, mergeCheckQuery, type RequestRef } from './queries.ts'

type Props = { at: RequestRef; space: Space; request: ChangeRequest }

/** What blocks the merge, with an action for each obstacle, and the merge button. */
export function MergeBox(props: Props) {
  const { request } = props
  if (request.status === 'merged' && request.mergedBy && request.mergedAt) {
    return (
      <section className={styles.merge} aria-label="Merge">
        <h2>Merged</h2>
        <p className="soft">
          By {request.mergedBy.displayName}, <Time at={request.mergedAt} ago />.
        </p>
      </section>
    )
  }
  if (!isActive(request)) {
    return (
      <section className={styles.merge} aria-label="Merge">
        <h2>Archived</h2>
        <p className="soft">Its edits are saved. Reopen it to continue.</p>
      </section>
    )
  }
  return <OpenMergeBox {...props} />
}

function OpenMergeBox({ at, space, request }: Props) {
  const check = useQuery(mergeCheckQuery(at))
  const merging = useMerge(at, space, request)
  const canMerge = space.permissions.merge
  const isReady = check.data?.mergeable === true
  useActions(
    canMerge && isReady
      ? [{ id: 'merge', label: 'Merge this change request', icon: GitMerge, run: () => void merging.merge() }]
      : [],
  )
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
      <section className={styles.merge} aria-label="Merge" role="status">
        <span className="sr">{labels.loading}</span>
        <Bone width="60%" />
      </section>
    )
  }
  const { title, detail } = mergeSummary(check.data, request.status === 'draft')
  return (
    <section className={styles.merge} aria-labelledby="merge-head">
      <h2 id="merge-head">{title}</h2>
      <p className="soft">{detail}</p>
      <Obstacles {...{ at, space, merging }} check={check.data} />
      <MergeOrder at={at} request={request} check={check.data} />
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
    </section>
  )
}

function disabledReason(canMerge: boolean, isReady: boolean): string | undefined {
  if (!canMerge) return 'You need the Review role in this space to merge'
  return isReady ? undefined : 'Can’t merge yet'
}

type Appearance = { icon: LucideIcon; tone: string | undefined }
const obstacleAppearance: Readonly<Record<MergeCheck['obstacles'][number]['type'], Appearance>> = {
  status: { icon: CircleAlert, tone: 'is-danger' },
  conflicts: { icon: GitCompareArrows, tone: 'is-danger' },
  'review-requested': { icon: UserCheck, tone: 'is-warning' },
  'changes-requested': { icon: PenLine, tone: 'is-warning' },
  outdated: { icon: RotateCw, tone: undefined },
  'outdated-approval': { icon: Check, tone: undefined },
}

type ObstaclesProps = {
  at: RequestRef
  space: Space
  check: MergeCheck
  merging: ReturnType<typeof useMerge>
}

const Obstacles = ({ at, space, check, merging }: ObstaclesProps) => (
  <div className="blockers">
    {check.obstacles.map((obstacle, index) => (
      <ObstacleRow key={index} {...obstacleAppearance[obstacle.type]} {...obstacleLabels(obstacle)}>
        {obstacle.type === 'conflicts' && space.permissions.edit && (
          <Link
            className={buttonClass('outline', 'small')}
            to={paths.changePart(at.spaceId, at.number, 'conflicts')}
          >
            <ButtonContent size="small">Resolve</ButtonContent>
          </Link>
        )}
        {obstacle.type === 'outdated' && space.permissions.edit && check.conflicts === 0 && (
          <Button size="small" aria-busy={merging.isUpdating} onClick={() => merging.update()}>
            Update
          </Button>
        )}
      </ObstacleRow>
    ))}
    <BrokenLinks at={at} />
    {check.overlaps.map(({ changeRequest, pages, pagesTotal }) => (
      <ObstacleRow
        key={changeRequest.id}
        icon={Layers}
        tone={undefined}
        title={`#${changeRequest.number} ${subjectLabel(changeRequest)}`}
        detail={`Changes ${pages[0] ? labels.quoted(pages[0].title || labels.untitled) : 'the same'}${
          pagesTotal > 1 ? ` and ${pagesTotal - 1} more of the same pages` : ' too'
        }.`}
      >
        <Link
          className={buttonClass('plain', 'small')}
          to={paths.change(at.spaceId, changeRequest.number)}
          aria-label={`Look at #${changeRequest.number}`}
        >
          <ButtonContent size="small">Look</ButtonContent>
        </Link>
      </ObstacleRow>
    ))}
  </div>
)

/** Links that would break, and the page they are on. */
function BrokenLinks({ at }: { at: RequestRef }) {
  const { data } = useQuery(brokenLinksQuery(at))
  if (!data || data.count === 0) return null
  const pages = data.items.flatMap(({ locationReferences }) =>
    locationReferences.flatMap((one) => (one.kind === 'page' ? [one.page] : [])),
  )
  const [first] = pages
  return (
    <ObstacleRow
      icon={Unlink}
      tone="is-warning"
      title={`Breaks ${pluralize(data.count, 'link')}`}
      detail={
        first
          ? `In ${labels.quoted(first.title || labels.untitled)}${pages.length > 1 ? ' and others' : ''}.`
          : ''
      }
    >
      {first && (
        <Link
          className={buttonClass('plain', 'small')}
          to={contentPaths({ spaceId: at.spaceId, change: at.number }).page(first.id)}
          aria-label={`Look at ${labels.quoted(first.title || labels.untitled)}`}
        >
          <ButtonContent size="small">Look</ButtonContent>
        </Link>
      )}
    </ObstacleRow>
  )
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
      {check.order.length > 1 && <>They merge cleanly in this order: {linksTo(check.order)}. </>}
      {apart.length > 0 && <>These conflict with an earlier one: {linksTo(apart)}.</>}
    </p>
  )
}

type ObstacleRowProps = Appearance & { title: string; detail: string; children: ReactNode }

const ObstacleRow = ({ icon, tone, title, detail, children }: ObstacleRowProps) => (
  <div className={clsx('blocker', tone)}>
    <Icon of={icon} />
    <div>
      <b>{title}</b>
      <p>{detail}</p>
    </div>
    {children}
  </div>
)
