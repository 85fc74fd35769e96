import type { Db, Tx } from '../../db/client.ts'

/** The organizations a session may go to. */
export const organizationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.title', 'o.logo', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.disabled', '=', false)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(1000)
    .execute()

/** The organization made at the first start, which set-up takes over: the only one, without a member. */
export const vacantOrganization = (db: Db | Tx) =>
  db
    .selectFrom('organization as o')
    .select('o.id')
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('member as m').select('m.user_id').whereRef('m.organization_id', '=', 'o.id'),
        ),
      ),
    )
    .orderBy('o.created_at')
    .limit(1)
    .executeTakeFirst()
