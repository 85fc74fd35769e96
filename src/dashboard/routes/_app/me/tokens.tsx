import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { tokensQuery } from '../../../features/account/queries.ts'
import { TokensPage } from '../../../features/account/tokens-page.tsx'

/** One's personal tokens. */
export const Route = createFileRoute('/_app/me/tokens')({
  validateSearch: z.object({ dialog: z.literal('new').optional().catch(undefined) }),
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
