import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { ask, keyOf } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import type { Named } from './said-value.ts'

type Props = { organizationId: string; named: Named }

/** What an id stands for, by its present name; the id itself where it is gone. */
export function NamedThing({ organizationId, named }: Props) {
  const { data, isPending } = useQuery({ ...titleQuery(organizationId, named), retry: false })
  if (isPending) return <span className="faint">…</span>
  return data === undefined ? <span className="mono">{named.id}</span> : data || words.untitled
}

/** Its title, known for a while under the resource it is of. */
const titleQuery = (organizationId: string, { kind, id }: Named) =>
  queryOptions({
    queryKey: [...keyOf(routes[kind], id), 'title'],
    queryFn: () => readTitle(organizationId, { kind, id }),
    staleTime: 60_000,
  })

const routes = {
  user: api.users.get,
  team: api.teams.get,
  space: api.spaces.get,
  collection: api.collections.get,
  site: api.sites.get,
  organization: api.organizations.get,
} as const

async function readTitle(organizationId: string, { kind, id }: Named): Promise<string> {
  switch (kind) {
    case 'user':
      return (await ask(routes.user, { params: { userId: id } })).displayName
    case 'team':
      return (await ask(routes.team, { params: { organizationId, teamId: id } })).title
    case 'space':
      return (await ask(routes.space, { params: { spaceId: id } })).title
    case 'collection':
      return (await ask(routes.collection, { params: { collectionId: id } })).title
    case 'site':
      return (await ask(routes.site, { params: { organizationId, siteId: id } })).title
    case 'organization':
      return (await ask(routes.organization, { params: { organizationId: id } })).title
  }
}
