import { z } from 'zod'
import { resource } from './route.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { siteHostname } from './sites.ts'

export const customHostname = z
  .object({
    object: z.literal('custom-hostname'),
    hostname: siteHostname,
    target: z.object({ type: z.literal('site'), site: id }),
    isActive: z.boolean().describe('Whether DNS points here; false until it has been checked'),
    status: z
      .enum(['dns_passed', 'dns_no_cname', 'dns_wrong_cname'])
      .optional()
      .describe('Last result of the DNS check: correct, no record, another target'),
    checkedAt: timestamp.optional(),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'CustomHostname' })
export type CustomHostname = z.infer<typeof customHostname>

const path = '/custom-hostnames/:hostname'
const params = z.object({ hostname: siteHostname })

export const customHostnames = resource('customHostnames', {
  get: {
    id: 'getCustomHostname',
    method: 'GET',
    path,
    summary: 'Get a custom domain and whether its DNS points here; 404 if the caller can’t see the site.',
    permission: 'user',
    params,
    status: 200,
    response: customHostname,
  },
  check: {
    id: 'checkCustomHostname',
    method: 'PATCH',
    path,
    summary: 'Check again whether DNS points a hostname to this service.',
    description:
      'Requires the create role on the site. Returns 204 if it does, 400 with `error.details.status` if it doesn’t or DNS doesn’t respond, and 409 if the service has no hostname.',
    permission: 'user',
    params,
    status: 204,
  },
  remove: {
    id: 'removeCustomHostname',
    method: 'DELETE',
    path,
    summary: 'Remove a hostname from its site. Requires the create role on the site.',
    permission: 'user',
    params,
    status: 205,
  },
})
