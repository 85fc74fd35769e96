import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import type { Urls } from '../../urls.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import type { WebhookRow } from './queries.ts'

export const presentWebhook = (row: WebhookRow, urls: Urls, now: Date): Webhook => ({
  object: 'webhook',
  id: row.id,
  format: row.format,
  url: row.url,
  ...(row.description === null ? {} : { description: row.description }),
  ...(row.spaceId === null ? {} : { space: { id: row.spaceId, title: row.spaceTitle ?? '' } }),
  events: row.eventTypes,
  enabled: row.enabled,
  ...(row.disabledReason === null ? {} : { disabledReason: row.disabledReason }),
  ...(row.failingSince === null ? {} : { failingSince: row.failingSince.toISOString() }),
  ...(row.droppedAt === null ? {} : { droppedAt: row.droppedAt.toISOString() }),
  ...(row.lastDelivery === null ? {} : { lastDelivery: row.lastDelivery }),
  ...(row.previousSecretUntil === null || row.previousSecretUntil <= now
    ? {}
    : { previousSecretUntil: row.previousSecretUntil.toISOString() }),
  createdAt: row.createdAt.toISOString(),
  urls: { location: urls.location('orgs', row.organizationId, 'webhooks', row.id) },
  version: row.version,
})

export function presentDelivery(row: DeliveryRow, urls: Urls): WebhookDelivery {
  const last = row.history.at(-1)
  return {
    object: 'webhook-delivery',
    id: row.id,
    type: row.type,
    eventId: row.eventId,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    ...(last === undefined ? {} : { lastAttempt: last }),
    ...(row.nextAttemptAt === null ? {} : { nextAttemptAt: row.nextAttemptAt.toISOString() }),
    urls: {
      location: urls.location('orgs', row.organizationId, 'webhooks', row.webhookId, 'deliveries', row.id),
    },
  }
}

/** The body of the request. */
export const payloadOf = (row: DeliveryRow): WebhookEvent => ({
  id: row.eventId,
  type: row.type,
  timestamp: row.occurredAt.toISOString(),
  data: {
    organization: row.organizationId,
    id: row.objectId,
    ...(row.parentId === null ? {} : { parent: row.parentId }),
    ...(row.objectVersion === null ? {} : { version: row.objectVersion }),
    ...(row.actorKind === null || row.actorId === null
      ? {}
      : { actor: { type: row.actorKind, id: row.actorId } }),
  },
})
