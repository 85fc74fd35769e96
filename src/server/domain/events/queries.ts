import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import type { SubjectKind } from '../../auth/access.ts'
import { providerOrganizations, type SignInRow, signInOf } from '../../auth/callers.ts'
import { policyOf } from '../../auth/grants.ts'
import { memberAccess } from '../../auth/member-access.ts'
import { type SignInPolicy, signInRefusal } from '../../auth/sign-in-policy.ts'
import type { Caller } from '../../context.ts'
import { type Db, prepared } from '../../db/client.ts'

type Credential = Caller['credential']

/** Identifies a credential in the result of `activeRoles`. */
export const credentialKey = ({ kind, id }: Credential): string => `${kind} ${id}`

/**
 * The role in an organization behind each of some sessions and tokens; missing for credentials that have expired or
 * were revoked, for people who are suspended or no longer members, and for sessions that do not meet the sign-in policy.
 */
export async function activeRoles(
  db: Db,
  organizationId: string,
  credentials: readonly Credential[],
  now: Date,
): Promise<ReadonlyMap<string, Role | null>> {
  const idsOf = (kind: Credential['kind']) =>
    credentials.filter((one) => one.kind === kind).map(({ id }) => id)
  const { rows } = await sql<ActiveRow>`${prepared}
    select credential.kind, credential.id, credential.method, credential."wholeAccount", credential."secondFactor",
      credential.organizations as "providerOrganizations", member.role, member.sso as "memberSso",
      organization.sso as "organizationSso", organization.second_factor as "requiredFactor",
      exists (select from sso_provider p where p.organization_id = organization.id and p.status = 'active')
        as "hasProvider"
    from (
      select 'token' as kind, id, user_id, null as method, null::boolean as "wholeAccount",
          null::boolean as "secondFactor", null::text[] as organizations from api_token
        where id = any(${idsOf('token')}) and (expires_at is null or expires_at > ${now})
      union all
      select 'session', session.id, session.user_id, session.method, session.whole_account, session.second_factor,
          ${providerOrganizations}
        from session where session.id = any(${idsOf('session')}) and session.expires_at > ${now}
    ) credential
    join member on member.user_id = credential.user_id
    join organization on organization.id = member.organization_id
    where member.organization_id = ${organizationId} and not member.disabled`.execute(db)
  const admitted = rows.filter((row) => meetsPolicy(organizationId, row))
  return new Map(admitted.map((row) => [credentialKey(row), row.role]))
}

type ActiveRow = Credential &
  SignInRow & {
    role: Role | null
    memberSso: boolean
    organizationSso: boolean
    requiredFactor: SignInPolicy['secondFactor']
    hasProvider: boolean
  }

function meetsPolicy(organizationId: string, row: ActiveRow): boolean {
  const { role, memberSso, organizationSso, requiredFactor, hasProvider } = row
  const policy = policyOf(organizationId, {
    role,
    memberSso: memberSso && hasProvider,
    organizationSso: organizationSso && hasProvider,
    secondFactor: requiredFactor,
  })
  return signInRefusal(signInOf(row), policy) === null
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
