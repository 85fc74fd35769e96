// Purpose: whether a site shows content with conditions was decided, and which stored texts contain conditions.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table site add column conditional_content text not null default 'undecided'
    check (conditional_content in ('undecided', 'hidden', 'everyone'))`,
  // Only the audit log knows that adaptive content was turned off on purpose.
  sql`update site set conditional_content = 'everyone' where not adaptive_content and exists (
    select from audit_event event
    where event.organization_id = site.organization_id and event.target_id = site.id
      and event.target_kind = 'site' and event.action = 'site.update'
      and event.after -> 'adaptiveContent' ->> 'enabled' = 'false')`,
  // A search has to read only these texts to leave out what conditions hide. Few texts have tags at all.
  sql`create index content_object_with_conditions on content_object (organization_id, hash)
    where kind = 'text' and strpos(body, '{%') > 0 and body ~ '\{%[ \t]*if\M'`,
  // The list of settings whose change is a webhook event gets the new one.
  sql`do $$ begin
    execute replace(pg_get_functiondef('webhook_event_types(text, jsonb, jsonb)'::regprocedure),
      '''adaptive_content'',', '''adaptive_content'', ''conditional_content'',');
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
