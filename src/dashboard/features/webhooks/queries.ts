import { z } from 'zod'
import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'

/** The webhooks of an organization, page by page. */
export const webhooksQuery = (organizationId: string) =>
  qPages(api.webhooks.list, { params: { organizationId }, query: { limit: 100 } })

export type WebhookParams = { readonly organizationId: string; readonly webhookId: string }

export const webhookQuery = (params: WebhookParams) => q(api.webhooks.get, { params })

/** The deliveries of a webhook, newest first. */
export const deliveriesQuery = (params: WebhookParams, status: DeliveriesSearch['status']) =>
  qPages(api.webhooks.listDeliveries, { params, query: { limit: 100, ...(status ? { status } : {}) } })

export const deliveryQuery = (params: WebhookParams, deliveryId: string) =>
  q(api.webhooks.getDelivery, { params: { ...params, deliveryId } })

/** How often deliveries are read while one of them is waiting. */
export const DELIVERIES_INTERVAL_MS = 2000

/** The search parameters of the list of webhooks. */
export const webhooksSearch = z.object({ dialog: z.literal('new').optional().catch(undefined) })
export type WebhooksSearch = z.infer<typeof webhooksSearch>

/** The search parameters of a webhook: its open dialog, the filter and the open delivery. */
export const deliveriesSearch = z.object({
  dialog: z.literal('edit').optional().catch(undefined),
  status: z.enum(['failed', 'pending', 'succeeded']).optional().catch(undefined),
  delivery: z.coerce.string().optional().catch(undefined),
})
export type DeliveriesSearch = z.infer<typeof deliveriesSearch>
