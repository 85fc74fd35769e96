import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { paths } from '../lib/paths.ts'
import { q, useApi } from './api.ts'
import { endSession, sessionStarted } from './session-lost.ts'
import { undoStack } from './undo.ts'

/** Who is signed in, and their organizations; fails with 401 if no one is. */
export const sessionQuery = { ...q(api.sessions.current, {}), staleTime: 5 * 60_000 }

/** Starts a session with an empty cache, so that data of the previous user is never shown. */
export function startSession(client: QueryClient, session: Session): void {
  followSession(client)
  client.setQueryData(sessionQuery.queryKey, session)
}

/** Starts with the session of another window, in the same way. */
export function followSession(client: QueryClient): void {
  client.clear()
  undoStack.clear()
  sessionStarted()
}

/** The user's role in an organization; null for guests, who see only what is shared with them. */
export const roleIn = (session: Session, organizationId: string | undefined) =>
  session.organizations.find(({ id }) => id === organizationId)?.role ?? null

/** Refetches the session after the user joined an organization, before navigating to it. */
export const refetchSession = (client: QueryClient) => client.fetchQuery({ ...sessionQuery, staleTime: 0 })

/** Signs out and clears everything that was loaded. */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signingOut = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      endSession()
      await navigate({ to: paths.signIn })
      client.clear()
      undoStack.clear()
    },
  })
  return () => signingOut.mutate({})
}
