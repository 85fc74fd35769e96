import type { Service } from '../context.ts'
import { organizationByHostname } from '../domain/organizations/queries.ts'
import { vouchForDomain } from '../domain/verified-domains/vouch.ts'

/**
 * Verifies an email domain for an organization without DNS. `organization` is its id or host name.
 * @throws {DomainError} if there is no such organization, or the domain cannot be verified
 */
export async function verifyDomain(service: Service, organization: string, domain: string): Promise<void> {
  const organizationId = (await organizationByHostname(service.db, organization)) ?? organization
  await vouchForDomain(service, organizationId, domain.trim().toLowerCase())
}
