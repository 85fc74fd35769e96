import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { statusMarks, statusWords, subjectOf } from '../../lib/request-words.ts'
import { useWaitingFor, waitingWords } from '../../lib/waiting.ts'
import { words } from '../../lib/words.ts'

const most = 6

/** The change requests that somebody has begun. */
export const changeQueries = (organizationId: string, userId: string) => {
  const params = { organizationId }
  return {
    own: q(api.changeRequests.listInOrganization, {
      params,
      query: { creator: userId, status: ['draft', 'open'], limit: most },
    }),
  }
}

/** What waits for the caller, and what they have begun; nothing is said of what there is none of. */
export function HomeChanges({ organizationId, userId }: { organizationId: string; userId: string }) {
  const queries = changeQueries(organizationId, userId)
  const waiting = useWaitingFor(organizationId, userId) ?? []
  const own = useQuery(queries.own).data
  return (
    <>
      {waiting
        .filter(({ count }) => count > 0)
        .map(({ kind, items, count }) => (
          <Changes
            key={kind}
            title={waitingWords[kind].title}
            list={{ items: items.slice(0, most), count }}
            organizationId={organizationId}
            isWaiting
          />
        ))}
      {own && own.count > 0 && <Changes title="Your changes" list={own} organizationId={organizationId} />}
    </>
  )
}

type ChangesProps = {
  title: string
  list: { items: readonly ChangeRequest[]; count: number }
  organizationId: string
  isWaiting?: boolean
}

function Changes({ title, list, organizationId, isWaiting = false }: ChangesProps) {
  const names = useSpaceNames(list.items)
  const id = title.toLowerCase().replace(/[^a-z]+/g, '-')
  return (
    <section aria-labelledby={id}>
      <h2 className="home-head" id={id}>
        {title}
        <span className="count">{list.count}</span>
        {list.count > list.items.length && (
          <Link
            className="home-all"
            to={isWaiting ? places.waiting(organizationId) : places.organizationChanges(organizationId)}
          >
            Show all
          </Link>
        )}
      </h2>
      <ul className="rows home-rows">
        {list.items.map((request) => (
          <ChangeRow key={request.id} request={request} where={names.get(request.space ?? '')} />
        ))}
      </ul>
    </section>
  )
}

function ChangeRow({ request, where }: { request: ChangeRequest; where: string | undefined }) {
  const { number, space, status, createdBy, updatedAt } = request
  const mark = statusMarks[status]
  return (
    <li className="row">
      <div className="cell">
        <span className={clsx('status', mark.tone && `status-${mark.tone}`)}>
          <Icon of={mark.icon} />
          <span className="sr">{statusWords[status]}</span>
        </span>
        <Link className="title truncate" to={places.change(space ?? '', number)}>
          {subjectOf(request)}
        </Link>
        <span className="faint num">#{number}</span>
      </div>
      <div className="cell wide soft">
        <span className="truncate">{where}</span>
      </div>
      <div className="cell cell-end soft num">
        <Avatar id={createdBy.id} name={createdBy.displayName} />
        <Time at={updatedAt} />
      </div>
    </li>
  )
}

/** The titles of the spaces that some requests change. */
function useSpaceNames(requests: readonly ChangeRequest[]): ReadonlyMap<string, string> {
  const ids = [...new Set(requests.flatMap(({ space }) => space ?? []))]
  const found = useQueries({ queries: ids.map((spaceId) => q(api.spaces.get, { params: { spaceId } })) })
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data.title || words.untitled]] : [])))
}
