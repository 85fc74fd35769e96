import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, sitePath } from './shared/paths.ts'
import { asciiSegment, flags, id, noIntegrations, timestamp, uri, urlsOf, version } from './shared/values.ts'

/** Ids of site features that clients know. */
const siteFeatureIds = [
  'sites-basic-customization',
  'sites-advanced-customization',
  'sites-custom-fonts',
  'sites-pdf-export',
  'sites-custom-domain',
  'sites-no-custom-domain',
  'sites-custom-subdirectory',
  'sites-redirects',
  'sites-sections',
  'sites-multivariant-site',
  'sites-public-visibility',
  'sites-unlisted-visibility',
  'sites-share-links',
  'sites-visitor-authentication',
  'sites-visitors',
  'sites-adaptive-content',
  'sites-full-text-search',
  'sites-ai-search',
  'sites-ai-assistant',
  'sites-search-insights',
  'sites-seo',
  'sites-page-traffic-insights',
  'sites-advanced-insights',
  'sites-page-feedback',
  'sites-ai-insights',
  'sites-ads',
  'sites-api-playground',
  'sites-preview-deployments',
  'sites-user-contribution',
  'sites-embed',
  'sites-channels',
  'sites-connections',
  'sites-broken-links',
  'sites-fix-broken-links',
  'sites-content-gaps',
] as const

export const siteTitle = z.string().min(2).max(128)
export const siteType = z.enum(['basic', 'premium', 'ultimate', 'sponsored'])
export const siteVisibility = z
  .enum(['public', 'unlisted', 'share-link', 'visitor-auth'])
  .describe(
    'public: anyone, listed by search engines; unlisted: anyone, not listed; share-link: anyone with a share link; visitor-auth: anyone with a signed token',
  )

export const conditionalContent = z
  .enum(['undecided', 'hidden', 'everyone'])
  .describe(
    'Who sees content with conditions without adaptive content. undecided and hidden: no one sees content with a condition on the visitor; everyone: conditions have no effect. An undecided site can’t be published with such content',
  )

/** At least three labels of lower-case letters, digits and hyphens, joined by dots. */
export const siteHostname = z
  .string()
  .max(512)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    'Enter a domain with at least three parts, such as docs.example.org',
  )

/** A domain followed by one or more path segments, such as `example.org/docs`. */
export const siteProxy = z
  .string()
  .max(512)
  .regex(
    /^([\w-]+\.)+[A-Za-z]{2,}(\/[\w-]+)+$/,
    'Enter a domain followed by a path, such as example.org/docs',
  )

/** An image in a light and a dark version, an emoji, or nothing. */
export const siteIcon = z.union([
  z.object({ icon: z.object({ light: uri, dark: uri }) }),
  z.object({ emoji: z.string().max(50) }),
  z.strictObject({}),
])

export const site = z
  .object({
    object: z.literal('site'),
    id,
    type: siteType,
    appliedType: siteType.optional().describe('The same as `type`'),
    title: siteTitle,
    icon: siteIcon.nullable().optional(),
    hostname: siteHostname.optional(),
    basename: asciiSegment.optional(),
    proxy: z.object({ origin: z.string(), target: z.string() }).optional(),
    visibility: siteVisibility,
    defaultLevel: z.literal('inherit').optional().describe('Members have their role in the organization'),
    published: z.boolean().describe('Live for its audience'),
    siteSpaces: z.number().int(),
    createdAt: timestamp,
    updatedAt: timestamp.optional(),
    adaptiveContent: z
      .object({
        enabled: z.boolean().describe('Visitors see the content whose conditions they meet'),
        conditionalContent: conditionalContent.optional().describe('Absent with adaptive content'),
      })
      .optional(),
    defaultSiteSection: id.optional(),
    defaultSiteSpace: id.optional(),
    ads: z
      .object({
        status: z.enum(['pending', 'in-review', 'live', 'rejected', 'disabled']),
        submittable: z.boolean(),
      })
      .optional(),
    features: z.array(z.object({ id: z.enum(siteFeatureIds), plan: siteType, frozen: z.boolean() })),
    urls: urlsOf(['location', 'app'], ['published']),
    permissions: flags('view', 'access', 'edit', 'create', 'admin').extend({
      ...noIntegrations('installIntegration'),
      viewAdaptiveSchema: z.boolean().optional(),
      editAdaptiveSchema: z.boolean().optional(),
    }),
    version,
  })
  .meta({ id: 'Site' })
export type Site = z.infer<typeof site>

const base = '/orgs/:organizationId/sites'
const one = `${base}/:siteId` as const

