import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import type { Subject } from '../../auth/member-access.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'

/**
 * Locks a space, collection or site until the transaction ends: one change of its grants at a time, and it cannot be
 * deleted in the meantime.
 * @throws {DomainError} `not_found`
 */
export async function lockSubject(
  tx: Tx,
  { organizationId, kind, id }: Subject,
): Promise<{ readonly title: string; readonly parentId: string | null }> {
  const parentId = kind === 'site' ? sql`null` : sql`parent_id`
  const lock = kind === 'site' ? sql`for no key update` : sql`for update`
  const { rows } = await sql<{ title: string; parentId: string | null }>`
    select title, ${parentId} as "parentId" from ${sql.table(kind)}
    where organization_id = ${organizationId} and id = ${id} ${lock}`.execute(tx)
  const [subject] = rows
  if (subject === undefined) throw notFound(kind, id)
  return subject
}

/** Who a role is granted to. */
export type Grantee = 'user' | 'team'

/** The roles granted here to some users or teams; those without a grant are missing. */
export async function grantedRoles(
  tx: Tx,
  { organizationId, kind, id }: Subject,
  grantee: Grantee,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Role | null>> {
  const rows = await tx
    .selectFrom('access_grant')
    .select(['grantee_id as granteeId', 'role'])
    .where('organization_id', '=', organizationId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('grantee_kind', '=', grantee)
    .where(sql<boolean>`grantee_id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ granteeId, role }) => [granteeId, role]))
}

/** Grants a role to users or teams, replacing any they were granted before. */
export const grantRole = (
  tx: Tx,
  { organizationId, kind, id }: Subject,
  grant: {
    readonly to: Grantee
    readonly ids: readonly string[]
    readonly role: Role | null
    readonly now: Date
  },
) =>
  sql`insert into access_grant (organization_id, subject_kind, subject_id, grantee_kind, grantee_id, role, created_at)
    select ${organizationId}, ${kind}, ${id}, ${grant.to}, grantee_id, ${grant.role}, ${grant.now}
    from unnest(${grant.ids}::text[]) who (grantee_id)
    on conflict (organization_id, subject_kind, subject_id, grantee_kind, grantee_id)
      do update set role = excluded.role`.execute(tx)

/** Revokes the grants of users or teams. */
export const revokeRole = (
  tx: Tx,
  { organizationId, kind, id }: Subject,
  grantee: Grantee,
  ids: readonly string[],
) =>
  tx
    .deleteFrom('access_grant')
    .where('organization_id', '=', organizationId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('grantee_kind', '=', grantee)
    .where(sql<boolean>`grantee_id = any(${ids})`)
    .execute()
