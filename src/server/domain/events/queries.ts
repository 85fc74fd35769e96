import { sql } from 'kysely'
import type { Standing } from '../../auth/grants.ts'
import type { Caller } from '../../context.ts'
import { type Db, prepared } from '../../db/client.ts'

/** The standing of who listens, as long as their credential is good; undefined ends the stream. */
export async function standingNow(
  db: Db,
  organizationId: string,
  { userId, credential }: Caller,
  now: Date,
): Promise<Standing | undefined> {
  const held =
    credential.kind === 'token'
      ? sql`select user_id from api_token where id = ${credential.id}
          and (expires_at is null or expires_at > ${now})`
      : sql`select user_id from session where id = ${credential.id} and expires_at > ${now}`
  const { rows } = await sql<Standing>`${prepared}
    select member.role, member.disabled from (${held}) held
    join member on member.user_id = held.user_id
    where member.organization_id = ${organizationId} and member.user_id = ${userId}
      and not member.disabled`.execute(db)
  return rows[0]
}
