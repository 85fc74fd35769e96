import { api } from '#contract/api.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { organizationByHostname } from '../organizations/queries.ts'

export const subdomainHandlers = handle(api.subdomains, {
  async get({ db }, { params: { subdomain } }) {
    const organization = await organizationByHostname(db, subdomain)
    if (organization === undefined) throw notFound('subdomain', subdomain)
    return {
      object: 'subdomain',
      subdomain,
      target: { type: 'organization', organization },
      isActive: true,
    }
  },
})
