import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ApiError } from '#contract/client.ts'
import { sessionQuery, useSignOut } from '../data/session.ts'
import { SignInNotice } from './sign-in-notice.tsx'
import { Button } from './ui/button.tsx'

/** Instead of a page that needs another sign-in than the one through the provider of another organization. */
export function AccountSignInRequired({ error }: { error: ApiError }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const signOut = useSignOut()
  const organization = session.organizations.find(({ id }) => id === error.details?.organization)
  return (
    <SignInNotice
      icon={KeyRound}
      title="Sign in to your own account"
      actions={
        <Button variant="primary" onClick={signOut}>
          Sign out and sign in again
        </Button>
      }
    >
      You signed in through another organization. To open {organization?.title ?? 'this page'}, use the
      password or passkey of {session.user.email}. No password yet? Choose “Forgot password?” on the sign-in
      page.
    </SignInNotice>
  )
}
