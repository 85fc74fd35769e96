import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { useApi } from '../../lib/api.ts'
import { noteWentOut } from '../../lib/came-in.ts'
import { places } from '../../lib/places.ts'

/** Out of the door; nothing that was seen stays. */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signingOut = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      noteWentOut()
      await navigate({ to: places.signIn })
      client.clear()
    },
  })
  return () => signingOut.mutate({})
}
