import { createFileRoute } from '@tanstack/react-router'
import { tokensQuery } from '../../../features/account/queries.ts'
import { TokensPage } from '../../../features/account/tokens-page.tsx'
import { oneOf, searchParams } from '../../../lib/search-params.ts'

/** One's personal tokens. */
export const Route = createFileRoute('/_app/me/tokens')({
  validateSearch: searchParams({ dialog: oneOf('new') }),
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(tokensQuery),
  component: View,
})

function View() {
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <TokensPage
      isCreating={dialog === 'new'}
      onCreating={(is) => void navigate({ search: { dialog: is ? 'new' : undefined } })}
    />
  )
}
