// Purpose: webhooks can post messages to a chat, whose URL is a secret.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table webhook add column format text not null default 'standard' check (format in ('standard', 'slack'))`,
  // The URL of a chat is sealed, and the column url shows only where it is.
  sql`alter table webhook add column sealed_url bytea`,
  sql`alter table webhook add check ((format = 'slack') = (sealed_url is not null))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
