import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { sessionQuery } from '../../../data/session.ts'
import { browsersQuery } from '../../../features/account/queries.ts'
import { SignInPage } from '../../../features/account/sign-in-page.tsx'

/** One's password, and the browsers one is signed in with. */
export const Route = createFileRoute('/_app/me/sign-in')({
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(browsersQuery),
  component: View,
})

function View() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  return <SignInPage session={session} />
}
