import type { Member, MemberGrant } from '#contract/members.ts'
import type { Context } from '../../context.ts'
import type { Urls } from '../../urls.ts'
import { presentUser } from '../users/present.ts'
import type { GrantRow } from './access-queries.ts'
import type { MemberRow } from './queries.ts'

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

/** A member as the caller sees them: only admins see who has a second factor. */
export const presentMemberTo = (
  { access, urls }: Pick<Context, 'access' | 'urls'>,
  row: MemberRow,
): Member => ({
  ...presentMember(row, urls),
  ...(access.organizationRole === 'admin' ? { secondFactor: row.secondFactor } : {}),
})

/** A grant of a member as the API returns it. */
export const presentGrant = ({ kind, id, title, role, createdAt }: GrantRow): MemberGrant => ({
  on: { type: kind, id, title },
  role,
  createdAt: createdAt.toISOString(),
})
