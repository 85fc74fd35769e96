// Purpose: spaces and collections know who changed them last, which the library shows beside the time.
import { type Kysely, sql } from 'kysely'

const statements = [
  // Not a reference: the change stays when the account is deleted.
  sql`alter table space add column updated_by text collate "C"`,
  sql`alter table collection add column updated_by text collate "C"`,
  // No one sees the spaces change, so no one is notified.
  sql`alter table space disable trigger user`,
  // Where the settings changed after the content, who did is not known.
  sql`update space set updated_by = revision.created_by from revision
    where revision.organization_id = space.organization_id and revision.id = space.revision_id
      and space.updated_at <= revision.created_at + interval '1 second'`,
  sql`alter table space enable trigger user`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
