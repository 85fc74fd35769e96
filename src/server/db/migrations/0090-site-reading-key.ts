// Purpose: a key per site that signs the short-lived tokens for programs that read it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table site add column reading_key text not null
    default encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex')`.execute(db)
}
