import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { DomainCheckError } from '../../db/tables/verified-domains.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import {
  adminsOf,
  changeDomain,
  type DomainRow,
  domainByName,
  lockDomain,
  lockDomainName,
  organizationOfDomain,
} from './queries.ts'
import { type CheckResult, errorFrom, recordOf, resultOf } from './rules.ts'

export type DomainCheck = {
  readonly organizationId: string
  readonly domain: string
  readonly actor: AuditActor
  readonly write: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Looks up the DNS record of a domain and stores the result: the domain is verified, its admins are warned about a
 * missing record, or it loses its verification.
 * @throws {DomainError} `not_found` if the organization has no such domain
 */
export async function checkDomain(service: Service, check: DomainCheck): Promise<DomainRow> {
  const { organizationId, domain } = check
  const { token } = await domainByName(service.db, organizationId, domain)
  const dnsError = await lookUp(service, domain, token)
  return check.write(async (tx) => {
    await lockDomainName(tx, domain)
    const row = await lockDomain(tx, organizationId, domain)
    const owner = dnsError === null ? await organizationOfDomain(tx, domain) : undefined
    const error = owner === undefined || owner === organizationId ? dnsError : 'taken'
    const now = service.now()
    const result = resultOf(row, error, now)
    await changeDomain(tx, organizationId, domain, {
      last_checked_at: now,
      // What the operator vouches for needs no record.
      last_error: row.verifiedBy === 'operator' ? null : error,
      missing_since: result.missingSince,
      ...(result.action === 'verify' ? { verified_at: now, verified_by: 'dns' } : {}),
      ...(result.action === 'remove' ? { verified_at: null, verified_by: null } : {}),
    })
    await announce(tx, service, check, result)
    return domainByName(tx, organizationId, domain)
  })
}

async function lookUp(
  { dns, log }: Service,
  domain: string,
  token: string,
): Promise<DomainCheckError | null> {
  const { name, value } = recordOf(domain, token)
  try {
    return errorFrom(await dns.textsOf(name), value)
  } catch (error) {
    log.info({ err: error, domain }, 'the DNS servers of a domain did not answer')
    return 'dns_failed'
  }
}

/** Records changed verification, and emails the admins about missing records. */
async function announce(
  tx: Tx,
  { jobs }: Service,
  { organizationId, domain, actor }: DomainCheck,
  { action }: CheckResult,
): Promise<void> {
  const target = { type: 'domain', id: domain, label: domain } as const
  if (action === 'verify') {
    const after = { verifiedBy: 'dns' }
    await recordAuditEvents(tx, actor, { organizationId, action: 'domain.verify', target, after })
  }
  if (action === 'remove') {
    const before = { verifiedBy: 'dns' }
    await recordAuditEvents(tx, actor, { organizationId, action: 'domain.unverify', target, before })
  }
  if (action === 'remind' || action === 'remove') {
    const kind = action === 'remind' ? 'domain-missing' : 'domain-unverified'
    const admins = await adminsOf(tx, organizationId)
    await jobs.enqueueEach(
      tx,
      'send-mail',
      admins.map((userId) => ({ kind, organizationId, domain, userId })),
    )
  }
}
