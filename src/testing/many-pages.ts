import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/**
 * Inserts pages directly into the tables of a space, each with four searchable sections. All texts contain “common”, one
 * in a hundred pages “seldom”, and every section a word of its own.
 */
export async function manyPages(
  db: Db,
  at: { readonly organizationId: string; readonly spaceId: string },
  count: number,
): Promise<void> {
  const { organizationId, spaceId } = at
  await sql`insert into page (organization_id, space_id, page_id, type, slug, path, title, created_at, updated_at)
    select ${organizationId}, ${spaceId}, 'page' || n, 'document', 'page-' || n, 'page-' || n,
      'Page number ' || n, now(), now()
    from generate_series(1, ${count}) n`.execute(db)
  await sql`insert into page_section (organization_id, space_id, page_id, ordinal, anchor, title, body, vector)
    select ${organizationId}, ${spaceId}, 'page' || n, part, 'a' || part, title, body,
      setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('simple', title), 'A')
        || setweight(to_tsvector('english', body), 'C')
    from generate_series(1, ${count}) n cross join generate_series(0, 3) part
    cross join lateral (select
      case part when 0 then 'Page number ' || n else 'Heading ' || part end as title,
      'common words of which there are many in every text of its kind ' || repeat('and some that fill it ', 10)
        || case when n % 100 = 0 then ' seldom ' else '' end || ' only' || n || 'x' || part as body) as given`.execute(
    db,
  )
}
