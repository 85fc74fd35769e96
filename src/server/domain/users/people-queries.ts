import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { UserRow } from './present.ts'

/** The authors of content in an organization, by id; the email address only of those who are still members. */
export async function authorsByIds(
  db: Db | Tx,
  organizationId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, UserRow>> {
  const distinctIds = [...new Set(ids.filter((id) => id !== null))]
  if (distinctIds.length === 0) return new Map()
  const { rows } = await sql<UserRow>`
    select account.id as "userId", account.display_name as "displayName", account.photo_url as "photoUrl",
      case when member.user_id is null then null else account.email end as email
    from user_account account
    left join member on member.organization_id = ${organizationId} and member.user_id = account.id
    where account.id = any(${distinctIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Joins whoever changed a row last, as `editor`. */
export const editorJoin = (row: RawBuilder<unknown>) =>
  sql`left join user_account editor on editor.id = ${row}.updated_by`

/** The joined `editor` as a `UserRow` without an email address; null if there is none. */
export const editorColumn = sql`case when editor.id is not null then json_build_object('userId', editor.id,
  'displayName', editor.display_name, 'photoUrl', editor.photo_url, 'email', null) end`

/** The placeholder for an author whose account was deleted. */
export const formerUser = (userId: string): UserRow => ({
  userId,
  displayName: 'Former user',
  email: null,
  photoUrl: null,
})

/** A person as the caller of what a job does for them; undefined if their account no longer exists. */
export async function callerOfJob(db: Db | Tx, userId: string, jobId: string): Promise<Caller | undefined> {
  const account = await db
    .selectFrom('user_account')
    .select(['id as userId', 'email', 'display_name as displayName', 'photo_url as photoUrl'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return account && { ...account, credential: { kind: 'token', id: jobId }, readOnly: false }
}
