import { FileText, Folder, Globe, type LucideIcon } from 'lucide-react'
import type { Member, MemberGrant, MemberHoldings, members } from '#contract/members.ts'
import type { Output } from '#contract/route.ts'
import type { InlineChoice } from '#dashboard/components/ui/select-inline.tsx'
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { type MemberRole, memberRoles, roleDescriptions, roleNames } from '#dashboard/lib/role-labels.ts'
import type { MembersSearch } from './queries.ts'

type Show = NonNullable<MembersSearch['show']>

/** Whom the filter lets through, in words. */
export const showNames: Readonly<Record<Show, string>> = { ...roleNames, suspended: 'Suspended' }

/** What stands for that on which a role was given. */
export const kindIcons: Readonly<Record<MemberGrant['on']['type'], LucideIcon>> = {
  space: FileText,
  collection: Folder,
  site: Globe,
}

/** Said where the filters let nobody through. */
export function nothingFound({ search, show, sort }: MembersSearch): string {
  const which = show === undefined ? 'Nobody' : `Nobody with “${showNames[show]}”`
  if (search) return `${which} is called ${labels.quoted(search)} or has it in their address`
  return sort === 'lastSeenAt' ? `${which} was seen yet` : `${which} is here`
}

/** Of what is known of the admins of an organization: those that were read, and how many there are. */
type Admins = { readonly items: readonly Member[]; readonly count: number }

/** Whether nobody else can do what this member can. More than two admins are never read, and then nobody is. */
export function isLastAdmin(member: Member, admins: Admins | undefined): boolean {
  if (!admins || member.role !== 'admin' || member.disabled || admins.count > admins.items.length)
    return false
  return admins.items.every(({ id, disabled }) => id === member.id || disabled)
}

export const lastAdminStays = 'Nobody else is admin. Make somebody else admin first.'

/** The roles somebody can be given; the last admin can be given none. */
export const roleChoices = (isLast: boolean): InlineChoice<MemberRole>[] =>
  memberRoles.map((value) => ({
    value,
    label: roleNames[value],
    help: roleDescriptions[value],
    refusal: isLast && value !== 'admin' ? lastAdminStays : undefined,
  }))

/** Why somebody cannot be suspended or removed now. */
export function whyStays(member: Member, meId: string, isLast: boolean): string | undefined {
  if (isLast) return lastAdminStays
  return member.id === meId ? 'Another admin has to do that for you' : undefined
}

type OffboardResult = Output<typeof members.offboard>

/** What becomes of the browsers, which are not told where the account is in other organizations too. */
export function browsersInWords({ sessions, organizations }: MemberHoldings): string {
  if (organizations > 1) return 'They stay signed in, since the account is in other organizations too'
  return sessions === 0 ? 'No browser' : `${pluralize(sessions, 'browser')} to be signed out`
}

/** What becomes of the tokens, which belong to the account and not to one organization. */
export function tokensInWords({ tokens, organizations }: MemberHoldings): string {
  if (tokens === 0) return 'None'
  if (organizations === 1) return `${pluralize(tokens, 'token')} to be revoked`
  const others = organizations - 1
  return `${pluralize(tokens, 'token')}; they stay, since the account is in ${pluralize(others, 'other organization')} too`
}

/** What was done, line by line; what there was nothing of is left out. */
export function outcomeInWords(outcome: OffboardResult, heir: string | undefined): string[] {
  const end = heir === undefined ? 'revoked' : `handed over to ${heir}`
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  const { grants, teams, sessions, tokens } = outcome
  return [
    grants > 0 ? `${pluralize(grants, 'role')} on spaces and collections ${was(grants)} ${end}.` : '',
    teams > 0 ? `${pluralize(teams, 'place')} in teams ${was(teams)} ${end}.` : '',
    sessions > 0 ? `${pluralize(sessions, 'browser')} ${was(sessions)} signed out.` : '',
    tokens > 0 ? `${pluralize(tokens, 'API token')} ${was(tokens)} revoked.` : '',
  ].filter(Boolean)
}
