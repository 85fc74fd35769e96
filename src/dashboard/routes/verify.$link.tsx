import { createFileRoute } from '@tanstack/react-router'
import { AuthLayout } from '../components/auth-layout.tsx'
import { VerifyPage } from '../features/auth/verify-page.tsx'

/** The link of the letter that verifies an e-mail address. */
export const Route = createFileRoute('/verify/$link')({ component: View })

function View() {
  const { link } = Route.useParams()
  return (
    <AuthLayout>
      <VerifyPage key={link} link={link} />
    </AuthLayout>
  )
}
