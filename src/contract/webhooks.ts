import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { id, timestamp, uri, urlsOf, version } from './shared/values.ts'
import { TEST_EVENT_TYPE, webhookEvent, webhookEventTypes } from './webhook-events.ts'

/** Webhooks an organization can have. */
export const MAX_WEBHOOKS = 20
/** Deliveries of a webhook that can wait; further events are dropped until there are fewer. */
export const MAX_PENDING_DELIVERIES = 1000
/** Days that deliveries stay listed. */
export const DELIVERY_RETENTION_DAYS = 30
/** Days without a successful delivery after which a webhook is disabled. */
export const FAILING_DAYS = 5
/** Hours that a replaced secret still signs. */
export const PREVIOUS_SECRET_HOURS = 24
/** Bytes of a response that are stored. */
export const MAX_RESPONSE_BYTES = 4096

export const deliveryStatus = z
  .enum(['pending', 'succeeded', 'failed'])
  .describe('pending: waiting for the first or the next attempt; failed: no further attempt is made')
export type DeliveryStatus = z.infer<typeof deliveryStatus>

const webhookFormat = z
  .enum(['standard', 'slack'])
  .describe('standard: a signed event without content; slack: a message for Slack and compatible chats')
export type WebhookFormat = z.infer<typeof webhookFormat>

const responseStatus = z.number().int().optional().describe('HTTP status; absent if there was no response')
const durationMs = z.number().int().describe('Milliseconds until the response or the failure')
const failure = z.string().optional().describe('Why the attempt failed')

const attempt = z.object({ at: timestamp, responseStatus, durationMs, error: failure })
export type DeliveryAttempt = z.infer<typeof attempt>

