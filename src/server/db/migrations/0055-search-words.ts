// Purpose: the words of a space as they are written, for questions with a letter wrong. Words that are no longer said
// may stay: a question that was corrected to one of them finds nothing, as before.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table search_word (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    word text collate "C" not null,
    primary key (organization_id, space_id, word),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index search_word_by_letters on search_word using gin (word gin_trgm_ops)`,
  sql`insert into search_word (organization_id, space_id, word)
    select distinct organization_id, space_id, lexeme from page_section
    cross join lateral unnest(to_tsvector('simple', unaccent(left(title || ' ' || body, 100000)))) as found
    where length(lexeme) between 4 and 40 and lexeme !~ '[0-9./_:@-]'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
