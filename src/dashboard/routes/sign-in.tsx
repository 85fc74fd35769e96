import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { AuthLayout } from '../components/auth-layout.tsx'
import { q } from '../data/api.ts'
import { SetupRequired, SignInForm } from '../features/auth/sign-in-form.tsx'
import { ssoFailures } from '../features/auth/sso-sign-in.tsx'

const setUpState = q(api.sessions.setUpState, {})

/** Sign-in page; `to` is where to go afterwards. */
export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    /** A path of the dashboard. Two slashes would begin the address of another website. */
    to: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
    /** Why single sign-on did not work. */
    sso: z.enum(ssoFailures).optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.fetchQuery(setUpState),
  component: View,
})

function View() {
  const { to, sso } = Route.useSearch()
  const { needed } = Route.useLoaderData()
  return <AuthLayout>{needed ? <SetupRequired /> : <SignInForm to={to} failure={sso} />}</AuthLayout>
}
