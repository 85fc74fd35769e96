// Purpose: a requested reviewer is reminded by email at most once a day.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_request_reviewer add column reminded_at timestamptz`.execute(db)
}
