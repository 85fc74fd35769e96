import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** The audit events of an object, oldest first. */
export const eventsOf = (db: Db, organizationId: string, targetId: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'target_kind as targetKind', 'target_label as targetLabel', 'before', 'after'])
    .where('organization_id', '=', organizationId)
    .where('target_id', '=', targetId)
    .orderBy('occurred_at')
    .orderBy(sql`ctid`)
    .execute()
