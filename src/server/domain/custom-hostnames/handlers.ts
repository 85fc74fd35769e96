import { api } from '#contract/api.ts'
import type { CustomHostname } from '#contract/custom-hostnames.ts'
import { isAtLeast, roleNeeded } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { expectSignIn } from '../../auth/expect-sign-in.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound, roleTooWeak } from '../../errors.ts'
import { handle } from '../../handle.ts'
import type { Urls } from '../../urls.ts'
import { releaseHostname } from '../sites/hostname.ts'
import { type HostnameRow, hostnameRow, storeCheck } from './queries.ts'
import { isInDns, statusFrom } from './rules.ts'

export const customHostnameHandlers = handle(api.customHostnames, {
  async get(ctx, { params: { hostname } }) {
    const { row } = await visibleHostname(ctx, hostname)
    return presentHostname(row, ctx.urls)
  },

  async check(ctx, { params: { hostname } }) {
    const { row, siteContext } = await manageableHostname(ctx, hostname)
    const status = await currentStatus(ctx, hostname)
    const { organizationId } = siteContext.access
    await ctx.write((tx) =>
      storeCheck(tx, { organizationId, siteId: row.siteId, hostname, status }, ctx.now()),
    )
    if (status !== 'dns_passed')
      throw new DomainError('upstream', STATUS_MESSAGES[status](hostname), { status })
    return undefined
  },

  async remove(ctx, { params: { hostname } }) {
    const { row, siteContext } = await manageableHostname(ctx, hostname)
    await ctx.write((tx) => releaseHostname(tx, siteContext, row.siteId, hostname))
    return undefined
  },
})

const presentHostname = (
  { hostname, siteId, status, checkedAt }: HostnameRow,
  urls: Urls,
): CustomHostname => ({
  object: 'custom-hostname',
  hostname,
  target: { type: 'site', site: siteId },
  isActive: status === 'dns_passed',
  ...(status === null ? {} : { status }),
  ...(checkedAt === null ? {} : { checkedAt: checkedAt.toISOString() }),
  urls: { location: urls.location('custom-hostnames', hostname) },
})

/** The hostname of a site that the caller may see, and the context with their role on the site. */
async function visibleHostname(ctx: Context, hostname: string) {
  const row = await hostnameRow(ctx.db, hostname)
  const facts = row && (await accessFacts(ctx.db, { kind: 'site', id: row.siteId }, ctx.caller.userId))
  if (!row || !facts || facts.member === null || facts.member.disabled) throw notFound('hostname', hostname)
  const { role } = resolveAccess(facts)
  if (role === null) throw notFound('hostname', hostname)
  await expectSignIn(ctx.db, ctx.caller, facts.policy)
  const access = { organizationId: facts.organizationId, role, organizationRole: facts.member.role }
  return { row, siteContext: { ...ctx, access } }
}

/** The same for a site that the caller may publish. */
async function manageableHostname(ctx: Context, hostname: string) {
  const result = await visibleHostname(ctx, hostname)
  const needed = roleNeeded['site.admin'] ?? 'admin'
  if (isAtLeast(result.siteContext.access.role, needed)) return result
  throw roleTooWeak(needed)
}

/** @throws {DomainError} `invalid_state` if the service has no name in the DNS, `upstream` if the DNS fails. */
async function currentStatus({ dns, urls }: Context, hostname: string) {
  const name = new URL(urls.base).hostname
  if (!isInDns(name)) {
    throw new DomainError('invalid_state', `The service is at ${name}, which isn’t a DNS name`)
  }
  try {
    const [aliases, addresses, own] = await Promise.all([
      dns.aliasesOf(hostname),
      dns.addressesOf(hostname),
      dns.addressesOf(name),
    ])
    return statusFrom({ aliases, addresses, service: { name, addresses: own } })
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    throw new DomainError('upstream', `DNS couldn’t be checked for ${hostname}: ${why}`)
  }
}

const STATUS_MESSAGES = {
  dns_no_cname: (hostname: string) => `DNS has no record for ${hostname} yet`,
  dns_wrong_cname: (hostname: string) => `${hostname} points somewhere else`,
} as const
