import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { claimsInQuery, shareKey, uri } from './shared/values.ts'
import { siteCustomization } from './site-customization.ts'
import { siteStructure } from './site-structure.ts'
import { site } from './sites.ts'

/** A customization with the parts that renderers read and Lectern does not have. */
const publishedCustomization = siteCustomization.extend({
  socialAccounts: z.array(z.never()).describe('Always empty'),
})

export const publishedSite = z
  .object({
    object: z.literal('published-content-site'),
    site,
    structure: siteStructure,
    customizations: z.object({
      site: publishedCustomization,
      siteSpaces: z
        .record(z.string(), publishedCustomization)
        .describe('By ID of the site space; only those that differ'),
    }),
    scripts: z.array(
      z.object({
        script: uri,
        contentSecurityPolicy: z.string().optional(),
        cookies: z.boolean().optional(),
      }),
    ),
  })
  .meta({ id: 'PublishedSite' })
export type PublishedSite = z.infer<typeof publishedSite>

export const publishedSites = resource('publishedSites', {
  get: {
    id: 'getPublishedSite',
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/published',
    summary: 'Get everything needed to render a site: the site, its structure and its customization.',
    description:
      'The structure contains what a visitor with these `claims` sees; without `claims`, what an anonymous visitor sees.',
    permission: 'site.view',
    params: sitePath,
    query: z.object({ shareKey, claims: claimsInQuery }),
    status: 200,
    response: publishedSite,
  },
})
