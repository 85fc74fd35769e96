// Purpose: changes of a site that run at a time: publishing, unpublishing, another audience, publishing the plan.
import { type Kysely, sql } from 'kysely'

const statements = [
  // The person is not a reference: an action of someone who left stays visible, and fails when it runs.
  sql`create table site_scheduled_action (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    id text collate "C" not null,
    change jsonb not null,
    runs_at timestamptz not null,
    time_zone text not null,
    status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
    scheduled_by text collate "C" not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    failure text,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create index site_scheduled_action_by_time on site_scheduled_action (organization_id, site_id, runs_at, id)`,
  sql`create trigger notify_change after insert or update or delete on site_scheduled_action for each row
    execute function notify_change('site-scheduled-action', 'id', 'site_id')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
