import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { useApi } from '../../data/api.ts'
import { forgetSignedIn } from '../../data/session-lost.ts'
import { paths } from '../../lib/paths.ts'

/** Signs out and clears everything that was loaded. */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signingOut = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      forgetSignedIn()
      await navigate({ to: paths.signIn })
      client.clear()
    },
  })
  return () => signingOut.mutate({})
}
