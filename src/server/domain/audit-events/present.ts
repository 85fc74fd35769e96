import type { AuditEvent, AuditEventDetail } from '#contract/audit-events.ts'
import type { Urls } from '../../urls.ts'
import type { EventDetailRow, EventRow } from './queries.ts'

/** An audit event as the API returns it. */
export const presentEvent = (row: EventRow, urls: Urls): AuditEvent => ({
  object: 'audit-event',
  id: row.id,
  occurredAt: row.occurredAt.toISOString(),
  action: row.action,
  actor: { type: row.actorKind, id: row.actorId, ...labelled(row.actorLabel) },
  source: row.source,
  target: { type: row.targetKind, id: row.targetId, ...labelled(row.targetLabel) },
  urls: { location: urls.location('orgs', row.organizationId, 'audit-events', row.id) },
})

/** An audit event with its changes. */
export const presentEventDetail = (row: EventDetailRow, urls: Urls): AuditEventDetail => ({
  ...presentEvent(row, urls),
  schemaVersion: 1,
  payload: {
    ...(row.before === null ? {} : { before: row.before }),
    ...(row.after === null ? {} : { after: row.after }),
  },
  ...(row.requestId === null ? {} : { correlationId: row.requestId }),
})

const labelled = (label: string | null) => (label === null ? {} : { label })
