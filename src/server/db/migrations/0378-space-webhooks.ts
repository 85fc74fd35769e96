// Purpose: a webhook can get the events of one space only.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table webhook add column space_id text collate "C",
    add foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred`,
  sql`create index webhook_of_space on webhook (organization_id, space_id) where space_id is not null`,
  // Wherever receivers are looked for. The space of an event is the object itself, or the one that its row names; a site
  // that shows the space is no part of it.
  sql`do $$ begin
    execute replace(
      pg_get_functiondef('record_webhook_events(text, text, text, text, jsonb, jsonb)'::regprocedure),
      'w.organization_id = organization and w.enabled',
      'w.organization_id = organization and w.enabled
          and (w.space_id is null or kind not like ''site%''
            and w.space_id = coalesce(shown ->> ''space_id'', case kind when ''space'' then object end))');
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
