import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { AuthLayout } from '../components/auth-layout.tsx'
import { q } from '../data/api.ts'
import { followSession } from '../data/session.ts'
import { onSignedInElsewhere } from '../data/session-lost.ts'
import { SetupRequired, SignInForm } from '../features/auth/sign-in-form.tsx'
import { matching, oneOf, searchParams } from '../lib/search-params.ts'

const setUpState = q(api.sessions.setUpState, {})

/** Sign-in page; `to` is where to go afterwards. */
export const Route = createFileRoute('/sign-in')({
  validateSearch: searchParams({
    /** A path of the dashboard. Two slashes would begin the address of another website. */
    to: matching(/^\/(?![/\\])/),
    /** The session ended while the person was working. */
    ended: oneOf(true),
    /** Why single sign-on did not work. */
    sso: oneOf('failed', 'expired', 'no-access', 'suspended', 'linked-elsewhere'),
  }),
  loader: ({ context }) => context.queryClient.fetchQuery(setUpState),
  component: View,
})

function View() {
  const { to, sso, ended } = Route.useSearch()
  const { needed } = Route.useLoaderData()
  const client = useQueryClient()
  const { history } = useRouter()
  useEffect(
    () =>
      onSignedInElsewhere(() => {
        followSession(client)
        history.replace(to ?? '/')
      }),
    [client, history, to],
  )
  return (
    <AuthLayout>
      {needed ? <SetupRequired /> : <SignInForm to={to} failure={sso} isSessionEnded={ended === true} />}
    </AuthLayout>
  )
}
