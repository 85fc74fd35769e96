// Purpose: the schemas of the newest version of an OpenAPI specification, which pages show as models.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table openapi_schema (
    organization_id text collate "C" not null,
    spec_id text collate "C" not null,
    ordinal integer not null,
    name text not null,
    model json not null,
    primary key (organization_id, spec_id, ordinal),
    foreign key (organization_id, spec_id) references openapi_spec on delete cascade
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
