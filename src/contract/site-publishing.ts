import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { address, claimsInQuery, id, timestamp, uri } from './shared/values.ts'

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

/** A temporary preview of a site as a visitor would see it. */
export const publishingPreview = z
  .object({
    object: z.literal('publishing-preview'),
    url: address.describe('For an hour, anyone with the URL sees what the caller can see'),
    expiresAt: timestamp,
  })
  .meta({ id: 'PublishingPreview' })
export type PublishingPreview = z.infer<typeof publishingPreview>

export const sitePublishing = resource('sitePublishing', {
  preview: {
    id: 'getSitePublishingPreview',
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/publishing/preview',
    summary: 'Get a URL that previews a site for an hour.',
    description:
      'Shows the site, published or not, as a visitor with these `claims` sees it. With `changeRequest`, the space is shown as if the change request were merged; with `plan`, the structure as if the plan were published. The preview always shows the latest state, without spaces that the caller can’t view. Its pages are marked as a preview and kept out of search engines. Returns 404 if the target isn’t on the site or is hidden from that visitor, and 409 if the plan is empty.',
    permission: 'site.view',
    params: sitePath,
    query: z.object({
      siteSpace: id.optional().describe('Where to start; by default, the home page of the site'),
      space: id.optional().describe('The same, by the space: its first appearance on the site'),
      page: id.optional().describe('Page of that space to start at'),
      target: z.string().max(1024).optional().describe('Path on the site to start at: `guides/install`'),
      claims: claimsInQuery,
      draft: z
        .boolean()
        .default(true)
        .describe('false: only published content; 409 if the site isn’t published'),
      changeRequest: z.string().max(64).optional().describe('ID or number of a change request of that space'),
      plan: z
        .boolean()
        .default(false)
        .describe('Show the planned structure; for members who can edit the site (403 for others)'),
    }),
    status: 200,
    response: publishingPreview,
  },
  getAuth: {
    id: 'getSitePublishingAuth',
    method: 'GET',
    path: base,
    summary: 'Get the visitor sign-in settings of a site; 400 if visitors don’t sign in.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: publishingAuth,
  },
  updateAuth: {
    id: 'updateSitePublishingAuth',
    method: 'PATCH',
    path: base,
    summary: 'Update the visitor sign-in settings of a site, whatever its audience.',
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
    summary: 'Create a new private key. Tokens signed with the old one stop working right away.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: publishingAuth,
  },
})
