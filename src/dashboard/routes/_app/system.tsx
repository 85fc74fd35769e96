import { createFileRoute, Outlet } from '@tanstack/react-router'
import { NoPermission } from '../../components/ui/states.tsx'

/** What operators of the service see. */
export const Route = createFileRoute('/_app/system')({
  beforeLoad: ({ context: { session } }) => ({ isOperator: session.account?.operator === true }),
  component: View,
})

function View() {
  const { isOperator } = Route.useRouteContext()
  if (isOperator) return <Outlet />
  return (
    <NoPermission isPage title="Only operators can open this page">
      Ask the person who runs this service to add your email address to the operators.
    </NoPermission>
  )
}
