import { useQuery } from '@tanstack/react-query'
import { useParams, useRouteContext } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { q } from '../../lib/api.ts'
import { sessionQuery } from '../../lib/session.ts'
import { lastOrganization } from './last-organization.ts'

/**
 * The organization one is in: named by the address, else that of the space named by it, else the one last seen.
 */
export function useOrganization() {
  const { session: atEntry } = useRouteContext({ from: '/_app' })
  // Names and roles that change meanwhile show here; a session that ends meanwhile is dealt with elsewhere.
  const { data: session = atEntry } = useQuery({ ...sessionQuery, retry: false })
  const { orgId, spaceId } = useParams({ strict: false }) as { orgId?: string; spaceId?: string }
  const { data: space } = useQuery({
    ...q(api.spaces.get, { params: { spaceId: spaceId ?? '' } }),
    enabled: spaceId !== undefined && orgId === undefined,
  })
  const wanted = orgId ?? space?.organization ?? lastOrganization()
  const organization = session.organizations.find(({ id }) => id === wanted) ?? session.organizations[0]
  return { session, organization }
}
