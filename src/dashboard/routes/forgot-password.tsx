import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AuthLayout } from '../components/auth-layout.tsx'
import { ForgotPasswordForm } from '../features/auth/password-reset.tsx'

/** Requests a password reset link; `email` is what was typed on the sign-in page. */
export const Route = createFileRoute('/forgot-password')({
  validateSearch: z.object({ email: z.string().max(254).optional().catch(undefined) }),
  component: View,
})

function View() {
  const { email } = Route.useSearch()
  return (
    <AuthLayout>
      <ForgotPasswordForm email={email} />
    </AuthLayout>
  )
}
