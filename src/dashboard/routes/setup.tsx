import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { AuthLayout } from '../components/auth-layout.tsx'
import { RouteFailed } from '../components/route-states.tsx'
import { callApi, isApiError } from '../data/api.ts'
import { sessionQuery } from '../data/session.ts'
import { ExpiredLink } from '../features/auth/expired-link.tsx'
import { SetupPage } from '../features/auth/setup.tsx'
import { oneOf, searchParams, text } from '../lib/search-params.ts'

/** The first start: account, organization, first content. */
export const Route = createFileRoute('/setup')({
  validateSearch: searchParams({ link: text(), step: oneOf('account', 'organization', 'content') }),
  loaderDeps: ({ search: { link, step } }) => ({ link, isSetUp: step === 'content' }),
  loader: async ({ context, deps: { link, isSetUp } }) => {
    // Without a session, the last step offers to sign in.
    if (isSetUp) await context.queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
    return callApi(api.sessions.setUpState, { query: { link } })
  },
  component: View,
  errorComponent: Failed,
})

function View() {
  const { link, step: at = 'account' } = Route.useSearch()
  const { link: about } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const isValid = link !== undefined && about?.valid === true && about.purpose === 'set-up'
  if (!isValid && at !== 'content') {
    return (
      <AuthLayout>
        <ExpiredLink isSetupLink />
      </AuthLayout>
    )
  }
  return (
    <SetupPage
      link={link ?? ''}
      step={at}
      onStep={(next) => void navigate({ search: { link, step: next } })}
    />
  )
}

/** A malformed link is refused; everything else may work the next time. */
function Failed(props: ErrorComponentProps) {
  return (
    <AuthLayout>
      {isApiError(props.error, 400) ? <ExpiredLink isSetupLink /> : <RouteFailed {...props} />}
    </AuthLayout>
  )
}
