// Purpose: a key of each site's own, with which the short-lived tokens that read it by program are signed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table site add column reading_key text not null
    default encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex')`.execute(db)
}
