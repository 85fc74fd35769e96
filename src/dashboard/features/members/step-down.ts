import type { Member } from '#contract/members.ts'
import { confirm } from '../../components/confirm-store.ts'
import { type MemberRole, roleNames } from '../../lib/role-words.ts'

/** Asks an admin who gives up being one, since only another admin can give it back. */
export async function askBeforeStepDown(
  me: Member,
  role: MemberRole,
  organization: string,
): Promise<boolean> {
  if (me.role !== 'admin' || role === 'admin') return true
  return confirm({
    title: `Give up being admin of ${organization}?`,
    description:
      'You lose the settings and the list of invite links at once. Only another admin can undo it.',
    act: `Become ${roleNames[role]}`,
    keep: 'Stay admin',
    danger: true,
  })
}
