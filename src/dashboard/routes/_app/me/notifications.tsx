import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { sessionQuery } from '../../../data/session.ts'
import { NotificationsPage } from '../../../features/account/notifications-page.tsx'
import { emailPreferencesQuery } from '../../../features/account/queries.ts'

/** Which notifications the user also gets by email. */
export const Route = createFileRoute('/_app/me/notifications')({
  loader: async ({ context: { queryClient } }) => {
    const { user } = await queryClient.ensureQueryData(sessionQuery)
    await queryClient.ensureQueryData(emailPreferencesQuery(user.id))
  },
  component: View,
})

function View() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  return <NotificationsPage userId={session.user.id} email={session.user.email} />
}
