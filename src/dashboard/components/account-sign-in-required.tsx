import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { ApiError } from '#contract/client.ts'
import { sessionQuery, useSignOut } from '../data/session.ts'
import { paths } from '../lib/paths.ts'
import { Button, ButtonContent, buttonClass } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Empty } from './ui/states.tsx'

/** Instead of a page that needs another sign-in than the one through the provider of another organization. */
export function AccountSignInRequired({ error }: { error: ApiError }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const signOut = useSignOut()
  const organization = session.organizations.find(({ id }) => id === error.details?.organization)
  return (
    <Empty
      isPage
      title={
        <>
          <span className="i-faint line">
            <Icon of={KeyRound} />
          </span>
          Sign in with your own account
        </>
      }
      actions={
        <>
          <Button variant="primary" onClick={signOut}>
            Sign out and sign in again
          </Button>
          <Link className={buttonClass('outline')} to={paths.organizations}>
            <ButtonContent>Other organizations</ButtonContent>
          </Link>
        </>
      }
    >
      You signed in through another organization. To open {organization?.title ?? 'this page'}, use the
      password or passkey of {session.user.email}. No password yet? Choose “Forgot password?” on the sign-in
      page.
    </Empty>
  )
}
