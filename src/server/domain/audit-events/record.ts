import type { AuditAction, AuditTarget } from '#contract/audit-events.ts'
import type { Caller, Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { insertEvents } from './queries.ts'

type Side = Readonly<Record<string, unknown>>

/** One act as its handler knows it. `before` and `after` name members as the interface does. */
export type AuditEventInput = {
  readonly action: AuditAction
  readonly target: { readonly type: AuditTarget; readonly id: string; readonly label?: string | undefined }
  /** Where it happened, when not in the organization of the request's path. */
  readonly organizationId?: string
  readonly before?: Side
  readonly after?: Side
}

/** Who does it: a request's caller; without one, the service itself. */
export type AuditActor = Pick<Context, 'now'> & {
  readonly caller?: Caller
  readonly access?: Pick<Context['access'], 'organizationId'>
  readonly requestId?: string
}

/** Writes acts down in the transaction that does them, so that the log holds exactly what happened. */
export async function recordAuditEvents(
  tx: Tx,
  by: AuditActor,
  ...events: readonly AuditEventInput[]
): Promise<void> {
  if (events.length === 0) return
  const { caller } = by
  await insertEvents(
    tx,
    events.map((event) => ({
      organization_id: event.organizationId ?? by.access?.organizationId ?? '',
      occurred_at: by.now(),
      action: event.action,
      actor_kind: caller === undefined ? 'system' : 'user',
      actor_id: caller?.userId ?? 'lectern',
      actor_label: caller?.displayName ?? null,
      source: caller === undefined ? 'script' : caller.credential.kind === 'session' ? 'ui' : 'api',
      target_kind: event.target.type,
      target_id: event.target.id,
      target_label: event.target.label ?? null,
      before: event.before,
      after: event.after,
      request_id: by.requestId ?? null,
    })),
  )
}

/** The members in which two states of an object differ; null when they do not. */
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
