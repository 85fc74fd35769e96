import { z } from 'zod'
import { subdomainName as name } from './organizations.ts'
import { resource } from './route.ts'
import { id } from './shared/values.ts'

export const subdomain = z
  .object({
    object: z.literal('subdomain'),
    subdomain: name,
    target: z.object({ type: z.literal('organization'), organization: id }),
    isActive: z.boolean(),
  })
  .meta({ id: 'Subdomain' })

export const subdomains = resource('subdomains', {
  get: {
    id: 'getSubdomain',
    method: 'GET',
    path: '/subdomains/:subdomain',
    summary: 'Get the organization that uses a `hostname`; 404 if it is free.',
    permission: 'user',
    params: z.object({ subdomain: name }),
    status: 200,
    response: subdomain,
  },
})
