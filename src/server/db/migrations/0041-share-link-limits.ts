// Purpose: share links can expire, require a password, and record their last use.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table site_share_link
    add column expires_at timestamptz,
    add column password_hash text,
    add column last_used_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