export const webhookDelivery = z
  .object({
    object: z.literal('webhook-delivery'),
    id,
    type: z.enum([...webhookEventTypes, TEST_EVENT_TYPE]),
    eventId: id.describe('Sent as `webhook-id`'),
    status: deliveryStatus,
    createdAt: timestamp,
    attempts: z.number().int().describe('Number of attempts so far'),
    lastAttempt: attempt.optional(),
    nextAttemptAt: timestamp.optional().describe('Only while it is pending'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookDeliveryDetail = webhookDelivery
  .extend({
    payload: webhookEvent.describe('The body of the request'),
    history: z.array(attempt).describe('The last 20 attempts, oldest first'),
    responseBody: z
      .string()
      .optional()
      .describe(`The first ${MAX_RESPONSE_BYTES} bytes of the last response`),
  })
  .meta({ id: 'WebhookDeliveryDetail' })
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>

export const webhook = z
  .object({
    object: z.literal('webhook'),
    id,
    format: webhookFormat,
    url: z.string().describe('Of a chat, the end is hidden: anyone who knows it can post there'),
    description: z.string().optional(),
    space: z.object({ id, title: z.string() }).optional().describe('Only its events are sent'),
    events: z.array(z.enum(webhookEventTypes)),
    enabled: z.boolean(),
    disabledReason: z
      .enum(['failing', 'gone'])
      .optional()
      .describe(
        `failing: no delivery succeeded for ${FAILING_DAYS} days; gone: it responded with 410. Absent if a person disabled it`,
      ),
    failingSince: timestamp.optional().describe('The first failure since the last success'),
    droppedAt: timestamp
      .optional()
      .describe(`When events were last dropped because ${MAX_PENDING_DELIVERIES} deliveries were waiting`),
    lastDelivery: z
      .object({ id, status: deliveryStatus, attempt })
      .optional()
      .describe('The delivery with the latest attempt'),
    previousSecretUntil: timestamp
      .optional()
      .describe('Until when requests are also signed with the previous secret'),
    createdAt: timestamp,
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

const secret = z.string().describe('The signing secret, `whsec_…`. It is only shown in this response')

const base = '/orgs/:organizationId/webhooks'
const webhookPath = organizationPath.extend({ webhookId: id })
const deliveryPath = webhookPath.extend({ deliveryId: id })

const fields = {
  url: uri.describe('Must be https, unless the operator allows private networks'),
  events: z
    .array(z.enum(webhookEventTypes))
    .min(1, 'Select at least one event')
    .max(webhookEventTypes.length)
    .refine((types) => new Set(types).size === types.length, 'Select each event only once'),
  description: z.string().max(255),
  enabled: z.boolean(),
}

/** Requests to other systems when something changes in an organization. */
export const webhooks = resource('webhooks', {
  list: {
    id: 'listWebhooks',
    method: 'GET',
    path: base,
    summary: 'List the webhooks of an organization, oldest first.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(webhook),
  },
  create: {
    id: 'createWebhook',
    method: 'POST',
    path: base,
    summary: `Create a webhook. An organization can have ${MAX_WEBHOOKS}.`,
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({
      format: webhookFormat.optional().describe('`standard` by default; it can’t be changed later'),
      url: fields.url,
      events: fields.events,
      description: fields.description.optional(),
      space: id
        .optional()
        .describe(
          'Send only events of this space; it can’t be changed later. The webhook is deleted with the space',
        ),
      enabled: fields.enabled.optional().describe('True by default'),
    }),
    status: 201,
    response: webhook.extend({ secret }),
    secret: true,
  },
  get: {
    id: 'getWebhook',
    method: 'GET',
    path: `${base}/:webhookId`,
    summary: 'Get a webhook.',
    permission: 'organization.admin',
    params: webhookPath,
    status: 200,
    response: webhook,
  },
  update: {
    id: 'updateWebhook',
    method: 'PATCH',
    path: `${base}/:webhookId`,
    summary: 'Update a webhook.',
    description:
      'Disabling it marks waiting deliveries as failed. Enabling it doesn’t send events from the time in between; resend individual deliveries instead.',
    permission: 'organization.admin',
    params: webhookPath,
    body: z.object({
      url: fields.url.optional(),
      events: fields.events.optional(),
      description: fields.description.optional(),
      enabled: fields.enabled.optional(),
    }),
    status: 200,
    response: webhook,
    versioned: true,
  },
  delete: {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: `${base}/:webhookId`,
    summary: 'Delete a webhook and its deliveries.',
    permission: 'organization.admin',
    params: webhookPath,
    status: 204,
    versioned: true,
  },
  rotateSecret: {
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: `${base}/:webhookId/secret`,
    summary: `Replace the secret of a webhook. Requests are signed with both secrets for ${PREVIOUS_SECRET_HOURS} hours.`,
    permission: 'organization.admin',
    params: webhookPath,
    status: 200,
    response: webhook.extend({ secret }),
    secret: true,
  },
  test: {
    id: 'testWebhook',
    method: 'POST',
    path: `${base}/:webhookId/test`,
    summary: `Send an event of type \`${TEST_EVENT_TYPE}\` to a webhook, and return its delivery.`,
    description: 'Returns 409 if the webhook is disabled.',
    permission: 'organization.admin',
    params: webhookPath,
    status: 201,
    response: webhookDelivery,
  },
  listDeliveries: {
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: `${base}/:webhookId/deliveries`,
    summary: `List the deliveries of a webhook from the last ${DELIVERY_RETENTION_DAYS} days, newest first.`,
    permission: 'organization.admin',
    params: webhookPath,
    query: paging.extend({ status: deliveryStatus.optional() }),
    status: 200,
    response: listOf(webhookDelivery),
  },
  getDelivery: {
    id: 'getWebhookDelivery',
    method: 'GET',
    path: `${base}/:webhookId/deliveries/:deliveryId`,
    summary: 'Get a delivery with its payload, its attempts and the last response.',
    permission: 'organization.admin',
    params: deliveryPath,
    status: 200,
    response: webhookDeliveryDetail,
  },
  resendDelivery: {
    id: 'resendWebhookDelivery',
    method: 'POST',
    path: `${base}/:webhookId/deliveries/:deliveryId/resend`,
    summary: 'Send a delivery again with the same event id.',
    description:
      'A delivery that waits for its next attempt is sent now. Returns 409 if it is being sent already or the webhook is disabled.',
    permission: 'organization.admin',
    params: deliveryPath,
    status: 200,
    response: webhookDelivery,
  },
})
