import { emailDomain } from '#contract/organizations.ts'
import type { Service } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { addDomains } from './add-domains.ts'
import { takenMessage } from './present.ts'
import { changeDomain, lockDomainName, lockEmailDomains, organizationOfDomain } from './queries.ts'
import { refusalOf } from './rules.ts'

/**
 * Verifies a domain without DNS, because the operator vouches for it. It is added if the organization does not have it,
 * and its DNS record is never checked again.
 * @throws {DomainError} `validation` for a public mail domain or an invalid name, `not_found` without such an
 *   organization, `conflict` if another organization has verified the domain
 */
export async function vouchForDomain(
  service: Service,
  organizationId: string,
  domain: string,
): Promise<void> {
  const name = emailDomain.safeParse(domain)
  if (!name.success) throw new DomainError('validation', `${domain} isn’t a domain name`)
  const refusal = refusalOf(domain)
  if (refusal !== null) throw new DomainError('validation', refusal)
  const actor = { now: service.now, newId: service.newId }
  await service.db.transaction().execute(async (tx) => {
    await lockEmailDomains(tx, organizationId)
    await lockDomainName(tx, domain)
    const owner = await organizationOfDomain(tx, domain)
    if (owner !== undefined && owner !== organizationId)
      throw new DomainError('conflict', takenMessage(domain))
    await addDomains(tx, actor, organizationId, [domain])
    await changeDomain(tx, organizationId, domain, {
      verified_at: service.now(),
      verified_by: 'operator',
      last_error: null,
      missing_since: null,
    })
    await recordAuditEvents(tx, actor, {
      organizationId,
      action: 'domain.verify',
      target: { type: 'domain', id: domain, label: domain },
      after: { verifiedBy: 'operator' },
    })
  })
}
