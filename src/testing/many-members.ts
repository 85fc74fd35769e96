import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Inserts accounts and memberships with varied names, roles and times directly into the tables. */
export async function manyMembers(db: Db, organizationId: string, count: number): Promise<void> {
  const names = sql`(array['Ada','Ben','Cem','Dana','Eli','Fay','Gus','Hana','Ida','Jon'])[1 + n % 10]
    || ' ' || (array['Ahrens','Berg','Castro','Dahl','Ertl','Falk','Gruber'])[1 + n % 7] || ' ' || n`
  await sql`insert into user_account (id, email, display_name, created_at, updated_at)
    select ${organizationId} || n, 'p' || n || '@' || lower(${organizationId}) || '.example', ${names}, now(), now()
    from generate_series(1, ${count}) n`.execute(db)
  await sql`insert into member (organization_id, user_id, role, joined_at, last_seen_at)
    select ${organizationId}, ${organizationId} || n,
      case when n % 5000 = 0 then 'admin' when n % 10 = 0 then 'edit' when n % 25 = 1 then null else 'read' end,
      date_trunc('milliseconds', now()) - n * interval '1 minute',
      case when n % 3 = 0 then date_trunc('milliseconds', now()) - n * interval '1 second' end
    from generate_series(1, ${count}) n`.execute(db)
}
