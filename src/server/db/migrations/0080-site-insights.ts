// Purpose: events on the pages of sites, counted without identifying readers.
import { type Kysely, sql } from 'kysely'

const statements = [
  // A site by a small number, and what its visitors' ids are mixed with before they become numbers.
  sql`create table insights_site (
    no integer generated always as identity primary key,
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    salt bytea not null,
    unique (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,

  // Texts stand here once, so that an event is a short row of numbers. The key is made of all the other columns.
  sql`create table insights_place (
    id integer generated always as identity primary key,
    site integer not null references insights_site on delete cascade,
    key uuid not null,
    url text collate "C" not null,
    site_section text collate "C",
    site_space text collate "C",
    page text collate "C",
    unique (site, key)
  )`,
  sql`create table insights_reader (
    id integer generated always as identity primary key,
    key uuid not null unique,
    device text collate "C" not null,
    browser text collate "C" not null,
    os text collate "C" not null,
    language text collate "C",
    referrer_domain text collate "C",
    utm_source text collate "C",
    utm_medium text collate "C",
    utm_campaign text collate "C"
  )`,

  // One table a month, made when its first event comes and dropped as a whole when it is old.
  // type: the place in insightsEventTypes, from 1. rating: the same in feedbackRatings. detail: what was searched for,
  // what was said, or the domain that a link led to. amount: how many pages a search found.
  sql`create table insights_event (
    at timestamptz(3) not null,
    visitor bigint not null,
    session bigint not null,
    site integer not null references insights_site on delete cascade,
    place integer not null,
    reader integer not null,
    amount integer,
    type smallint not null,
    rating smallint,
    detail text collate "C"
  ) partition by range (at)`,
  sql`create index insights_event_by_type on insights_event (site, type, at)`,

  // What the ids of visitors of one day are made with; gone when the day is over.
  sql`create table insights_salt (
    day date primary key,
    salt bytea not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
