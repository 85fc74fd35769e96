import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { DeliveryAttempt, DeliveryStatus, WebhookFormat } from '#contract/webhooks.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import type { WebhookTable } from '../../db/tables/webhooks.ts'
import { notFound } from '../../errors.ts'

const columns = [
  'w.organization_id as organizationId',
  'w.id',
  'w.format',
  'w.url',
  'w.description',
  'w.space_id as spaceId',
  's.title as spaceTitle',
  'w.event_types as eventTypes',
  'w.enabled',
  'w.disabled_reason as disabledReason',
  'w.failing_since as failingSince',
  'w.dropped_at as droppedAt',
  'w.previous_secret_until as previousSecretUntil',
  'w.version',
  'w.created_at as createdAt',
] as const

type LastDelivery = {
  readonly id: string
  readonly status: DeliveryStatus
  readonly attempt: DeliveryAttempt
}

const webhooksOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('webhook as w')
    .leftJoin('space as s', (join) =>
      join.onRef('s.organization_id', '=', 'w.organization_id').onRef('s.id', '=', 'w.space_id'),
    )
    .where('w.organization_id', '=', organizationId)
    .select(columns)
    .select(
      sql<LastDelivery | null>`(select jsonb_build_object('id', d.id, 'status', d.status, 'attempt', d.history -> -1)
        from webhook_delivery d where d.organization_id = w.organization_id and d.webhook_id = w.id
          and d.last_attempt_at is not null order by d.last_attempt_at desc limit 1)`.as('lastDelivery'),
    )

/** One page of an organization's webhooks, oldest first, with their count. */
export async function webhookPage(db: Db, organizationId: string, paging: Paging) {
  const [page, count] = await Promise.all([
    pageOf(
      webhooksOf(db, organizationId),
      { columns: ['w.created_at', 'w.id'], keyOf: (row) => [row.createdAt, row.id] },
      paging,
    ),
    countWebhooks(db, organizationId),
  ])
  return { ...page, count }
}

export type WebhookRow = Awaited<ReturnType<typeof webhookPage>>['rows'][number]

export async function countWebhooks(db: Db | Tx, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export const webhookById = (db: Db | Tx, organizationId: string, id: string): Promise<WebhookRow> =>
  webhooksOf(db, organizationId)
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('webhook', id))

/** Locks a webhook until the transaction ends. */
export const lockWebhook = (tx: Tx, organizationId: string, id: string): Promise<WebhookRow> =>
  webhooksOf(tx, organizationId)
    .where('w.id', '=', id)
    .forNoKeyUpdate('w')
    .executeTakeFirstOrThrow(() => notFound('webhook', id))

export type NewWebhook = {
  readonly organizationId: string
  readonly id: string
  readonly format: WebhookFormat
  readonly url: string
  /** Of a chat, whose `url` is masked. */
  readonly sealedUrl: Buffer | null
  readonly description: string | null
  readonly spaceId: string | null
  readonly eventTypes: WebhookTable['event_types']
  readonly enabled: boolean
  /** Sealed */
  readonly secret: Buffer
  readonly now: Date
}

export const insertWebhook = (tx: Tx, webhook: NewWebhook) =>
  tx
    .insertInto('webhook')
    .values({
      organization_id: webhook.organizationId,
      id: webhook.id,
      format: webhook.format,
      url: webhook.url,
      sealed_url: webhook.sealedUrl,
      description: webhook.description,
      space_id: webhook.spaceId,
      event_types: webhook.eventTypes,
      enabled: webhook.enabled,
      secret: webhook.secret,
      created_at: webhook.now,
    })
    .execute()

export type WebhookChange = {
  readonly url?: string
  readonly sealed_url?: Buffer
  readonly description?: string | null
  readonly event_types?: WebhookTable['event_types']
  readonly enabled?: boolean
  readonly disabled_reason?: WebhookTable['disabled_reason']['__select__']
  readonly failing_since?: Date | null
  readonly dropped_at?: Date | null
}

type WebhookRef = { readonly organizationId: string; readonly id: string }

/** Changes a webhook and increments its version. */
export const changeWebhook = (tx: Tx, { organizationId, id }: WebhookRef, change: WebhookChange) =>
  tx
    .updateTable('webhook')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** Replaces the secret; the current one continues to sign until a time. */
export const replaceSecret = (
  tx: Tx,
  { organizationId, id }: WebhookRef,
  { secret, previousUntil }: { secret: Buffer; previousUntil: Date },
) =>
  tx
    .updateTable('webhook')
    .set({
      previous_secret: sql`secret`,
      previous_secret_until: previousUntil,
      secret,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()

export const deleteWebhook = (tx: Tx, { organizationId, id }: WebhookRef) =>
  tx.deleteFrom('webhook').where('organization_id', '=', organizationId).where('id', '=', id).execute()

/** Deletes the webhooks of a space that leaves the organization. */
export const deleteWebhooksOfSpace = (tx: Tx, organizationId: string, spaceId: string) =>
  tx
    .deleteFrom('webhook')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()

/** The admins who get emails about the webhooks of an organization, with its title. */
export const emailRecipients = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['m.user_id as userId', 'u.email', 'o.title as organization'])
    .where('m.organization_id', '=', organizationId)
    .where('m.role', '=', 'admin')
    .where('m.disabled', '=', false)
    .execute()
