// Purpose: tables, columns, functions and triggers get the names that the code uses for the same concepts.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table site_looks_preview rename to site_customization_preview`,
  sql`alter table site_customization_preview rename column looks to customization`,
  sql`alter index site_looks_preview_by_key rename to site_customization_preview_by_key`,
  sql`alter table site_customization rename column looks to customization`,

  sql`alter table openapi_given_text rename to openapi_uploaded_text`,

  sql`alter table change_request_contributor rename column act to contribution`,

  sql`alter table leaving_blob rename to unused_blob`,
  sql`alter index leaving_blob_by_age rename to unused_blob_by_age`,
  sql`alter function let_blobs_go() rename to record_unused_blobs`,
  sql`create or replace function record_unused_blobs() returns trigger language plpgsql as $$
    begin
      insert into unused_blob (hash, since) select distinct hash, now() from gone on conflict do nothing;
      return null;
    end $$`,
  sql`alter trigger let_go on file_blob rename to record_unused_blobs`,

  sql`alter function count_up_organization() rename to increment_organization_stamp`,
  sql`alter function tell_change() rename to notify_change`,
  sql`alter function tell_reaction() rename to notify_reaction`,
  sql`do $$
    declare renamed record;
    begin
      for renamed in
        select tgname, tgrelid::regclass as relation,
          replace(replace(tgname, 'tell_', 'notify_'), 'count_up', 'increment_stamp') as name
        from pg_trigger where not tgisinternal and (tgname like 'tell\\_%' or tgname = 'count_up')
      loop
        execute format('alter trigger %I on %s rename to %I', renamed.tgname, renamed.relation, renamed.name);
      end loop;
    end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
