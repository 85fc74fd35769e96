import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { q } from './api.ts'
import { sessionStarted } from './session-lost.ts'

/** Who is signed in and where they may go; fails with 401 when nobody is. */
export const sessionQuery = { ...q(api.sessions.current, {}), staleTime: 5 * 60_000 }

/** A person came in: nothing that somebody else saw before may be shown to them. */
export function startSession(client: QueryClient, session: Session): void {
  client.clear()
  client.setQueryData(sessionQuery.queryKey, session)
  sessionStarted()
}

/** Whether somebody may use what only members with a role see; guests see what is shared with them. */
export const roleIn = (session: Session, organizationId: string | undefined) =>
  session.organizations.find(({ id }) => id === organizationId)?.role ?? null

/** Reads the session again after the caller came into an organization, before they are led there. */
export const refetchSession = (client: QueryClient) => client.fetchQuery({ ...sessionQuery, staleTime: 0 })
