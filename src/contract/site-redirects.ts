import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { address, id, shareKey, timestamp, uri, urlsOf, version } from './shared/values.ts'

/** An absolute path: segments of unreserved or percent-encoded characters, no slash at the end. */
export const redirectSource = z
  .string()
  .max(512)
  .regex(/^(\/([A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+)+$/, 'Begin with “/” and leave out a slash at the end')

export const redirectDestination = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('site-section'), siteSectionId: id }),
    z.object({ kind: z.literal('site-space'), siteSpaceId: id }),
    z.object({ kind: z.literal('site-page'), siteSpaceId: id, pageId: id }),
    z.object({ kind: z.literal('external'), url: uri }),
  ])
  .meta({ id: 'SiteRedirectDestination' })
export type RedirectDestination = z.infer<typeof redirectDestination>

export const siteRedirect = z
  .object({
    object: z.literal('site-redirect'),
    id,
    source: redirectSource,
    destination: redirectDestination,
    permanent: z.boolean().optional().describe('Answered with 308; with 307 when false'),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'SiteRedirect' })
export type SiteRedirect = z.infer<typeof siteRedirect>

const site = '/orgs/:organizationId/sites/:siteId'
const base = `${site}/redirects` as const
const redirectPath = sitePath.extend({ siteRedirectId: id })

export const siteRedirects = resource('siteRedirects', {
  list: {
    id: 'listSiteRedirects',
    method: 'GET',
    path: base,
    summary: 'List the redirects of a site.',
    permission: 'site.view',
    params: sitePath,
    query: paging,
    status: 200,
    response: listOf(siteRedirect),
  },
  create: {
    id: 'createSiteRedirect',
    method: 'POST',
    path: base,
    summary: 'Add a redirect; 409 when its source is taken.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      source: redirectSource,
      destination: redirectDestination,
      permanent: z.boolean().optional().describe('true unless given'),
    }),
    status: 201,
    response: siteRedirect,
  },
  update: {
    id: 'updateSiteRedirect',
    method: 'PATCH',
    path: `${base}/:siteRedirectId`,
    summary: 'Change a redirect; only what is given changes.',
    permission: 'site.edit',
    params: redirectPath,
    body: z.object({
      source: redirectSource.optional(),
      destination: redirectDestination.optional(),
      permanent: z.boolean().optional(),
    }),
    status: 200,
    response: siteRedirect,
    versioned: true,
  },
  delete: {
    id: 'deleteSiteRedirect',
    method: 'DELETE',
    path: `${base}/:siteRedirectId`,
    summary: 'Delete a redirect.',
    permission: 'site.edit',
    params: redirectPath,
    status: 205,
    versioned: true,
  },
  resolve: {
    id: 'resolveSiteRedirect',
    method: 'GET',
    path: `${site}/redirect`,
    summary: 'Tell where a path of a site redirects to; 404 when it does not.',
    permission: 'site.view',
    params: sitePath,
    query: z.object({ shareKey, source: redirectSource }),
    status: 200,
    response: z.object({
      redirect: siteRedirect,
      target: address.describe('Absolute address the visitor goes to'),
    }),
  },
})
