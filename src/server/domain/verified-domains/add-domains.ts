import { MAX_DOMAINS } from '#contract/verified-domains.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, invalid } from '../../errors.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { countDomains, insertDomains } from './queries.ts'
import { refusalOf } from './rules.ts'

/**
 * Adds the domains that the organization does not have yet, as pending, and returns them. The caller has locked the
 * organization.
 * @throws {DomainError} `conflict` if the organization has too many domains
 */
export async function addDomains(
  tx: Tx,
  by: AuditActor & Pick<Service, 'newId'>,
  organizationId: string,
  domains: readonly string[],
): Promise<readonly string[]> {
  const now = by.now()
  const added = await insertDomains(
    tx,
    domains.map((domain) => ({ organizationId, domain, token: by.newId(), now })),
  )
  if (added.length > 0 && (await countDomains(tx, organizationId)) > MAX_DOMAINS) throw tooManyDomains()
  await recordAuditEvents(
    tx,
    by,
    ...added.map((domain) => ({
      organizationId,
      action: 'domain.create' as const,
      target: { type: 'domain' as const, id: domain, label: domain },
    })),
  )
  return added
}

/**
 * Adds new email domains of an organization as pending domains, so that admins can verify them.
 * @throws {DomainError} `validation` for public mail domains
 */
export async function addEmailDomains(
  tx: Tx,
  by: AuditActor & Pick<Service, 'newId'>,
  organizationId: string,
  emailDomains: readonly string[],
): Promise<void> {
  const issues = emailDomains.flatMap((domain) => {
    const refusal = refusalOf(domain)
    return refusal === null ? [] : [{ path: ['body', 'emailDomains'], message: refusal }]
  })
  if (issues.length > 0) throw invalid(issues)
  await addDomains(tx, by, organizationId, emailDomains)
}

const tooManyDomains = () =>
  new DomainError(
    'conflict',
    `An organization can have ${MAX_DOMAINS} domains. Delete those that you no longer need`,
  )
