import { z } from 'zod'
import { resource } from './route.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'
import { siteHostname } from './sites.ts'

export const customHostname = z
  .object({
    object: z.literal('custom-hostname'),
    hostname: siteHostname,
    target: z.object({ type: z.literal('site'), site: id }),
    isActive: z.boolean().describe('The DNS was seen to lead here; false until it was asked'),
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
      'Takes the role create on the site. 204 when it does. 400 with `error.details.status` when it does not, or when the DNS does not answer; 409 when the service is at no name of its own.',
    permission: 'user',
    params,
    status: 204,
  },
  remove: {
    id: 'removeCustomHostname',
    method: 'DELETE',
    path,
    summary: 'Take a host name away from its site, for who has the role create there.',
    permission: 'user',
    params,
    status: 205,
  },
})