export const sites = resource('sites', {
  list: {
    id: 'listSites',
    method: 'GET',
    path: base,
    summary: 'List the sites of an organization that the caller can see.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      space: id.optional().describe('Only sites with this space'),
      title: z.string().max(512).optional().describe('Part of the title; case-insensitive'),
      published: z.boolean().optional(),
    }),
    status: 200,
    response: listOf(site),
  },
  create: {
    id: 'createSite',
    method: 'POST',
    path: base,
    summary: 'Create a site. It isn’t live until you publish it.',
    permission: 'organization.create',
    params: organizationPath,
    body: z.object({
      type: siteType.optional().describe('basic by default'),
      title: siteTitle.optional().describe('The organization’s title by default'),
      visibility: siteVisibility.optional().describe('public by default'),
      spaces: z
        .union([z.array(id).max(1000), z.enum(['sample', 'empty'])])
        .optional()
        .describe('The first spaces; `sample` creates a space with example pages, `empty` one without'),
    }),
    bodyOptional: true,
    status: 201,
    response: site,
  },
  get: {
    id: 'getSite',
    method: 'GET',
    path: one,
    summary: 'Get a site.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: site,
  },
  update: {
    id: 'updateSite',
    method: 'PATCH',
    path: one,
    summary: 'Update the settings of a site. Omitted fields don’t change.',
    description:
      'Audience and addresses (`visibility`, `adaptiveContent`, `basename`, `proxy`) require the create role on the site. On a published site, returns 412 for `share-link` without an active share link and for `visitor-auth` without a sign-in URL: `details.missing` is `share-link` or `sign-in-url`.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      title: siteTitle.optional(),
      visibility: siteVisibility.optional(),
      basename: asciiSegment.optional().describe('Last part of its URL; 409 if another site uses it'),
      adaptiveContent: z
        .object({ enabled: z.boolean(), conditionalContent: conditionalContent.optional() })
        .refine(({ enabled, conditionalContent: choice }) => !enabled || choice === undefined, {
          path: ['conditionalContent'],
          message: 'Adaptive content decides this. Leave it out, or set `enabled` to false',
        })
        .optional()
        .describe('`conditionalContent` is `everyone` if `enabled` is false and it is left out'),
      defaultSiteSpace: id.optional(),
      defaultSiteSection: id.optional(),
      proxy: siteProxy.nullable().optional().describe('Domain and path to show it at; null removes it'),
    }),
    status: 200,
    response: site,
    versioned: true,
  },
  delete: {
    id: 'deleteSite',
    method: 'DELETE',
    path: one,
    summary: 'Delete a site. Its spaces don’t change.',
    permission: 'site.admin',
    params: sitePath,
    status: 205,
    versioned: true,
  },
  publish: {
    id: 'publishSite',
    method: 'POST',
    path: `${one}/publish`,
    summary: 'Publish a site for its audience.',
    description:
      'Returns 412 if the site has no space, or if no reader could open it: `share-link` without an active share link, or `visitor-auth` without a sign-in URL. Also returns 412, with `details.missing` `conditional-content`, if the site has content with conditions and `adaptiveContent` is undecided: `details.pages` is the number of pages with such content, `details.parts` that of sections, spaces and header links with a condition.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: site,
  },
  setHostname: {
    id: 'setSiteHostname',
    method: 'PUT',
    path: `${one}/custom-hostname`,
    summary: 'Set the custom hostname of a site; 409 if another site uses it.',
    description:
      'DNS, or a proxy that keeps the Host header, must point the name to this service. The site is then at its root. Its address below the service keeps working and names the hostname as canonical.',
    permission: 'site.admin',
    params: sitePath,
    body: z.object({ hostname: siteHostname }),
    status: 200,
    response: site,
    versioned: true,
  },
  removeHostname: {
    id: 'removeSiteHostname',
    method: 'DELETE',
    path: `${one}/custom-hostname`,
    summary: 'Remove the custom hostname of a site. It remains available at its address below the service.',
    permission: 'site.admin',
    params: sitePath,
    status: 205,
    versioned: true,
  },
  integrationScripts: {
    id: 'listSiteIntegrationScripts',
    method: 'GET',
    path: `${one}/integration-scripts`,
    summary: 'List the scripts that integrations add to the pages of a site. Always empty.',
    permission: 'site.view',
    params: sitePath,
    status: 200,
    response: z.array(
      z.object({ script: uri, contentSecurityPolicy: z.string().optional(), cookies: z.boolean() }),
    ),
  },
  unpublish: {
    id: 'unpublishSite',
    method: 'POST',
    path: `${one}/unpublish`,
    summary: 'Unpublish a site. Its structure doesn’t change.',
    permission: 'site.admin',
    params: sitePath,
    status: 200,
    response: site,
  },
})
