import { FileText, Folder, Globe, type LucideIcon } from 'lucide-react'
import type { MemberAccess, MemberGrant } from '#contract/member-access.ts'
import type { Member, members } from '#contract/members.ts'
import type { Output } from '#contract/route.ts'
import type { InlineChoice } from '../../components/ui/select-inline.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import { type MemberRole, memberRoles, roleDescriptions, roleNames } from '../../lib/role-labels.ts'
import type { MembersSearch } from './search-params.ts'

export const kindIcons: Readonly<Record<MemberGrant['on']['type'], LucideIcon>> = {
  space: FileText,
  collection: Folder,
  site: Globe,
}

/** The title of the empty list. */
export function emptyTitle({ search, sort }: MembersSearch, isFiltered: boolean): string {
  if (search) return `No members match ${labels.quoted(search)}${isFiltered ? ' and the filters' : ''}`
  if (isFiltered) return 'No members match the filters'
  return sort === 'lastSeenAt' ? 'No one has been active yet' : 'No members'
}

/** The loaded admins of an organization, and how many there are. */
type Admins = { readonly items: readonly Member[]; readonly count: number }

/** Whether the member is the only active admin. With more admins than were loaded the answer is no. */
export function isLastAdmin(member: Member, admins: Admins | undefined): boolean {
  if (!admins || member.role !== 'admin' || member.disabled || admins.count > admins.items.length)
    return false
  return admins.items.every(({ id, disabled }) => id === member.id || disabled)
}

export const LAST_ADMIN_REASON = 'There is no other admin. Make someone else an admin first.'

/** The roles a member can get. The last admin cannot get another one. */
export const roleChoices = (isLast: boolean): InlineChoice<MemberRole>[] =>
  memberRoles.map((value) => ({
    value,
    label: roleNames[value],
    help: roleDescriptions[value],
    refusal: isLast && value !== 'admin' ? LAST_ADMIN_REASON : undefined,
  }))

/** Why a member cannot be suspended or removed now. */
export function blockedReasonOf(member: Member, currentUserId: string, isLast: boolean): string | undefined {
  if (isLast) return LAST_ADMIN_REASON
  return member.id === currentUserId ? 'Another admin has to do this for you' : undefined
}

type OffboardResult = Output<typeof members.offboard>

/** What happens to the browsers. Their number is hidden if the account belongs to other organizations too. */
export function browsersLabel({ sessions, organizations }: MemberAccess): string {
  if (organizations > 1) return 'They stay signed in because they also belong to other organizations'
  return sessions === 0 ? 'None' : `${pluralize(sessions, 'browser')} to be signed out`
}

/** What happens to the API tokens, which belong to the account and not to one organization. */
export function tokensLabel({ tokens, organizations }: MemberAccess): string {
  if (tokens === 0) return 'None'
  if (organizations === 1) return `${pluralize(tokens, 'token')} to be revoked`
  const others = organizations - 1
  return `${pluralize(tokens, 'token')} that ${tokens === 1 ? 'stays' : 'stay'} valid because they also belong to ${pluralize(others, 'other organization')}`
}

/** The result of an off-boarding, one line per kind. Kinds without items are left out. */
export function offboardResultLabels(result: OffboardResult, successor: string | undefined): string[] {
  const ending = successor === undefined ? 'revoked' : `transferred to ${successor}`
  const verb = (count: number) => (count === 1 ? 'was' : 'were')
  const { grants, teams, sessions, tokens } = result
  return [
    grants > 0 ? `${pluralize(grants, 'role')} on spaces and collections ${verb(grants)} ${ending}.` : '',
    teams > 0 ? `${pluralize(teams, 'team membership')} ${verb(teams)} ${ending}.` : '',
    sessions > 0 ? `${pluralize(sessions, 'browser')} ${verb(sessions)} signed out.` : '',
    tokens > 0 ? `${pluralize(tokens, 'API token')} ${verb(tokens)} revoked.` : '',
  ].filter(Boolean)
}
