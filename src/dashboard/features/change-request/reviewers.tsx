import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, PenLine, X } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Status } from '../../components/ui/marks.tsx'
import { useApi } from '../../lib/api.ts'
import { askedQuery, isActive, paramsAt, type RequestAt, reviewsQuery } from './request-queries.ts'
import { type Standing, standings } from './standings.ts'

type Props = { at: RequestAt; space: Space; request: ChangeRequest }

/** Who was asked to review, and who has. */
export function Reviewers({ at, space, request }: Props) {
  const reviews = useQuery(reviewsQuery(at))
  const asked = useQuery(askedQuery(at))
  const taking = useApi(api.changeRequestReviews.removeRequested, {
    meta: { refused: 'The reviewer is still asked' },
  })
  const asking = useApi(api.changeRequestReviews.request, {
    meta: { refused: 'Nobody was asked again' },
  })
  const all = standings(reviews.data?.items ?? [], asked.data?.items ?? [])
  if (all.length === 0) return null
  const mayTake = space.permissions.edit && isActive(request)
  return (
    <section className="merge" aria-labelledby="reviewers-head">
      <h2 id="reviewers-head">Reviewers</h2>
      <ul className="rq-reviewers">
        {all.map(({ user, ...standing }) => (
          <li key={user.id}>
            <Avatar id={user.id} name={user.displayName} />
            <span className="truncate">{user.displayName}</span>
            <span className="grow" />
            <State state={standing.state} isStale={standing.isStale} />
            {mayTake && standing.isStale && !standing.isWaiting && (
              <Button
                size="small"
                aria-busy={asking.isPending}
                aria-label={`Ask ${user.displayName} again`}
                onClick={() => asking.mutate({ params: paramsAt(at), body: { users: [user.id] } })}
              >
                Ask again
              </Button>
            )}
            {mayTake && standing.isWaiting && (
              <IconButton
                small
                tip={false}
                className="btn-plain"
                icon={X}
                label={`Do not ask ${user.displayName}`}
                onClick={() => taking.mutate({ params: { ...paramsAt(at), userId: user.id } })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ state, isStale }: Pick<Standing, 'state' | 'isStale'>) {
  if (state === 'asked') return <Status icon={CircleDashed}>Asked</Status>
  const stale = isStale ? ', before it was edited' : ''
  if (state === 'approved') {
    return (
      <Status icon={Check} {...(isStale ? {} : { tone: 'open' as const })}>
        Approved{stale}
      </Status>
    )
  }
  return (
    <Status icon={PenLine} tone="warning">
      Asked for changes{stale}
    </Status>
  )
}
