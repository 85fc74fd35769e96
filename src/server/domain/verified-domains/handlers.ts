import { verifiedDomains } from '#contract/verified-domains.ts'
import { expectVersion } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { addDomains } from './add-domains.ts'
import { checkDomain } from './check-domain.ts'
import { presentDomain } from './present.ts'
import {
  deleteDomain,
  domainByName,
  domainPage,
  lockDomain,
  lockEmailDomains,
  setEmailDomains,
} from './queries.ts'
import { refusalOf } from './rules.ts'

export const verifiedDomainHandlers = handle(verifiedDomains, {
  async list(ctx, { params, query }) {
    return listResponse(await domainPage(ctx.db, params.organizationId, query), (row) =>
      presentDomain(row, ctx.urls),
    )
  },

  async create(ctx, { params: { organizationId }, body: { domain } }) {
    const refusal = refusalOf(domain)
    if (refusal !== null) throw invalid([{ path: ['body', 'domain'], message: refusal }])
    return ctx.write(async (tx) => {
      // Locked so that concurrent requests cannot exceed the limit together.
      await lockEmailDomains(tx, organizationId)
      const added = await addDomains(tx, ctx, organizationId, [domain])
      if (added.length === 0) throw alreadyAdded(domain)
      return presentDomain(await domainByName(tx, organizationId, domain), ctx.urls)
    })
  },

  async get(ctx, { params: { organizationId, domain } }) {
    return presentDomain(await domainByName(ctx.db, organizationId, domain), ctx.urls)
  },

  async check(ctx, { params: { organizationId, domain } }) {
    const row = await checkDomain(ctx, { organizationId, domain, actor: ctx, write: ctx.write })
    return presentDomain(row, ctx.urls)
  },

  async delete(ctx, { params: { organizationId, domain } }) {
    await ctx.write(async (tx) => {
      const organization = await lockEmailDomains(tx, organizationId)
      const { version, verifiedBy, joining } = await lockDomain(tx, organizationId, domain)
      expectVersion(ctx, version)
      await deleteDomain(tx, organizationId, domain)
      await recordAuditEvents(tx, ctx, {
        action: 'domain.delete',
        target: { type: 'domain', id: domain, label: domain },
        before: { verifiedBy },
      })
      if (!joining) return
      const before = organization.emailDomains
      const after = before.filter((one) => one !== domain)
      await setEmailDomains(tx, organizationId, after, ctx.now())
      await recordAuditEvents(tx, ctx, {
        action: 'organization.update',
        target: { type: 'organization', id: organizationId, label: organization.title },
        before: { emailDomains: before },
        after: { emailDomains: after },
      })
    })
    return undefined
  },
})

const alreadyAdded = (domain: string) => {
  const message = `${domain} is already in the list`
  return new DomainError('conflict', message, { issues: [{ path: ['body', 'domain'], message }] })
}
