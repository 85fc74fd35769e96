import { type RawBuilder, sql } from 'kysely'
import type { AuditAction, AuditTarget } from '#contract/audit-events.ts'
import type { Paging } from '#contract/shared/paging.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import type { AuditEventTable } from '../../db/tables/people.ts'
import { newEventId } from './event-id.ts'

type Side = Readonly<Record<string, unknown>> | undefined

export type NewEvent = Omit<
  AuditEventTable,
  'id' | 'before' | 'after' | 'actor_label' | 'target_label' | 'request_id'
> & {
  readonly actor_label: string | null
  readonly target_label: string | null
  readonly request_id: string | null
  readonly before: Side
  readonly after: Side
}

/** Keeps a statement well below the driver's limit of parameters. */
const MAX_ROWS_PER_INSERT = 1000

export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += MAX_ROWS_PER_INSERT) {
    await tx
      .insertInto('audit_event')
      .values(
        events.slice(from, from + MAX_ROWS_PER_INSERT).map(({ before, after, ...event }, index) => ({
          ...event,
          id: newEventId(event.occurred_at, from + index),
          before: jsonOrNull(before),
          after: jsonOrNull(after),
        })),
      )
      .execute()
  }
}

/** As a part of a statement that changes something: records an event if `changed` has a row. */
export const insertEventIf = (changed: RawBuilder<unknown>, event: NewEvent): RawBuilder<unknown> => sql`
  insert into audit_event (id, organization_id, occurred_at, action, actor_kind, actor_id, actor_label, source, target_kind,
    target_id, target_label, before, after, request_id)
  select ${newEventId(event.occurred_at, 0)}::uuid, ${event.organization_id}, ${event.occurred_at}::timestamptz,
    ${event.action}, ${event.actor_kind}, ${event.actor_id}, ${event.actor_label}, ${event.source}, ${event.target_kind},
    ${event.target_id}, ${event.target_label}, ${jsonOrNull(event.before)}::jsonb, ${jsonOrNull(event.after)}::jsonb,
    ${event.request_id} from ${changed}`

const jsonOrNull = (side: Side): string | null => (side === undefined ? null : asJson(side))

/** The ids of a user's organizations. */
export async function organizationIdsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('member')
    .select('organization_id as id')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute()
  return rows.map(({ id }) => id)
}

export type EventFilters = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly action?: AuditAction | undefined
  readonly actor?: string | undefined
  readonly target?: string | undefined
  readonly targetType?: AuditTarget | undefined
}

const columns = [
  'id',
  'organization_id as organizationId',
  'occurred_at as occurredAt',
  'action',
  'actor_kind as actorKind',
  'actor_id as actorId',
  'actor_label as actorLabel',
  'source',
  'target_kind as targetKind',
  'target_id as targetId',
  'target_label as targetLabel',
] as const

/** One page of an organization's audit log, newest first, with the count of all events that match. */
export async function eventPage(db: Db, organizationId: string, filters: EventFilters, paging: Paging) {
  const filtered = filteredEvents(db, organizationId, filters)
  const [page, { count }] = await Promise.all([
    pageOf(
      filtered.select(columns),
      { columns: ['occurred_at', 'id'], keyOf: (row) => [row.occurredAt, row.id], direction: 'desc' },
      paging,
    ),
    filtered.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

export type EventRow = Awaited<ReturnType<typeof eventPage>>['rows'][number]

function filteredEvents(db: Db, organizationId: string, filters: EventFilters) {
  const { from, to, action, actor, target, targetType } = filters
  let events = db.selectFrom('audit_event').where('organization_id', '=', organizationId)
  if (from !== undefined) events = events.where('occurred_at', '>=', new Date(from))
  if (to !== undefined) events = events.where('occurred_at', '<=', new Date(to))
  if (action !== undefined) events = events.where('action', '=', action)
  if (actor !== undefined) events = events.where('actor_id', '=', actor)
  if (target !== undefined) events = events.where('target_id', '=', target)
  if (targetType !== undefined) events = events.where('target_kind', '=', targetType)
  return events
}

/** One audit event with its changes; undefined when the organization has none with this id. */
export const auditEventById = (db: Db, organizationId: string, id: string) =>
  db
    .selectFrom('audit_event')
    .select(columns)
    .select(['before', 'after', 'request_id as requestId'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export type EventDetailRow = NonNullable<Awaited<ReturnType<typeof auditEventById>>>
