import { createFileRoute } from '@tanstack/react-router'
import { AuthLayout } from '../components/auth-layout.tsx'
import { VerifyPage } from '../features/auth/verify-page.tsx'

/** Target of the link in the email that verifies an email address. */
export const Route = createFileRoute('/verify/$link')({ component: View })

function View() {
  const { link } = Route.useParams()
  return (
    <AuthLayout>
      <VerifyPage key={link} link={link} />
    </AuthLayout>
  )
}
