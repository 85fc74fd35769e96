import { z } from 'zod'
import { emailDomain } from './organizations.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { timestamp, urlsOf, version } from './shared/values.ts'

/** Domains per organization. */
export const MAX_DOMAINS = 100
/** How long a verified domain stays verified after its DNS record disappears. */
export const GRACE_DAYS = 7

export const verifiedDomain = z
  .object({
    object: z.literal('verified-domain'),
    id: z.string().describe('The domain itself'),
    domain: emailDomain,
    status: z
      .enum(['pending', 'verified', 'missing'])
      .describe('missing: verified, but the record disappeared; pending again at `expiresAt`'),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .describe('The DNS record that proves ownership'),
    verifiedAt: timestamp.optional(),
    verifiedBy: z.enum(['dns', 'operator']).optional().describe('operator: confirmed on the command line'),
    lastCheckedAt: timestamp.optional(),
    lastError: z
      .object({
        code: z
          .enum(['no_record', 'wrong_record', 'dns_failed', 'taken'])
          .describe('taken: the record is correct, but another organization verified the domain first'),
        message: z.string(),
      })
      .optional()
      .describe('Why the last check failed'),
    expiresAt: timestamp.optional().describe(`When the domain loses its verification, ${GRACE_DAYS} days after
      the record was first missing`),
    joining: z.boolean().describe('The domain is one of the email domains of the organization'),
    createdAt: timestamp,
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'VerifiedDomain' })
export type VerifiedDomain = z.infer<typeof verifiedDomain>

const base = '/orgs/:organizationId/domains'
const domainPath = organizationPath.extend({ domain: emailDomain })

/** Email domains that an organization owns, or wants to prove that it owns. */
export const verifiedDomains = resource('verifiedDomains', {
  list: {
    id: 'listDomains',
    method: 'GET',
    path: base,
    summary: 'List the domains of an organization, by name.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(verifiedDomain),
  },
  create: {
    id: 'createDomain',
    method: 'POST',
    path: base,
    summary: 'Add a domain; it is pending until its DNS record is in place.',
    description: `Returns 400 for public email domains, such as gmail.com, and 409 if the organization already has the domain or has ${MAX_DOMAINS} domains.`,
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({ domain: emailDomain }),
    status: 201,
    response: verifiedDomain,
  },
  get: {
    id: 'getDomain',
    method: 'GET',
    path: `${base}/:domain`,
    summary: 'Get a domain.',
    permission: 'organization.admin',
    params: domainPath,
    status: 200,
    response: verifiedDomain,
  },
  check: {
    id: 'checkDomain',
    method: 'POST',
    path: `${base}/:domain/check`,
    summary: 'Look up the DNS record of a domain now; `lastError` says why the check failed.',
    permission: 'organization.admin',
    params: domainPath,
    status: 200,
    response: verifiedDomain,
  },
  delete: {
    id: 'deleteDomain',
    method: 'DELETE',
    path: `${base}/:domain`,
    summary: 'Delete a domain, and remove it from the email domains of the organization.',
    description:
      'Members don’t change. People with an address there can no longer join or sign in for the first time.',
    permission: 'organization.admin',
    params: domainPath,
    status: 204,
    versioned: true,
  },
})
