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
    url: address.describe('Anyone with it sees what the caller can see, for an hour'),
    expiresAt: timestamp,
  })
  .meta({ id: 'PublishingPreview' })
export type PublishingPreview = z.infer<typeof publishingPreview>

export const sitePublishing = resource('sitePublishing', {
  preview: {
    id: 'getSitePublishingPreview',
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/publishing/preview',
    summary: 'Get an address that shows a site to a member before others see it so, for an hour.',
    description:
      'Shows the site, published or not, as a visitor of whom `claims` are known would see it; with `changeRequest` the space as the request would have it published, with `plan` the structure as its plan would have it, newest state each time. Nothing of spaces that the caller may not view is there. The pages say that they are a preview and are kept from search engines. 404 when what is named is not on the site, or is hidden from that visitor; 409 when nothing is planned.',
    permission: 'site.view',
    params: sitePath,
    query: z.object({
      siteSpace: id.optional().describe('Where to begin; by default at the beginning of the site'),
      space: id.optional().describe('The same by the space, where the site shows it first'),
      page: id.optional().describe('Page of that space to begin at'),
      target: z.string().max(1024).optional().describe('Path below the site to begin at: `guides/install`'),
      claims: claimsInQuery,
      draft: z
        .boolean()
        .default(true)
        .describe('false: only what is published, so 409 for a site that is not'),
      changeRequest: z
        .string()
        .max(64)
        .optional()
        .describe('Id or number of a change request of the space that is named'),
      plan: z
        .boolean()
        .default(false)
        .describe('Structured as planned, for members who may edit the site (403 for others)'),
    }),
    status: 200,
    response: publishingPreview,
  },
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
    summary: 'Create a new private key. Tokens signed with the old one stop working right away.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: publishingAuth,
  },
})
