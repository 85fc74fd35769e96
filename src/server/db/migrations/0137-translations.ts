// Purpose: translation settings, the language of spaces, spaces that translate other spaces, and which pages correspond.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table translation_settings (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    title text not null,
    languages text[] not null default '{}',
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  sql`create index translation_settings_by_created on translation_settings (organization_id, created_at, id)`,

  sql`alter table space add column language text`,

  // One row per space that translates another. The version counts changes of which pages correspond.
  sql`create table space_translation (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    source_space_id text collate "C" not null,
    settings_id text collate "C",
    version integer not null default 1,
    created_at timestamptz not null,
    primary key (organization_id, space_id),
    check (space_id <> source_space_id),
    foreign key (organization_id, space_id) references space on delete cascade,
    foreign key (organization_id, source_space_id) references space on delete cascade,
    foreign key (organization_id, settings_id) references translation_settings on delete set null (settings_id)
  )`,
  sql`create index space_translation_of_source on space_translation (organization_id, source_space_id)`,

  // The source page of a translated page, null if it has none, and what the source contained when the translation was
  // last confirmed. Pages without a row correspond to the page with the same id, or else with the same path.
  sql`create table page_translation (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    page_id text collate "C" not null,
    source_page_id text collate "C",
    source_hash bytea,
    source_revision_id text collate "C",
    confirmed_at timestamptz,
    confirmed_by text collate "C",
    primary key (organization_id, space_id, page_id),
    foreign key (organization_id, space_id) references space on delete cascade,
    foreign key (organization_id, space_id) references space_translation on delete cascade
  )`,
  sql`create unique index page_translation_of_source
    on page_translation (organization_id, space_id, source_page_id) where source_page_id is not null`,

  // Lists of spaces show what they translate.
  sql`create constraint trigger increment_stamp after insert or update or delete on space_translation
    deferrable initially deferred for each row execute function increment_organization_stamp()`,

  sql`create trigger notify_change after insert or delete or update on translation_settings for each row
    execute function notify_change('translation-settings', 'id', '')`,
  sql`create trigger notify_change after insert or delete or update on space_translation for each row
    execute function notify_change('space-translation', 'space_id', 'source_space_id')`,
  sql`create trigger notify_change after insert or delete or update on page_translation for each row
    execute function notify_change('space-translation', 'space_id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
