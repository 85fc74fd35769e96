import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import type { DeliveriesSearch } from './search-params.ts'

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
