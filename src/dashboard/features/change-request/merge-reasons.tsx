import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Check,
  CircleAlert,
  GitCompareArrows,
  Layers,
  PenLine,
  RotateCw,
  Unlink,
  UserCheck,
} from 'lucide-react'
import type { MergeCheck } from '#contract/merge-checks.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Time } from '../../components/ui/time.tsx'
import { contentPaths } from '../../data/content.ts'
import { useLastEditor } from '../../data/last-editor.ts'
import { subjectLabel } from '../../lib/change-request-labels.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { conflictsTitle, obstacleLabels } from './labels.ts'
import { type Appearance, type MergeReasonsProps, Reason } from './merge-reason.tsx'
import { MergeRules } from './merge-rules.tsx'
import { brokenLinksQuery, conflictsQuery, type RequestRef } from './queries.ts'
import { type ReviewState, useReviewStates } from './review-states.ts'
import { ReviewerAction, TeamReviewAction } from './reviewers.tsx'

type Obstacle = MergeCheck['obstacles'][number]
const obstacleAppearance: Readonly<Record<Obstacle['type'], Appearance>> = {
  status: { icon: CircleAlert, tone: 'is-danger' },
  conflicts: { icon: GitCompareArrows, tone: 'is-danger' },
  'merge-rules': { icon: CircleAlert, tone: 'is-danger' },
  'review-requested': { icon: UserCheck, tone: 'is-warning' },
  'team-review-requested': { icon: UserCheck, tone: 'is-warning' },
  'changes-requested': { icon: PenLine, tone: 'is-warning' },
  outdated: { icon: RotateCw, tone: undefined },
  'outdated-approval': { icon: Check, tone: undefined },
}

/** What blocks the merge or is worth knowing before it, each with the action that resolves it. */
export function MergeReasons(props: MergeReasonsProps) {
  const { at, check } = props
  const states = useReviewStates(at)
  return (
    <div className="blockers">
      {shownObstacles(check).map((obstacle, index) => (
        <ObstacleReason
          key={index}
          {...props}
          obstacle={obstacle}
          state={'user' in obstacle ? states.find(({ user }) => user.id === obstacle.user.id) : undefined}
        />
      ))}
      <MergeRules {...props} />
      {/* The rule names them where it is set. */}
      {!check.rules.some(({ rule }) => rule.rule === 'require_no_broken_links') && <BrokenLinks at={at} />}
      {states
        .filter(({ state, isStale }) => state === 'approved' && !isStale)
        .map(({ user, review }) => (
          <Reason
            key={user.id}
            icon={Check}
            tone="is-success"
            title={`${user.displayName} approved`}
            detail={review && <Time at={review.createdAt} ago />}
          />
        ))}
      <Overlaps at={at} check={check} />
    </div>
  )
}

/** Rules have rows of their own, and the one about updates replaces the obstacle. */
function shownObstacles({ obstacles, rules }: MergeCheck): readonly Obstacle[] {
  const mustUpdate = rules.some(({ rule, met }) => !met && rule.rule === 'require_up_to_date_change_request')
  return obstacles.filter(({ type }) => type !== 'merge-rules' && !(mustUpdate && type === 'outdated'))
}

type ObstacleProps = MergeReasonsProps & { obstacle: Obstacle; state: ReviewState | undefined }

function ObstacleReason({ obstacle, state, check, merging, ...props }: ObstacleProps) {
  const { at, space } = props
  const { title, detail } = obstacleLabels(obstacle)
  const appearance = obstacleAppearance[obstacle.type]
  if (obstacle.type === 'conflicts') return <Conflicts {...props} {...appearance} count={obstacle.count} />
  return (
    <Reason
      {...appearance}
      title={title}
      detail={obstacle.type === 'review-requested' && state?.request ? <Requested state={state} /> : detail}
    >
      {state && <ReviewerAction {...props} state={state} />}
      {obstacle.type === 'team-review-requested' && <TeamReviewAction {...props} />}
      {obstacle.type === 'outdated' && space.permissions.edit && check.conflicts === 0 && (
        <Button size="small" aria-busy={merging.isUpdating} onClick={() => merging.update()}>
          Update
        </Button>
      )}
      {obstacle.type === 'status' && obstacle.status === 'merged' && (
        <Link className={buttonClass('plain', 'small')} to={paths.changes(at.spaceId)}>
          <ButtonContent size="small">Open changes</ButtonContent>
        </Link>
      )}
    </Reason>
  )
}

/** Who requested the review and when, and when the reviewer was last reminded. */
const Requested = ({ state: { request } }: { state: ReviewState }) =>
  request && (
    <>
      {request.requestedBy.displayName} asked <Time at={request.createdAt} ago />
      {request.remindedAt && (
        <>
          , reminded <Time at={request.remindedAt} ago />
        </>
      )}
    </>
  )

type ConflictsProps = Pick<MergeReasonsProps, 'at' | 'space'> & Appearance & { count: number }

function Conflicts({ at, space, count, ...appearance }: ConflictsProps) {
  const { data } = useQuery(conflictsQuery(at))
  const pageId = data?.items[0]?.page.id
  const editor = useLastEditor({ spaceId: at.spaceId }, pageId ?? '', pageId !== undefined)
  return (
    <Reason
      {...appearance}
      title={conflictsTitle(count, data?.items.map(({ page }) => page) ?? [])}
      detail={
        editor ? (
          <>
            {editor.name} changed it in the space{editor.at && ' '}
            {editor.at && <Time at={editor.at} ago />}. Choose which version to keep.
          </>
        ) : (
          'Changed in different ways here and in the space. Choose which version to keep.'
        )
      }
    >
      {space.permissions.edit && (
        <Link
          className={buttonClass('outline', 'small')}
          to={paths.changePart(at.spaceId, at.number, 'conflicts')}
        >
          <ButtonContent size="small">Resolve</ButtonContent>
        </Link>
      )}
    </Reason>
  )
}

/** Other requests that change the same pages. */
const Overlaps = ({ at, check }: Pick<MergeReasonsProps, 'at' | 'check'>) =>
  check.overlaps.map(({ changeRequest, pages, pagesTotal }) => (
    <Reason
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
        aria-label={`View #${changeRequest.number}`}
      >
        <ButtonContent size="small">View</ButtonContent>
      </Link>
    </Reason>
  ))

/** Links that would break, and the page they are on. */
function BrokenLinks({ at }: { at: RequestRef }) {
  const { data } = useQuery(brokenLinksQuery(at))
  if (!data || data.count === 0) return null
  const pages = data.items.flatMap(({ locationReferences }) =>
    locationReferences.flatMap((one) => (one.kind === 'page' ? [one.page] : [])),
  )
  const [first] = pages
  return (
    <Reason
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
          aria-label={`View ${labels.quoted(first.title || labels.untitled)}`}
        >
          <ButtonContent size="small">View</ButtonContent>
        </Link>
      )}
    </Reason>
  )
}
