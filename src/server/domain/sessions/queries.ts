import type { Db } from '../../db/client.ts'

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
