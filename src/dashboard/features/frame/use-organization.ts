import { useQuery } from '@tanstack/react-query'
import { useParams, useRouteContext } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { q } from '../../data/api.ts'
import { sessionQuery } from '../../data/session.ts'
import { readLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { text } from '../../lib/search-params.ts'

/** The current organization: the one in the URL, else that of the space in the URL, else the last one opened. */
export function useOrganization() {
  const initialSession = useRouteContext({ from: '/_app', select: ({ session }) => session })
  // Refetched so that changed names and roles appear. session-lost.ts handles an expired session.
  const { data: session = initialSession } = useQuery({ ...sessionQuery, retry: false })
  const orgId = useParams({ strict: false, select: (params) => params.orgId })
  const spaceId = useParams({ strict: false, select: (params) => params.spaceId })
  const { data: space } = useQuery({
    ...q(api.spaces.get, { params: { spaceId: spaceId ?? '' } }),
    enabled: spaceId !== undefined && orgId === undefined,
  })
  const organizationId = orgId ?? space?.organization ?? lastOrganization()
  const organization =
    session.organizations.find(({ id }) => id === organizationId) ?? session.organizations[0]
  return { session, organization }
}

const STORAGE_KEY = 'organization'

/** The organization last opened in this browser. */
export const lastOrganization = (): string | undefined => readLocalStorage(STORAGE_KEY, text())
export const rememberOrganization = (id: string): void => writeLocalStorage(STORAGE_KEY, id)
