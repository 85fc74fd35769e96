// Purpose: which pages show a variable of their space, so that a new value finds them.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table page_link drop constraint page_link_kind_check`.execute(db)
  await sql`alter table page_link add constraint page_link_kind_check
    check (kind in ('page', 'file', 'anchor', 'url', 'unresolved', 'reusable', 'openapi', 'variable'))`.execute(
    db,
  )
}
