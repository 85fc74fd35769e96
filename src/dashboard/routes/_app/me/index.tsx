import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { refetchSession, sessionQuery } from '../../../data/session.ts'
import { ProfilePage } from '../../../features/account/profile-page.tsx'

/** Who one is. */
export const Route = createFileRoute('/_app/me/')({
  loader: ({ context }) => {
    // The address may have been verified in another window; what is known is shown in the meantime.
    void refetchSession(context.queryClient).catch(() => undefined)
  },
  component: View,
})

function View() {
  const { data: session } = useSuspenseQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' })
  return <ProfilePage session={session} />
}
