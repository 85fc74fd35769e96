import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Marks spaces as deleted; their versions count up. */
export const markDeleted = (tx: Tx, organizationId: string, ids: readonly string[], by: string, now: Date) =>
  sql`update space set deleted_at = ${now}, deleted_by = ${by}, updated_at = ${now}, version = version + 1
    where organization_id = ${organizationId} and id = any(${ids}) and deleted_at is null`.execute(tx)
