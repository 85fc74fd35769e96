import { asciiUrl } from '#contract/shared/values.ts'
import { MAX_WEBHOOKS, PREVIOUS_SECRET_HOURS, type WebhookFormat, webhooks } from '#contract/webhooks.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { seal } from '../../sealing.ts'
import { type AuditEventInput, difference, recordAuditEvents } from '../audit-events/record.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { visibleSpace } from '../spaces/queries.ts'
import { isMaskedUrl, maskedUrl } from './chat-message.ts'
import { cancelDeliveries } from './delivery-queries.ts'
import { presentWebhook } from './present.ts'
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  replaceSecret,
  type WebhookRow,
  webhookById,
  webhookPage,
} from './queries.ts'
import { endOfPreviousSecret, expectValidUrl, tooManyWebhooks } from './rules.ts'
import { newSigningSecret } from './signing.ts'

export const webhookHandlers = handle(webhooks, {
  async list(ctx, { params, query }) {
    const page = await webhookPage(ctx.db, params.organizationId, query)
    return listResponse(page, (row) => presentWebhook(row, ctx.urls, ctx.now()))
  },

  async create(ctx, { params: { organizationId }, body }) {
    expectValidUrl(body.url, ctx.config.allowPrivateNetwork)
    const secret = newSigningSecret()
    const sealed = await seal(ctx.config, secret)
    const format = body.format ?? 'standard'
    const address = await addressOf(ctx, format, body.url)
    const webhook = await ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockOrganization(tx, organizationId)
      if ((await countWebhooks(tx, organizationId)) >= MAX_WEBHOOKS) throw tooManyWebhooks()
      const id = ctx.newId()
      await insertWebhook(tx, {
        organizationId,
        id,
        format,
        ...address,
        description: body.description || null,
        spaceId: body.space === undefined ? null : (await visibleSpace(tx, viewerOf(ctx), body.space)).id,
        eventTypes: body.events,
        enabled: body.enabled ?? true,
        secret: sealed,
        now: ctx.now(),
      })
      const row = await webhookById(tx, organizationId, id)
      await recordAuditEvents(tx, ctx, auditEvent('create', row, { after: settingsOf(row) }))
      return presentWebhook(row, ctx.urls, ctx.now())
    })
    return { ...webhook, secret }
  },

  async get(ctx, { params: { webhookId } }) {
    return answer(ctx, ctx.db, webhookId)
  },

  async update(ctx, { params: { organizationId, webhookId }, body }) {
    if (body.url !== undefined) expectValidUrl(body.url, ctx.config.allowPrivateNetwork)
    return ctx.write(async (tx) => {
      const stored = await lockWebhook(tx, organizationId, webhookId)
      expectVersion(ctx, stored.version)
      // The masked URL comes back from a form in which it wasn’t changed, in ASCII as every URL of a body.
      const address =
        body.url === undefined || body.url === asciiUrl(stored.url)
          ? undefined
          : await addressOf(ctx, stored.format, body.url)
      const changed: WebhookRow = {
        ...stored,
        url: address?.url ?? stored.url,
        description: body.description === undefined ? stored.description : body.description || null,
        eventTypes: body.events ?? stored.eventTypes,
        enabled: body.enabled ?? stored.enabled,
      }
      const sides = difference(settingsOf(stored), settingsOf(changed))
      if (sides !== null || address !== undefined) {
        await storeSettings(tx, stored, changed, address?.sealedUrl ?? undefined)
        await recordAuditEvents(tx, ctx, auditEvent('update', changed, sides ?? {}))
      }
      return answer(ctx, tx, webhookId)
    })
  },

  async delete(ctx, { params: { organizationId, webhookId } }) {
    await ctx.write(async (tx) => {
      const stored = await lockWebhook(tx, organizationId, webhookId)
      expectVersion(ctx, stored.version)
      await deleteWebhook(tx, stored)
      await recordAuditEvents(tx, ctx, auditEvent('delete', stored, { before: settingsOf(stored) }))
    })
    return undefined
  },

  async rotateSecret(ctx, { params: { organizationId, webhookId } }) {
    const secret = newSigningSecret()
    const sealed = await seal(ctx.config, secret)
    const webhook = await ctx.write(async (tx) => {
      const stored = await lockWebhook(tx, organizationId, webhookId)
      const previousUntil = endOfPreviousSecret(ctx.now(), PREVIOUS_SECRET_HOURS)
      await replaceSecret(tx, stored, { secret: sealed, previousUntil })
      await recordAuditEvents(tx, ctx, auditEvent('rotate-secret', stored, {}))
      return answer(ctx, tx, webhookId)
    })
    return { ...webhook, secret }
  },
})

/** How a URL is stored: the one of a chat is a secret, and shown masked. @throws {DomainError} for one that is masked */
async function addressOf({ config }: Context, format: WebhookFormat, url: string) {
  if (format === 'standard') return { url, sealedUrl: null }
  if (isMaskedUrl(url))
    throw invalid([{ path: ['body', 'url'], message: 'Enter the whole URL. A part of this one is hidden' }])
  return { url: maskedUrl(url), sealedUrl: await seal(config, url) }
}

/** Enabling it starts a new count of failures; disabling it ends what is waiting. */
async function storeSettings(
  tx: Tx,
  stored: WebhookRow,
  changed: WebhookRow,
  sealedUrl: Buffer | undefined,
): Promise<void> {
  await changeWebhook(tx, stored, {
    url: changed.url,
    ...(sealedUrl === undefined ? {} : { sealed_url: sealedUrl }),
    description: changed.description,
    event_types: changed.eventTypes,
    ...(changed.enabled === stored.enabled
      ? {}
      : { enabled: changed.enabled, disabled_reason: null, failing_since: null, dropped_at: null }),
  })
  if (stored.enabled && !changed.enabled) await cancelDeliveries(tx, stored.organizationId, stored.id)
}

const settingsOf = ({ url, description, spaceId, eventTypes, enabled }: WebhookRow) => ({
  url,
  description: description ?? '',
  ...(spaceId === null ? {} : { space: spaceId }),
  events: eventTypes,
  enabled,
})

const auditEvent = (
  verb: 'create' | 'update' | 'delete' | 'rotate-secret',
  { id, url }: WebhookRow,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `webhook.${verb}`,
  target: { type: 'webhook', id, label: url },
  ...sides,
})

const answer = async (ctx: Context, db: Db | Tx, id: string) =>
  presentWebhook(await webhookById(db, ctx.access.organizationId, id), ctx.urls, ctx.now())
