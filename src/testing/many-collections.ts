import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/**
 * Inserts a library directly into the tables: 500 collections nested four deep and 4,500 spaces in them and at the top,
 * a tenth of them in the trash. Ids are the id of the organization and `c1` to `c500` or `s1` to `s4500`.
 */
export async function manyCollections(db: Db, organizationId: string): Promise<void> {
  const id = (kind: string, n: ReturnType<typeof sql>) =>
    sql`${organizationId}::text || ${kind}::text || ${n}`
  const key = sql`'a' || lpad(n::text, 6, '0') || 'V'`
  await sql`insert into collection (organization_id, id, parent_id, order_key, title, created_at, updated_at)
    select ${organizationId}, ${id('c', sql`n`)}, case when n > 20 then ${id('c', sql`(n / 5)`)} end, ${key},
      'Collection ' || n, now() + n * interval '1 millisecond', now()
    from generate_series(1, 500) n`.execute(db)
  await sql`insert into space (organization_id, id, parent_id, order_key, title, revision_id, created_at, updated_at,
      deleted_at)
    select ${organizationId}, ${id('s', sql`n`)}, case when n % 10 > 0 then ${id('c', sql`(1 + n % 500)`)} end, ${key},
      'Space ' || n, 'none', now() + n * interval '1 millisecond', now(),
      case when n % 10 = 7 then now() - n * interval '1 second' end
    from generate_series(1, 4500) n`.execute(db)
}
