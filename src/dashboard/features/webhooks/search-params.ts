import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the list of webhooks. */
export const webhooksSearch = searchParams({ dialog: oneOf('new') })
export type WebhooksSearch = SearchOf<typeof webhooksSearch>

/** The search parameters of a webhook: its open dialog, the filter and the open delivery. */
export const deliveriesSearch = searchParams({
  dialog: oneOf('edit'),
  status: oneOf('failed', 'pending', 'succeeded'),
  delivery: text(),
})
export type DeliveriesSearch = SearchOf<typeof deliveriesSearch>
