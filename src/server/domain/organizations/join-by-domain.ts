import { membershipOf } from '../../auth/grants.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { accountOf } from '../users/queries.ts'
import { isVerifiedDomain } from '../verified-domains/queries.ts'
import { addMember } from './add-member.ts'
import { organizationJoinSettings } from './queries.ts'
import { canJoinByDomain, domainOf } from './rules.ts'

/**
 * Joins the caller by the domain of their email address; nothing changes for members.
 * @throws {DomainError} 400 when the address or its domain is not verified, or the domain is not one of the
 *   organization's email domains; 403 when they are suspended
 */
export async function joinByDomain(tx: Tx, ctx: Context, organizationId: string): Promise<void> {
  const { userId, displayName } = ctx.caller
  const { emailDomains, defaultRole: role } = await organizationJoinSettings(tx, organizationId)
  const membership = await membershipOf(tx, organizationId, userId)
  if (membership?.disabled === false) return
  const account = await accountOf(tx, userId)
  if (!canJoinByDomain(account, emailDomains)) throw refusal(account.emailVerifiedAt !== null)
  // People learn no difference between a domain that is not listed and one that is not verified.
  const domain = domainOf(account.email)
  if (!(await isVerifiedDomain(tx, organizationId, domain))) throw refusal(true)
  const { isNew } = await addMember(tx, { organizationId, userId, role, now: ctx.now() })
  if (!isNew) return
  await recordAuditEvents(tx, ctx, {
    organizationId,
    action: 'member.join',
    target: { type: 'member', id: userId, label: displayName },
    after: { role, emailDomain: domain },
  })
}

const refusal = (isVerified: boolean) =>
  new DomainError(
    'validation',
    isVerified
      ? 'This organization doesn’t allow the domain of your email address'
      : 'Verify your email address first',
  )
