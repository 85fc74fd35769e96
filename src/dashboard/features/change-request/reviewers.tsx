import { useRouteContext } from '@tanstack/react-router'
import { Check, CircleDashed, PenLine, X } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { TeamMark } from '../../components/team-mark.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Avatar, Status } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import styles from './change-request.module.css'
import { isActive, type OnRequestSearch, paramsOf, type RequestRef } from './queries.ts'
import { isReminderDue, type ReviewState, useRequestedTeams, useReviewStates } from './review-states.ts'

type Props = { at: RequestRef; space: Space; request: ChangeRequest; onSearch: OnRequestSearch }
type ReviewersProps = Omit<Props, 'onSearch'> & {
  /** Also reviews and reminds here; not next to the merge box, which has these actions. */
  onSearch?: OnRequestSearch
}

/** Requested reviewers and their reviews, and teams that haven’t reviewed. */
export function Reviewers({ at, space, request, onSearch }: ReviewersProps) {
  const removal = useApi(api.changeRequestReviews.removeRequested, {
    meta: { refused: 'Couldn’t withdraw the review request' },
  })
  const teamRemoval = useApi(api.changeRequestReviews.removeRequestedTeam, {
    meta: { refused: 'Couldn’t withdraw the review request' },
  })
  const states = useReviewStates(at)
  const teams = useRequestedTeams(at)
  if (states.length + teams.length === 0) return null
  const canManage = space.permissions.edit && isActive(request)
  return (
    <section className={styles.section} aria-labelledby="reviewers-head">
      <h2 id="reviewers-head">Reviewers</h2>
      <ul className={styles.reviewers}>
        {states.map((state) => (
          <li key={state.user.id}>
            <Avatar id={state.user.id} name={state.user.displayName} />
            <div className={styles.reviewer}>
              <span className="truncate">{state.user.displayName}</span>
              <StateLabel state={state} />
            </div>
            {onSearch && <ReviewerAction {...{ at, space, request, state, onSearch }} />}
            {canManage && state.isWaiting && (
              <IconButton
                small
                tip={false}
                className="btn-plain"
                icon={X}
                label={`Withdraw the review request to ${state.user.displayName}`}
                onClick={() => removal.mutate({ params: { ...paramsOf(at), userId: state.user.id } })}
              />
            )}
          </li>
        ))}
        {teams.map(({ team, createdAt }) => (
          <li key={team.id}>
            <TeamMark />
            <div className={styles.reviewer}>
              <span className="truncate">{team.title}</span>
              <Status icon={CircleDashed} className="meta">
                Requested <Time at={createdAt} ago />
              </Status>
            </div>
            {onSearch && <TeamReviewAction space={space} request={request} onSearch={onSearch} />}
            {canManage && (
              <IconButton
                small
                tip={false}
                className="btn-plain"
                icon={X}
                label={`Withdraw the review request to ${team.title}`}
                onClick={() => teamRemoval.mutate({ params: { ...paramsOf(at), teamId: team.id } })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens the review dialog. Whether the viewer is in the team isn’t known here, and any review helps. */
export function TeamReviewAction({ space, request, onSearch }: Omit<Props, 'at'>) {
  const { session } = useRouteContext({ from: '/_app' })
  const canReview = space.permissions.review && request.createdBy.id !== session.user.id
  if (!canReview || !isActive(request)) return null
  return (
    <Button size="small" variant="outline" onClick={() => onSearch({ dialog: 'review' })}>
      Review
    </Button>
  )
}

type ActionProps = Props & { state: ReviewState }

/** What the viewer can do about a missing or outdated review: review, remind the reviewer, or ask them again. */
export function ReviewerAction({ at, space, request, state, onSearch }: ActionProps) {
  const { session } = useRouteContext({ from: '/_app' })
  const { user, isWaiting, isStale } = state
  const name = user.displayName
  const requestAgain = useApi(api.changeRequestReviews.request, {
    meta: { refused: 'Couldn’t request another review' },
  })
  const reminder = useApi(api.changeRequestReviews.remind, {
    meta: { refused: `Couldn’t remind ${name}` },
    onSuccess: () => toast.done(`Emailed a reminder to ${name}`),
  })
  if (!isActive(request) || !(isWaiting || isStale || state.state === 'changes-requested')) return null
  if (user.id === session.user.id) {
    return space.permissions.review ? (
      <Button size="small" variant="outline" onClick={() => onSearch({ dialog: 'review' })}>
        Review
      </Button>
    ) : null
  }
  if (!space.permissions.edit) return null
  if (!isWaiting) {
    return (
      <Button
        size="small"
        aria-busy={requestAgain.isPending}
        aria-label={`Ask ${name} again`}
        onClick={() => requestAgain.mutate({ params: paramsOf(at), body: { users: [user.id] } })}
      >
        Ask again
      </Button>
    )
  }
  return (
    <Button
      size="small"
      variant="outline"
      aria-busy={reminder.isPending}
      aria-label={`Remind ${name} by email`}
      disabledReason={isReminderDue(state, Date.now()) ? undefined : 'Reminded within the last 24 hours'}
      onClick={() => reminder.mutate({ params: { ...paramsOf(at), userId: user.id } })}
    >
      Remind
    </Button>
  )
}

function StateLabel({ state: { state, isStale, review, request } }: { state: ReviewState }) {
  if (state === 'asked') {
    return (
      <Status icon={CircleDashed} className="meta">
        Requested {request && <Time at={request.createdAt} ago />}
      </Status>
    )
  }
  const isApproval = state === 'approved'
  const tone = isApproval ? (isStale ? undefined : 'open') : 'warning'
  return (
    <Status icon={isApproval ? Check : PenLine} className="meta" {...(tone ? { tone } : {})}>
      {isApproval ? 'Approved' : 'Requested changes'}
      {isStale ? ', before the latest edits' : review && <Time at={review.createdAt} ago />}
    </Status>
  )
}
