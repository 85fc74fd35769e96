import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import { DELIVERY_RETENTION_DAYS, type DeliveryAttempt, type DeliveryStatus } from '#contract/webhooks.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import type { StoredEventType } from '../../db/tables/webhooks.ts'
import { notFound } from '../../errors.ts'

export type DeliveryRef = {
  readonly organizationId: string
  readonly webhookId: string
  readonly deliveryId: string
}

/** Attempts that stay listed with a delivery. */
const MAX_HISTORY = 20

const deliveriesOf = (
  db: Db | Tx,
  { organizationId, webhookId }: Pick<DeliveryRef, 'organizationId' | 'webhookId'>,
) =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', (join) =>
      join.onRef('e.organization_id', '=', 'd.organization_id').onRef('e.id', '=', 'd.event_id'),
    )
    .where('d.organization_id', '=', organizationId)
    .where('d.webhook_id', '=', webhookId)
    .select([
      'd.organization_id as organizationId',
      'd.webhook_id as webhookId',
      'd.id',
      'd.event_id as eventId',
      'd.status',
      'd.tries',
      'd.attempts',
      'd.history',
      'd.next_attempt_at as nextAttemptAt',
      'd.created_at as createdAt',
      'e.type',
      'e.object_id as objectId',
      'e.parent_id as parentId',
      'e.object_version as objectVersion',
      'e.actor_kind as actorKind',
      'e.actor_id as actorId',
      'e.occurred_at as occurredAt',
    ])

/** One page of a webhook's deliveries, newest first, with their count. */
export async function deliveryPage(
  db: Db,
  at: Pick<DeliveryRef, 'organizationId' | 'webhookId'>,
  { status, ...paging }: Paging & { readonly status?: DeliveryStatus | undefined },
) {
  const deliveries = deliveriesOf(db, at).$if(status !== undefined, (query) =>
    query.where('d.status', '=', status ?? 'failed'),
  )
  const counting = db
    .selectFrom('webhook_delivery')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', at.organizationId)
    .where('webhook_id', '=', at.webhookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'failed'))
  const [page, { count }] = await Promise.all([
    pageOf(
      deliveries,
      {
        columns: ['d.created_at', 'd.id'],
        keyOf: (row) => [row.createdAt, row.id],
        direction: 'desc',
      },
      paging,
    ),
    counting.executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

export type DeliveryRow = Awaited<ReturnType<typeof deliveryPage>>['rows'][number]

export const deliveryById = (db: Db | Tx, at: DeliveryRef) =>
  deliveriesOf(db, at)
    .select('d.response_body as responseBody')
    .where('d.id', '=', at.deliveryId)
    .executeTakeFirstOrThrow(() => notFound('delivery', at.deliveryId))

/** A waiting delivery with where to send it; undefined if there is nothing to send any more. */
export const pendingDelivery = (db: Db | Tx, at: DeliveryRef) =>
  deliveriesOf(db, at)
    .innerJoin('webhook as w', (join) =>
      join.onRef('w.organization_id', '=', 'd.organization_id').onRef('w.id', '=', 'd.webhook_id'),
    )
    .select([
      'w.format',
      'w.url',
      'w.sealed_url as sealedUrl',
      'w.secret',
      'w.previous_secret as previousSecret',
      'w.previous_secret_until as previousSecretUntil',
    ])
    .where('d.id', '=', at.deliveryId)
    .where('d.status', '=', 'pending')
    .where('w.enabled', '=', true)
    .executeTakeFirst()

export type PendingDelivery = NonNullable<Awaited<ReturnType<typeof pendingDelivery>>>

/** Locks a delivery until the transaction ends. */
export const lockDelivery = (tx: Tx, at: DeliveryRef): Promise<DeliveryRow> =>
  deliveriesOf(tx, at)
    .where('d.id', '=', at.deliveryId)
    .forNoKeyUpdate('d')
    .executeTakeFirstOrThrow(() => notFound('delivery', at.deliveryId))

/** Stores an event for a single webhook, and its delivery. */
export async function insertTestDelivery(
  tx: Tx,
  { organizationId, webhookId, deliveryId }: DeliveryRef,
  event: {
    readonly id: string
    readonly type: StoredEventType
    readonly actorId: string
    readonly now: Date
  },
): Promise<void> {
  await tx
    .insertInto('webhook_event')
    .values({
      organization_id: organizationId,
      id: event.id,
      type: event.type,
      object_id: webhookId,
      actor_kind: 'user',
      actor_id: event.actorId,
      occurred_at: event.now,
    })
    .execute()
  await tx
    .insertInto('webhook_delivery')
    .values({
      organization_id: organizationId,
      webhook_id: webhookId,
      id: deliveryId,
      event_id: event.id,
      next_attempt_at: event.now,
      created_at: event.now,
    })
    .execute()
}

const isDelivery = ({ organizationId, webhookId, deliveryId }: DeliveryRef) =>
  sql<boolean>`organization_id = ${organizationId} and webhook_id = ${webhookId} and id = ${deliveryId}`

/** Starts the attempts of a delivery from the beginning. */
export const restartDelivery = (tx: Tx, at: DeliveryRef, now: Date) =>
  tx
    .updateTable('webhook_delivery')
    .set({ status: 'pending', tries: 0, next_attempt_at: now })
    .where(isDelivery(at))
    .execute()

/** Records an attempt with the state of the delivery after it. */
export const recordAttempt = (
  tx: Tx,
  at: DeliveryRef,
  {
    attempt,
    responseBody,
    ...state
  }: {
    readonly attempt: DeliveryAttempt
    readonly responseBody: string | null
    readonly status: DeliveryStatus
    readonly nextAttemptAt: Date | null
  },
) =>
  tx
    .updateTable('webhook_delivery')
    .set({
      status: state.status,
      tries: sql`tries + 1`,
      attempts: sql`attempts + 1`,
      history: sql`case when jsonb_array_length(history) >= ${MAX_HISTORY} then history - 0 else history end
        || jsonb_build_array(${asJson(attempt)}::jsonb)`,
      response_body: responseBody,
      last_attempt_at: new Date(attempt.at),
      next_attempt_at: state.nextAttemptAt,
    })
    .where(isDelivery(at))
    .execute()

/** Ends all waiting deliveries of a webhook as failed. */
export const cancelDeliveries = (tx: Tx, organizationId: string, webhookId: string) =>
  tx
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_attempt_at: null })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()

/** Deletes deliveries and events that are no longer listed. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const end = new Date(now.getTime() - DELIVERY_RETENTION_DAYS * 86_400_000)
  await db.deleteFrom('webhook_delivery').where('created_at', '<', end).execute()
  await db.deleteFrom('webhook_event').where('occurred_at', '<', end).execute()
}
