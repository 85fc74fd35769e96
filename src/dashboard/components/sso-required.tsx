import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { ApiError } from '#contract/client.ts'
import { useApi } from '../data/api.ts'
import { sessionQuery } from '../data/session.ts'
import { SignInNotice } from './sign-in-notice.tsx'
import { Button } from './ui/button.tsx'

/** The details of the error `sso_required`. */
const details = z.object({
  organization: z.string(),
  logins: z.array(z.object({ id: z.string(), label: z.string() })),
})

/**
 * Instead of a page of an organization that requires single sign-on: the buttons of its providers. They link the account
 * at the provider with this one, so that it works whatever its email address is.
 */
export function SsoRequired({ error }: { error: ApiError }) {
  const router = useRouter()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { organization: organizationId = '', logins = [] } = details.safeParse(error.details).data ?? {}
  const organization = session.organizations.find(({ id }) => id === organizationId)
  const linking = useApi(api.sso.link, {
    meta: { refused: 'Couldn’t start the sign-in' },
    onSuccess: ({ url }) => location.assign(url),
  })
  const isLeaving = linking.isPending || linking.isSuccess
  const signIn = (providerId: string) =>
    linking.mutate({
      params: { organizationId, providerId },
      body: { returnPath: router.state.location.href },
    })
  return (
    <SignInNotice
      icon={KeyRound}
      title={`${organization?.title ?? 'This organization'} requires single sign-on`}
      actions={logins.map(({ id, label }, index) => (
        <Button
          key={id}
          variant={index === 0 ? 'primary' : 'outline'}
          aria-busy={isLeaving && linking.variables?.params.providerId === id}
          onClick={() => !isLeaving && signIn(id)}
        >
          Continue with {label}
        </Button>
      ))}
    >
      Sign in with your work account. The first time, it’s linked to your Lectern account {session.user.email}
      . Your other organizations ask for your own password or passkey, or their own provider.
    </SignInNotice>
  )
}
