import type { MemberGrant } from '#contract/member-access.ts'
import type { Member } from '#contract/members.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { Urls } from '../../urls.ts'
import { undeliverableOf } from '../email-preferences/queries.ts'
import { presentUser } from '../users/present.ts'
import type { GrantRow } from './access-queries.ts'
import type { MemberRow } from './queries.ts'
import { accessibleSpaceCounts } from './space-count-queries.ts'

/** A member as the API returns it. */
export const presentMember = (row: MemberRow, urls: Urls): Member => ({
  object: 'member',
  id: row.userId,
  role: row.role,
  user: presentUser(row, urls),
  disabled: row.disabled,
  joinedAt: row.joinedAt.toISOString(),
  ...(row.lastSeenAt === null ? {} : { lastSeenAt: row.lastSeenAt.toISOString() }),
  sso: row.sso,
  spaces: row.spaces,
  sites: row.sites,
  teams: row.teams,
  ...(row.pending ? { pending: true } : {}),
  version: row.version,
})

/**
 * Members as the caller sees them: only admins see who has a second factor or a rejected address, and how
 * many spaces they can access.
 */
export async function presentMembersTo(
  { access, urls }: Pick<Context, 'access' | 'urls'>,
  db: Db | Tx,
  rows: readonly MemberRow[],
): Promise<Member[]> {
  if (access.organizationRole !== 'admin') return rows.map((row) => presentMember(row, urls))
  const ids = rows.map(({ userId }) => userId)
  const spaces = await accessibleSpaceCounts(db, access.organizationId, ids)
  const rejected = await undeliverableOf(db, ids)
  return rows.map((row) => {
    const undeliverable = rejected.get(row.userId)
    return {
      ...presentMember(row, urls),
      secondFactor: row.secondFactor,
      accessibleSpaces: spaces.get(row.userId) ?? 0,
      ...(undeliverable === undefined ? {} : { undeliverable }),
    }
  })
}

/** A grant of a member as the API returns it. */
export const presentGrant = ({ kind, id, title, role, createdAt }: GrantRow): MemberGrant => ({
  on: { type: kind, id, title },
  role,
  createdAt: createdAt.toISOString(),
})
