import { isAtLeast } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Caller } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { type AuditActor, type AuditEventInput, recordAuditEvents } from '../audit-events/record.ts'
import { addMember } from '../organizations/add-member.ts'
import { changeMember } from '../organizations/membership-queries.ts'
import { countJoined, grantStrongerRole, lockOpenInvite, type OpenInvite, type Subject } from './queries.ts'

type InviteFollower = AuditActor & { readonly caller: Caller }

/**
 * Joins by an invite: the organization, or as a guest a space or collection. The stronger of the existing and the
 * invite's role applies, so no one loses access. Joining again changes nothing.
 * @throws {DomainError} 404 when the invite is not valid, 403 when the user is suspended
 */
export async function joinByInvite(
  tx: Tx,
  by: InviteFollower,
  { organizationId, inviteId }: { readonly organizationId: string; readonly inviteId: string },
): Promise<void> {
  const invite = await lockOpenInvite(tx, organizationId, inviteId)
  const { subjectKind: kind, subjectId: id } = invite
  const events =
    kind === null || id === null
      ? await joinOrganization(tx, by, invite)
      : await joinAsGuest(tx, by, invite, { kind, id })
  if (events.length === 0) return
  await countJoined(tx, organizationId, inviteId)
  await recordAuditEvents(tx, by, ...events.map((event) => ({ ...event, organizationId })))
}

async function joinOrganization(
  tx: Tx,
  by: InviteFollower,
  { organizationId, id, role }: OpenInvite,
): Promise<AuditEventInput[]> {
  const { userId } = by.caller
  const { isNew, role: own } = await addMember(tx, { organizationId, userId, role, now: by.now() })
  const target = memberAs(by)
  if (isNew) return [{ action: 'member.join', target, after: { role, invite: id } }]
  if (isAtLeast(own, role)) return []
  await changeMember(tx, organizationId, userId, { role })
  return [{ action: 'member.update', target, before: { role: own }, after: { role, invite: id } }]
}

async function joinAsGuest(
  tx: Tx,
  by: InviteFollower,
  invite: OpenInvite,
  subject: Subject,
): Promise<AuditEventInput[]> {
  const { organizationId, role } = invite
  const { userId } = by.caller
  const now = by.now()
  const { isNew } = await addMember(tx, { organizationId, userId, role: null, now })
  const joinEvents: AuditEventInput[] = isNew
    ? [{ action: 'member.join', target: memberAs(by), after: { role: null, invite: invite.id } }]
    : []
  const facts = await accessFacts(tx, subject, userId)
  if (facts === null || isAtLeast(resolveAccess(facts).role, role)) return joinEvents
  await grantStrongerRole(tx, { organizationId, subject, userId, role, now })
  const own = facts.grants.find(({ subject: on, team }) => team === null && on.id === subject.id)
  const target = { type: subject.kind, id: subject.id, label: invite.title }
  const grantEvent: AuditEventInput = {
    action: own === undefined ? 'access.grant' : 'access.update',
    target,
    before: { users: { [userId]: own?.role ?? null } },
    after: { users: { [userId]: role } },
  }
  return [...joinEvents, grantEvent]
}

const memberAs = ({ caller }: InviteFollower) =>
  ({ type: 'member', id: caller.userId, label: caller.displayName }) as const
