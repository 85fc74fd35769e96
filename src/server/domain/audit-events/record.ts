import type { AuditAction, AuditTarget } from '#contract/audit-events.ts'
import type { Caller, Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { insertEvents, type NewEvent } from './queries.ts'

type Side = Readonly<Record<string, unknown>>

/** An audit event as a handler describes it. `before` and `after` use the API's field names. */
export type AuditEventInput = {
  readonly action: AuditAction
  readonly target: { readonly type: AuditTarget; readonly id: string; readonly label?: string | undefined }
  /** Set when it is not the organization of the request's path. */
  readonly organizationId?: string
  readonly before?: Side
  readonly after?: Side
}

/** Who caused an event: the caller of a request, an integration, or without both the service itself. */
export type AuditActor = Pick<Context, 'now'> & {
  readonly caller?: Caller
  readonly access?: Pick<Context['access'], 'organizationId'>
  readonly requestId?: string
  /** Another system that acts with a token of the organization. */
  readonly integration?: { readonly id: string; readonly label: string }
}

/** Records audit events in the transaction that makes the changes, so that the log matches what happened. */
export async function recordAuditEvents(
  tx: Tx,
  by: AuditActor,
  ...events: readonly AuditEventInput[]
): Promise<void> {
  if (events.length === 0) return
  await insertEvents(
    tx,
    events.map((event) => storedEvent(by, event)),
  )
}

/** An event as it is stored. */
export const storedEvent = (by: AuditActor, event: AuditEventInput): NewEvent => ({
  organization_id: event.organizationId ?? by.access?.organizationId ?? '',
  occurred_at: by.now(),
  action: event.action,
  ...actorColumns(by),
  target_kind: event.target.type,
  target_id: event.target.id,
  target_label: event.target.label ?? null,
  before: event.before,
  after: event.after,
  request_id: by.requestId ?? null,
})

function actorColumns({ caller, integration }: AuditActor) {
  if (integration !== undefined) {
    const { id, label } = integration
    return { actor_kind: 'integration', actor_id: id, actor_label: label, source: 'integration' } as const
  }
  if (caller === undefined) {
    return { actor_kind: 'system', actor_id: 'lectern', actor_label: null, source: 'script' } as const
  }
  return {
    actor_kind: 'user',
    actor_id: caller.userId,
    actor_label: caller.displayName,
    source: caller.credential.kind === 'session' ? 'ui' : 'api',
  } as const
}

/** The fields in which two states of an object differ; null when there are none. */
export function difference(
  before: Side,
  after: Side,
): { readonly before: Side; readonly after: Side } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const only = (side: Side): Side => Object.fromEntries(names.map((name) => [name, side[name] ?? null]))
  return { before: only(before), after: only(after) }
}
