import { useQuery } from '@tanstack/react-query'
import { useParams, useRouteContext } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { q } from '#dashboard/data/api.ts'
import { sessionQuery } from '#dashboard/data/session.ts'
import { readLocalStorage, writeLocalStorage } from '#dashboard/hooks/use-local-storage.ts'

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

const name = 'organization'

/** The organization last seen in this browser. */
export const lastOrganization = (): string | undefined => readLocalStorage(name, z.string())
export const rememberOrganization = (id: string): void => writeLocalStorage(name, id)
