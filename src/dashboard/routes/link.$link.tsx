import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { AuthLayout } from '../components/auth-layout.tsx'
import { RouteFailed } from '../components/route-states.tsx'
import { callApi, isApiError } from '../data/api.ts'
import { ExpiredLink } from '../features/auth/expired-link.tsx'
import { NewPasswordForm } from '../features/auth/password-reset.tsx'

/** A one-time link: choose a password and be signed in. */
export const Route = createFileRoute('/link/$link')({
  loader: ({ params }) => callApi(api.sessions.setUpState, { query: { link: params.link } }),
  component: View,
  errorComponent: Failed,
})

function View() {
  const { link } = Route.useParams()
  const { link: about } = Route.useLoaderData()
  return (
    <AuthLayout>
      {about?.valid ? <NewPasswordForm link={link} email={about.email} /> : <ExpiredLink />}
    </AuthLayout>
  )
}

/** A malformed link is refused; everything else may work the next time. */
function Failed(props: ErrorComponentProps) {
  return (
    <AuthLayout>{isApiError(props.error, 400) ? <ExpiredLink /> : <RouteFailed {...props} />}</AuthLayout>
  )
}
