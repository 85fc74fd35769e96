import { createFileRoute } from '@tanstack/react-router'
import { Door } from '../components/door.tsx'
import { VerifyPage } from '../features/auth/verify-page.tsx'

/** The link of the letter that verifies an e-mail address. */
export const Route = createFileRoute('/verify/$link')({ component: View })

function View() {
  const { link } = Route.useParams()
  return (
    <Door>
      <VerifyPage key={link} link={link} />
    </Door>
  )
}
