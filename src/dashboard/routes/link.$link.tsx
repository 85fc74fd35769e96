import { createFileRoute } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { Door } from '../components/door.tsx'
import { DeadLink } from '../features/doors/dead-link.tsx'
import { NewPasswordForm } from '../features/doors/new-password-form.tsx'
import { ask } from '../lib/api.ts'

/** A one-time link: choose a password and be signed in. */
export const Route = createFileRoute('/link/$link')({
  loader: ({ params }) => ask(api.sessions.setUpState, { query: { link: params.link } }),
  component: View,
  errorComponent: () => (
    <Door>
      <DeadLink />
    </Door>
  ),
})

function View() {
  const { link } = Route.useParams()
  const { link: about } = Route.useLoaderData()
  return <Door>{about?.valid ? <NewPasswordForm link={link} email={about.email} /> : <DeadLink />}</Door>
}
