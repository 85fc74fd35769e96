// Purpose: teams are asked to review change requests.
import { type Kysely, sql } from 'kysely'

const statements = [
  // A team, none of whose members has reviewed. The first who does becomes a reviewer instead.
  sql`create table change_request_team_reviewer (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    change_request_id text collate "C" not null,
    team_id text collate "C" not null,
    revision_id text collate "C" not null,
    requested_by text collate "C" not null,
    created_at timestamptz not null,
    primary key (organization_id, change_request_id, team_id),
    foreign key (organization_id, change_request_id) references change_request on delete cascade
      deferrable initially deferred,
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, team_id) references team on delete cascade deferrable initially deferred
  )`,
  sql`create index change_request_of_team_reviewer on change_request_team_reviewer (organization_id, team_id)`,
  sql`create index change_request_team_reviewer_in_space
    on change_request_team_reviewer (organization_id, space_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
