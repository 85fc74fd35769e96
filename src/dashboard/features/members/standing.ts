import type { Member } from '#contract/members.ts'
import type { InlineChoice } from '../../components/ui/select-inline.tsx'
import { type MemberRole, memberRoles, roleMeans, roleNames } from '../../lib/role-words.ts'

/** Of what is known of the admins of an organization: those that were read, and how many there are. */
export type Admins = { readonly items: readonly Member[]; readonly count: number }

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
    help: roleMeans[value],
    refusal: isLast && value !== 'admin' ? lastAdminStays : undefined,
  }))

/** Why somebody cannot be suspended or removed now. */
export function whyStays(member: Member, meId: string, isLast: boolean): string | undefined {
  if (isLast) return lastAdminStays
  return member.id === meId ? 'Another admin has to do that for you' : undefined
}
