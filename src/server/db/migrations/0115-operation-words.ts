// Purpose: operations of an API are found by their words, and where they are shown is known by method and path.
import { type Kysely, sql } from 'kysely'

const parameters = sql`(select string_agg(concat_ws(' ', one -> 'part' ->> 'name', one -> 'part' ->> 'description'), ' ')
  from json_array_elements(model -> 'parameters') as given (one))`

const statements = [
  sql`alter table openapi_operation add column vector tsvector not null default ''`,
  sql`update openapi_operation set vector =
      setweight(to_tsvector('english', unaccent(concat_ws(' ', summary, method, path, regexp_replace(path, '\\W+', ' ', 'g')))), 'A')
      || setweight(to_tsvector('simple', unaccent(concat_ws(' ', summary, method, path, regexp_replace(path, '\\W+', ' ', 'g')))), 'A')
      || setweight(to_tsvector('english', unaccent(left(concat_ws(' ', model ->> 'description', ${parameters}), 100000))), 'C')`,
  sql`create index openapi_operation_words on openapi_operation using gin (vector)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
