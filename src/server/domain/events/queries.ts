import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import type { SubjectKind } from '../../auth/access.ts'
import { memberAccess } from '../../auth/member-access.ts'
import type { Caller } from '../../context.ts'
import { type Db, prepared } from '../../db/client.ts'

type Credential = Caller['credential']

/** Identifies a credential in the result of `activeRoles`. */
export const credentialKey = ({ kind, id }: Credential): string => `${kind} ${id}`

/**
 * The role in an organization behind each of some sessions and tokens; missing for credentials that have expired or
 * were revoked, and for people who are suspended or no longer members.
 */
export async function activeRoles(
  db: Db,
  organizationId: string,
  credentials: readonly Credential[],
  now: Date,
): Promise<ReadonlyMap<string, Role | null>> {
  const idsOf = (kind: Credential['kind']) =>
    credentials.filter((one) => one.kind === kind).map(({ id }) => id)
  const { rows } = await sql<Credential & { role: Role | null }>`${prepared}
    select credential.kind, credential.id, member.role from (
      select 'token' as kind, id, user_id from api_token
        where id = any(${idsOf('token')}) and (expires_at is null or expires_at > ${now})
      union all
      select 'session', id, user_id from session where id = any(${idsOf('session')}) and expires_at > ${now}
    ) credential
    join member on member.user_id = credential.user_id
    where member.organization_id = ${organizationId} and not member.disabled`.execute(db)
  return new Map(rows.map(({ role, ...credential }) => [credentialKey(credential), role]))
}

/** Who of some members may see which of some spaces, collections or sites; what does not exist is visible to no one. */
export async function visiblePairs(
  db: Db,
  organizationId: string,
  kind: SubjectKind,
  { ids, userIds }: { readonly ids: readonly string[]; readonly userIds: readonly string[] },
): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  const { head, joins, rank } = memberAccess(organizationId, kind, ids, userIds)
  const { rows } = await sql<{ id: string; userId: string }>`${head}
    select subject.id, m.user_id as "userId" from subject cross join member m ${joins}
    where m.organization_id = ${organizationId} and m.user_id = any(${userIds}) and ${rank} > 0
      and exists (select from ${sql.table(kind)} stored where stored.organization_id = ${organizationId}
        and stored.id = subject.id)`.execute(db)
  return rows
}
