import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'

export type SeenRef = SpaceRef & { readonly changeRequestId: string; readonly userId: string }

export type SeenRow = {
  readonly revision: string | null
  readonly seenAt: Date | null
  readonly pages: readonly string[]
  /** The revision in which the pages were seen. */
  readonly pagesRevision: string | null
}

const columns = sql`revision_id as revision, seen_at as "seenAt", pages, pages_revision as "pagesRevision"`

/** What a user has seen of a request; undefined before the first visit. */
export async function seenBy(db: Db | Tx, ref: SeenRef): Promise<SeenRow | undefined> {
  const { rows } = await sql<SeenRow>`select ${columns} from change_request_seen
    where organization_id = ${ref.organizationId} and change_request_id = ${ref.changeRequestId}
      and user_id = ${ref.userId}`.execute(db)
  return rows[0]
}

/** The same row, created if needed and locked until the transaction ends. */
export async function lockSeen(tx: Tx, ref: SeenRef): Promise<SeenRow> {
  await sql`insert into change_request_seen (organization_id, space_id, change_request_id, user_id)
    values (${ref.organizationId}, ${ref.spaceId}, ${ref.changeRequestId}, ${ref.userId})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<SeenRow>`select ${columns} from change_request_seen
    where organization_id = ${ref.organizationId} and change_request_id = ${ref.changeRequestId}
      and user_id = ${ref.userId} for update`.execute(tx)
  return rows[0] ?? { revision: null, seenAt: null, pages: [], pagesRevision: null }
}

export const writeSeen = (tx: Tx, ref: SeenRef, row: SeenRow) =>
  sql`update change_request_seen set revision_id = ${row.revision}, seen_at = ${row.seenAt},
      pages = ${[...row.pages]}::text[], pages_revision = ${row.pagesRevision}
    where organization_id = ${ref.organizationId} and change_request_id = ${ref.changeRequestId}
      and user_id = ${ref.userId}`.execute(tx)

/** The author of a revision has seen it if they had seen the one before. */
export const advanceSeen = (
  tx: Tx,
  ref: SeenRef,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  sql`update change_request_seen set revision_id = ${to}
    where organization_id = ${ref.organizationId} and change_request_id = ${ref.changeRequestId}
      and user_id = ${ref.userId} and revision_id = ${from}`.execute(tx)
