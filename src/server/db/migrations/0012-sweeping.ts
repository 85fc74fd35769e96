// Purpose: bytes of files that an organization stopped using are recorded until they are removed or used again.
import { type Kysely, sql } from 'kysely'

const statements = [
  // Bytes that an organization has let go. Others may use them, or are about to: see content/unused-blobs.ts.
  sql`create table leaving_blob (
    hash text collate "C" primary key,
    since timestamptz not null
  )`,
  sql`create index leaving_blob_by_age on leaving_blob (since, hash)`,
  sql`create index file_blob_by_hash on file_blob (hash)`,

  // However a row goes, by a sweep or with its organization, its bytes are looked at.
  sql`create function let_blobs_go() returns trigger language plpgsql as $$
    begin
      insert into leaving_blob (hash, since) select distinct hash, now() from gone on conflict do nothing;
      return null;
    end $$`,
  sql`create trigger let_go after delete on file_blob referencing old table as gone
    for each statement execute function let_blobs_go()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
