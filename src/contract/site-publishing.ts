import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { uri } from './shared/values.ts'

const backend = z.enum(['custom', 'integration']).describe('custom: tokens signed with the private key')

export const publishingAuth = z
  .object({
    object: z.literal('publishing-auth'),
    backend,
    privateKey: z.string().describe('Key that visitor tokens are signed with (HS256)'),
    fallbackURL: uri.optional().describe('Where visitors without a token are sent, with `location`'),
    logoutURL: uri.optional(),
    integration: z.string().optional(),
  })
  .meta({ id: 'PublishingAuth' })
export type PublishingAuth = z.infer<typeof publishingAuth>

const base = '/orgs/:organizationId/sites/:siteId/publishing/auth'

export const sitePublishing = resource('sitePublishing', {
  getAuth: {
    id: 'getSitePublishingAuth',
    method: 'GET',
    path: base,
    summary: 'Get how visitors of a site are recognised; 400 when the site does not ask visitors.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: publishingAuth,
  },
  updateAuth: {
    id: 'updateSitePublishingAuth',
    method: 'PATCH',
    path: base,
    summary: 'Change how visitors of a site are recognised.',
    permission: 'site.admin',
    params: sitePath,
    body: z.object({
      backend,
      fallbackURL: uri.nullable().optional().describe('null removes it'),
      logoutURL: uri.nullable().optional().describe('null removes it'),
    }),
    status: 200,
    response: publishingAuth,
  },
  regenerateAuth: {
    id: 'regenerateSitePublishingAuth',
    method: 'POST',
    path: `${base}/regenerate`,
    summary: 'Make a new private key; tokens signed with the old one are refused at once.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: publishingAuth,
  },
})
