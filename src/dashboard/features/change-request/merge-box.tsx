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
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { placesAt } from '../../lib/content-at.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { subjectOf } from '../../lib/request-words.ts'
import { counted, words } from '../../lib/words.ts'
import { obstacleWords, verdict } from './merge-words.ts'
import { brokenLinksQuery, isActive, mergeCheckQuery, type RequestAt } from './request-queries.ts'
import { useMerging } from './use-merging.ts'

type Props = { at: RequestAt; space: Space; request: ChangeRequest }

/** What stands in the way of merging, in words, with the act beside each. */
export function MergeBox(props: Props) {
  const { request } = props
  if (request.status === 'merged' && request.mergedBy && request.mergedAt) {
    return (
      <section className="merge" aria-label="Merge">
        <h2>Merged</h2>
        <p className="soft">
          By {request.mergedBy.displayName}, <Time at={request.mergedAt} ago />.
        </p>
      </section>
    )
  }
  if (!isActive(request)) {
    return (
      <section className="merge" aria-label="Merge">
        <h2>Archived</h2>
        <p className="soft">Its edits are kept. Reopen it to go on.</p>
      </section>
    )
  }
  return <OpenMergeBox {...props} />
}

function OpenMergeBox({ at, space, request }: Props) {
  const check = useQuery(mergeCheckQuery(at))
  const merging = useMerging(at, space, request)
  const mayMerge = space.permissions.merge
  const isReady = check.data?.mergeable === true
  useActs(
    mayMerge && isReady
      ? [{ id: 'merge', label: 'Merge this change request', icon: GitMerge, run: () => void merging.merge() }]
      : [],
  )
  if (check.isError) {
    return (
      <Failed
        title="Whether it can be merged is not known"
        reason={reasonOf(check.error)}
        onRetry={() => void check.refetch()}
      />
    )
  }
  if (!check.data) {
    return (
      <section className="merge" aria-label="Merge" role="status">
        <span className="sr">{words.loading}</span>
        <Bone width="60%" />
      </section>
    )
  }
  const { head, says } = verdict(check.data)
  return (
    <section className="merge" aria-labelledby="merge-head">
      <h2 id="merge-head">{head}</h2>
      <p className="soft">{says}</p>
      <Obstacles {...{ at, space, merging }} check={check.data} />
      <MergeOrder at={at} request={request} check={check.data} />
      <Button
        look="ink"
        size="form"
        icon={GitMerge}
        className="merge-btn"
        aria-busy={merging.isMerging}
        disabledReason={whyNot(mayMerge, isReady)}
        onClick={() => void merging.merge()}
      >
        Merge change request
      </Button>
    </section>
  )
}

function whyNot(mayMerge: boolean, isReady: boolean): string | undefined {
  if (!mayMerge) return 'You need the role Review in this space to merge'
  return isReady ? undefined : 'Something stands in the way'
}

type Look = { icon: LucideIcon; tone: string | undefined }
const looks: Readonly<Record<MergeCheck['obstacles'][number]['type'], Look>> = {
  status: { icon: CircleAlert, tone: 'is-danger' },
  conflicts: { icon: GitCompareArrows, tone: 'is-danger' },
  'review-requested': { icon: UserCheck, tone: 'is-warning' },
  'changes-requested': { icon: PenLine, tone: 'is-warning' },
  outdated: { icon: RotateCw, tone: undefined },
  'outdated-approval': { icon: Check, tone: undefined },
}

type ObstaclesProps = {
  at: RequestAt
  space: Space
  check: MergeCheck
  merging: ReturnType<typeof useMerging>
}

const Obstacles = ({ at, space, check, merging }: ObstaclesProps) => (
  <div className="blockers">
    {check.obstacles.map((obstacle, index) => (
      <Blocker key={index} {...looks[obstacle.type]} {...obstacleWords(obstacle)}>
        {obstacle.type === 'conflicts' && space.permissions.edit && (
          <Link
            className={buttonClass('line', 'small')}
            to={places.changePart(at.spaceId, at.number, 'conflicts')}
          >
            <ButtonFace size="small">Resolve</ButtonFace>
          </Link>
        )}
        {obstacle.type === 'outdated' && space.permissions.edit && check.conflicts === 0 && (
          <Button size="small" aria-busy={merging.isUpdating} onClick={() => merging.update()}>
            Update
          </Button>
        )}
      </Blocker>
    ))}
    <BrokenLinks at={at} />
    {check.overlaps.map(({ changeRequest, pages, pagesTotal }) => (
      <Blocker
        key={changeRequest.id}
        icon={Layers}
        tone={undefined}
        title={`#${changeRequest.number} ${subjectOf(changeRequest)}`}
        says={`Changes ${pages[0] ? words.quoted(pages[0].title || words.untitled) : 'the same'}${
          pagesTotal > 1 ? ` and ${pagesTotal - 1} more of the same pages` : ' too'
        }.`}
      >
        <Link
          className={buttonClass('plain', 'small')}
          to={places.change(at.spaceId, changeRequest.number)}
          aria-label={`Look at #${changeRequest.number}`}
        >
          <ButtonFace size="small">Look</ButtonFace>
        </Link>
      </Blocker>
    ))}
  </div>
)

/** Links that lead nowhere once it is merged, and from where. */
function BrokenLinks({ at }: { at: RequestAt }) {
  const { data } = useQuery(brokenLinksQuery(at))
  if (!data || data.count === 0) return null
  const pages = data.items.flatMap(({ locationReferences }) =>
    locationReferences.flatMap((one) => (one.kind === 'page' ? [one.page] : [])),
  )
  const [first] = pages
  return (
    <Blocker
      icon={Unlink}
      tone="is-warning"
      title={`Breaks ${counted(data.count, 'link')}`}
      says={
        first
          ? `In ${words.quoted(first.title || words.untitled)}${pages.length > 1 ? ' and others' : ''}.`
          : ''
      }
    >
      {first && (
        <Link
          className={buttonClass('plain', 'small')}
          to={placesAt({ spaceId: at.spaceId, change: at.number }).page(first.id)}
          aria-label={`Look at ${words.quoted(first.title || words.untitled)}`}
        >
          <ButtonFace size="small">Look</ButtonFace>
        </Link>
      )}
    </Blocker>
  )
}

/** In which order this and those that change the same pages merge cleanly. */
function MergeOrder({ at, request, check }: { at: RequestAt; request: ChangeRequest; check: MergeCheck }) {
  const apart = check.apart.filter(({ id }) => id !== request.id)
  if (check.order.length < 2 && apart.length === 0) return null
  const numbered = (list: MergeCheck['order']) =>
    list.map(({ id, number }, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        {id === request.id ? (
          <b>this one</b>
        ) : (
          <Link className="link num" to={places.change(at.spaceId, number)}>
            #{number}
          </Link>
        )}
      </Fragment>
    ))
  return (
    <p className="rq-order meta">
      {check.order.length > 1 && <>They merge cleanly in this order: {numbered(check.order)}. </>}
      {apart.length > 0 && <>Clashing with one before: {numbered(apart)}.</>}
    </p>
  )
}

type BlockerProps = Look & { title: string; says: string; children: ReactNode }

const Blocker = ({ icon, tone, title, says, children }: BlockerProps) => (
  <div className={clsx('blocker', tone)}>
    <Icon of={icon} />
    <div>
      <b>{title}</b>
      <p>{says}</p>
    </div>
    {children}
  </div>
)
