import type { z } from 'zod'
import type { members } from '#contract/members.ts'
import { closeSessionsOf } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { invalid, notFound } from '../../errors.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { changeMember, membersOfOtherOrganizations } from '../organizations/membership-queries.ts'
import { handOverPages } from '../page-freshness/handover-queries.ts'
import { revokeTokens } from '../tokens/queries.ts'
import { type LockedMember, lockMembers, removeMember } from './change-queries.ts'
import { handOverGrants, handOverTeams } from './handover-queries.ts'
import { expectAdminLeft } from './rules.ts'

type OffboardActor = AuditActor & { readonly access: Pick<Context['access'], 'organizationId'> }
type OffboardInput = z.output<typeof members.offboard.body>

/** Hands over or revokes all access of a member, suspends or removes them, and returns the counts. */
export async function offboard(tx: Tx, by: OffboardActor, userId: string, input: OffboardInput) {
  const { organizationId } = by.access
  const successorId = input.successor ?? null
  const { admins, locked } = await lockMembers(
    tx,
    organizationId,
    successorId === null ? [userId] : [userId, successorId],
  )
  const leaver = memberIn(locked, userId)
  if (successorId !== null) expectValidSuccessor(successorId === userId, memberIn(locked, successorId))
  expectAdminLeft(userId, admins, null)
  const handover = { organizationId, userId, successor: successorId }
  const counts = {
    grants: await handOverGrants(tx, handover),
    teams: await handOverTeams(tx, handover),
    ...(await closeAccount(tx, organizationId, userId)),
  }
  await handOverPages(tx, handover)
  const removes = input.membership === 'remove'
  if (removes) await removeMember(tx, organizationId, userId)
  else if (!leaver.disabled) await changeMember(tx, organizationId, userId, { disabled: true })
  await recordAuditEvents(tx, by, {
    action: 'member.offboard',
    target: { type: 'member', id: userId, label: leaver.displayName },
    before: { role: leaver.role, disabled: leaver.disabled },
    after: {
      ...(removes ? { removed: true } : { disabled: true }),
      ...(successorId === null ? {} : { successor: successorId }),
      ...counts,
    },
  })
  return counts
}

/** Signs a user out and revokes their tokens, unless they are in another organization too. */
async function closeAccount(tx: Tx, organizationId: string, userId: string) {
  const elsewhere = await membersOfOtherOrganizations(tx, organizationId, [userId])
  if (elsewhere.length > 0) return { sessions: 0, tokens: 0 }
  return { sessions: await closeSessionsOf(tx, userId), tokens: await revokeTokens(tx, userId) }
}

function memberIn(locked: readonly LockedMember[], userId: string): LockedMember {
  const member = locked.find((one) => one.userId === userId)
  if (member === undefined) throw notFound('member', userId)
  return member
}

function expectValidSuccessor(isThemselves: boolean, successor: LockedMember): void {
  if (!isThemselves && !successor.disabled) return
  const message = isThemselves
    ? 'Choose someone else as successor'
    : 'The successor is suspended. Choose someone else'
  throw invalid([{ path: ['body', 'successor'], message }])
}
