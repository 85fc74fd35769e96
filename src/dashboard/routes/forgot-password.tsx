import { createFileRoute } from '@tanstack/react-router'
import { AuthLayout } from '../components/auth-layout.tsx'
import { ForgotPasswordForm } from '../features/auth/password-reset.tsx'
import { searchParams, text } from '../lib/search-params.ts'

/** Requests a password reset link; `email` is what was typed on the sign-in page. */
export const Route = createFileRoute('/forgot-password')({
  validateSearch: searchParams({ email: text(254) }),
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
