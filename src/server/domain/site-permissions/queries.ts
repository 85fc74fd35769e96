import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import type { AccessFacts, Grant } from '../../auth/access.ts'
import type { Subject } from '../../auth/member-access.ts'
import type { Db } from '../../db/client.ts'

type FactRow = {
  readonly userId: string
  readonly memberRole: Role | null
  readonly disabled: boolean
  readonly granteeKind: 'user' | 'team' | null
  readonly role: Role | null
  readonly teamId: string | null
  readonly teamTitle: string | null
}

/** `accessFacts` of several members on one site, by user id. */
export async function accessFactsOfMembers(
  db: Db,
  { organizationId, id, title }: Pick<Subject, 'organizationId' | 'id'> & { readonly title: string },
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AccessFacts>> {
  const { rows } = await sql<FactRow>`select m.user_id as "userId", m.role as "memberRole", m.disabled,
      direct.grantee_kind as "granteeKind", direct.role, team.id as "teamId", team.title as "teamTitle"
    from member m
    left join access_grant direct on direct.organization_id = m.organization_id
      and direct.subject_kind = 'site' and direct.subject_id = ${id}
      and (direct.grantee_kind = 'user' and direct.grantee_id = m.user_id
        or direct.grantee_kind = 'team' and exists (select 1 from team_member membership
          where membership.organization_id = m.organization_id and membership.team_id = direct.grantee_id
            and membership.user_id = m.user_id))
    left join team on team.organization_id = m.organization_id
      and direct.grantee_kind = 'team' and team.id = direct.grantee_id
    where m.organization_id = ${organizationId} and m.user_id = any(${userIds})
    order by direct.grantee_kind desc, team.title`.execute(db)
  const subject = { kind: 'site', id } as const
  const ancestors = [{ ...subject, title, defaultLevel: 'inherit' }] as const
  const grantOf = ({ granteeKind, role, teamId, teamTitle }: FactRow): Grant[] => {
    if (granteeKind === null) return []
    return [{ subject, role, team: teamId === null ? null : { id: teamId, title: teamTitle ?? '' } }]
  }
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, [first, ...rest]]) => [
      userId,
      {
        organizationId,
        member: first === undefined ? null : { role: first.memberRole, disabled: first.disabled },
        ancestors,
        grants: (first === undefined ? rest : [first, ...rest]).flatMap(grantOf),
      },
    ]),
  )
}
