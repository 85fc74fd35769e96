import type { Webhook } from '#contract/webhooks.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { writeIn } from '../../db/write.ts'
import { unseal } from '../../sealing.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { chatMessage } from './chat-message.ts'
import { eventSubject } from './chat-queries.ts'
import {
  cancelDeliveries,
  type DeliveryRef,
  type PendingDelivery,
  pendingDelivery,
  recordAttempt,
} from './delivery-queries.ts'
import { payloadOf } from './present.ts'
import { changeWebhook, emailRecipients, lockWebhook, type WebhookRow } from './queries.ts'
import { hasFailedTooLong, nextAttempt } from './rules.ts'
import { post, type SendResult } from './send.ts'
import { signedHeaders } from './signing.ts'

/** The status with which a receiver says that it wants no further requests. */
const GONE = 410

/**
 * Makes one attempt of a delivery and records it, with the next attempt if it failed. If the process ends in between,
 * the job runs again and the receiver gets the event twice, with the same `webhook-id`.
 */
export async function attemptDelivery(service: Service, at: DeliveryRef, stop: AbortSignal): Promise<void> {
  const { config, db, now } = service
  const delivery = await pendingDelivery(db, at)
  if (delivery === undefined) return
  const startedAt = now()
  const body = JSON.stringify(await bodyOf(service, delivery))
  const url = delivery.sealedUrl === null ? delivery.url : await unseal(config, delivery.sealedUrl)
  const headers = await signedHeaders(config, delivery, body, startedAt)
  const options = { headers, allowPrivate: config.allowPrivateNetwork, stop }
  const result = await post(url, body, options)
  await writeIn(db, (tx) => recordResult(tx, service, at, { delivery, startedAt, result }))
}

/** An event, or the message about it. What it names is read when it is sent. */
async function bodyOf({ db, urls }: Service, delivery: PendingDelivery) {
  if (delivery.format === 'standard') return payloadOf(delivery)
  return chatMessage(delivery.type, await eventSubject(db, delivery), urls, delivery.organizationId)
}

type Attempt = {
  readonly delivery: PendingDelivery
  readonly startedAt: Date
  readonly result: SendResult
}

async function recordResult(tx: Tx, service: Service, at: DeliveryRef, attempt: Attempt): Promise<void> {
  const { delivery, startedAt, result } = attempt
  const { organizationId, webhookId } = at
  const webhook = await lockWebhook(tx, organizationId, webhookId)
  const succeeded = result.error === null
  const retryAt = succeeded || !webhook.enabled ? null : nextAttempt(delivery.tries + 1, service.now())
  await recordAttempt(tx, at, {
    attempt: {
      at: startedAt.toISOString(),
      durationMs: result.durationMs,
      ...(result.responseStatus === null ? {} : { responseStatus: result.responseStatus }),
      ...(result.error === null ? {} : { error: result.error }),
    },
    responseBody: result.responseBody,
    status: succeeded ? 'succeeded' : retryAt === null ? 'failed' : 'pending',
    nextAttemptAt: retryAt,
  })
  if (retryAt !== null) await enqueueDelivery(tx, service, at, retryAt)
  if (!webhook.enabled) return
  const since = succeeded ? null : (webhook.failingSince ?? startedAt)
  const reason = reasonToDisable(result, since, service.now())
  if (reason !== null) return disable(tx, service, webhook, reason)
  if (since?.getTime() !== webhook.failingSince?.getTime())
    await changeWebhook(tx, webhook, { failing_since: since })
}

function reasonToDisable(
  { responseStatus }: SendResult,
  failingSince: Date | null,
  now: Date,
): NonNullable<Webhook['disabledReason']> | null {
  if (responseStatus === GONE) return 'gone'
  return failingSince !== null && hasFailedTooLong(failingSince, now) ? 'failing' : null
}

/** Disables a webhook and sends an email to every admin. */
async function disable(
  tx: Tx,
  service: Service,
  webhook: WebhookRow,
  reason: NonNullable<Webhook['disabledReason']>,
): Promise<void> {
  const { organizationId, id } = webhook
  await changeWebhook(tx, webhook, { enabled: false, disabled_reason: reason, failing_since: null })
  await cancelDeliveries(tx, organizationId, id)
  await recordAuditEvents(
    tx,
    { now: service.now, access: { organizationId } },
    {
      action: 'webhook.disable',
      target: { type: 'webhook', id, label: webhook.url },
      after: { enabled: false, reason },
    },
  )
  const admins = await emailRecipients(tx, organizationId)
  await service.jobs.enqueueEach(
    tx,
    'send-mail',
    admins.map(({ userId }) => ({ kind: 'webhook-disabled', organizationId, webhookId: id, userId })),
  )
}

/** Enqueues an attempt. Deliveries of one webhook are sent one after the other. */
export const enqueueDelivery = (
  tx: Tx,
  { jobs }: Pick<Service, 'jobs'>,
  { organizationId, webhookId, deliveryId }: DeliveryRef,
  runAt?: Date,
): Promise<void> =>
  jobs.enqueue(
    tx,
    'deliver-webhook',
    { organizationId, webhookId, deliveryId },
    {
      key: `webhook delivery ${deliveryId}`,
      queue: `webhook ${webhookId}`,
      ...(runAt === undefined ? {} : { runAt }),
    },
  )
