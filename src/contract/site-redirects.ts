import { z } from 'zod'
import { resource } from './route.ts'
import { MAX_CONTENT_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { address, id, shareKey, timestamp, uri, urlsOf, version } from './shared/values.ts'

/**
 * An absolute path: segments of unreserved or percent-encoded characters, without a trailing slash. A `*` at the end
 * matches any rest of the path: `/manual/*`.
 */
export const redirectSource = z
  .string()
  .max(512)
  .regex(/^(\/([A-Za-z0-9._~+-]|%[0-9A-Fa-f]{2})+)+(\/?\*)?$/, {
    error: ({ input }) =>
      encodeSource(String(input)) === input
        ? 'Begin with “/” and leave out “?”, “#” and a slash at the end; “*” is only possible as the last character'
        : 'Percent-encode everything except letters, digits and “-._~+/”, such as “(” as “%28”',
  })

const captureWildcard = z
  .boolean()
  .optional()
  .describe('true: the part of the path that “*” matches is added to the destination; false unless set')
const draft = z.boolean().optional().describe('true: not in effect until it is published; false unless set')

/**
 * A path as people write it, with spaces, letters of any script and characters such as parentheses percent-encoded, as
 * sources are stored. What isn’t part of a path is left alone.
 */
export const encodeSource = (path: string): string =>
  path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/[!"$&'(),:;<=>@[\\\]^`{|}]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

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
    draft: z.boolean().optional().describe('true: not in effect'),
    captureWildcard: z
      .boolean()
      .optional()
      .describe('The part of the path that “*” matches is added to the destination'),
    permanent: z.boolean().optional().describe('true: permanent (308); false: temporary (307)'),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'SiteRedirect' })
export type SiteRedirect = z.infer<typeof siteRedirect>

/** Destination of a redirect in a bulk request. URLs are validated per redirect, so one bad URL does not fail the request. */
const bulkRedirectDestination = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('site-section'), siteSectionId: id }),
    z.object({ kind: z.literal('site-space'), siteSpaceId: id }),
    z.object({ kind: z.literal('site-page'), siteSpaceId: id, pageId: id }),
    z.object({ kind: z.literal('external'), url: z.string().max(2048) }),
    z.object({
      kind: z.literal('path'),
      spaceId: id,
      path: z
        .string()
        .max(2048)
        .describe(
          'Path of a page in the space, stored as `site-page`; empty for the space itself, stored as `site-space`',
        ),
    }),
  ])
  .meta({ id: 'SiteBulkRedirectDestination' })

export const bulkRedirect = z
  .object({
    source: z.string().max(2048),
    destination: bulkRedirectDestination
      .nullable()
      .optional()
      .describe('null deletes the redirect with this source; required unless the intent is publish'),
    intent: z
      .enum(['live', 'draft', 'publish'])
      .optional()
      .describe('Saves the redirect in effect (default), saves its draft, or publishes the draft'),
    captureWildcard,
    permanent: z.boolean().optional().describe('Unchanged by default; true for new ones'),
  })
  .meta({ id: 'SiteBulkRedirect' })
export type BulkRedirect = z.infer<typeof bulkRedirect>

/** Limit of redirects in one bulk request. */
export const MAX_BULK_REDIRECTS = 500

/** The result for one redirect of a bulk request. */
export const redirectResult = z
  .object({
    status: z.enum(['created', 'updated', 'deleted', 'published', 'unchanged', 'error']),
    source: z.string(),
    draft: z.boolean().describe('Whether this is the draft of a redirect'),
    id: id.optional(),
    error: z.string().optional().describe('Why this one was skipped'),
    notes: z
      .array(z.enum(['chain', 'shadowed']))
      .optional()
      .describe(
        'chain: the target is the source of another redirect; shadowed: a page uses the source and is shown instead',
      ),
  })
  .meta({ id: 'SiteRedirectResult' })
export type RedirectResult = z.infer<typeof redirectResult>

/** A reason why a redirect does not work as expected. */
export const redirectFinding = z
  .object({
    kind: z
      .enum(['chain', 'loop', 'shadowed', 'gone'])
      .describe(
        'chain: the target is the source of another redirect; loop: the redirects form a loop; shadowed: a page or space uses the source and is shown instead; gone: the target is no longer on the site',
      ),
    through: z
      .array(z.string())
      .optional()
      .describe('Sources of the redirects in the chain, in order; in a loop, the last one is repeated'),
  })
  .meta({ id: 'SiteRedirectFinding' })
export type RedirectFinding = z.infer<typeof redirectFinding>

export const siteRedirectWithFindings = siteRedirect
  .extend({ findings: z.array(redirectFinding).min(1) })
  .meta({ id: 'SiteRedirectWithFindings' })
export type SiteRedirectWithFindings = z.infer<typeof siteRedirectWithFindings>

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
    query: paging.extend({
      search: z
        .string()
        .max(512)
        .optional()
        .describe('Part of the source, with or without its percent-encoding; case-insensitive'),
      draft: z.boolean().optional().describe('true: only drafts; otherwise only redirects in effect'),
      orderBy: z.enum(['createdAt', 'updatedAt', 'source']).optional().describe('createdAt by default'),
    }),
    status: 200,
    response: listOf(siteRedirect),
  },
  findings: {
    id: 'listSiteRedirectFindings',
    method: 'GET',
    path: `${site}/redirect-findings`,
    summary: 'List the redirects of a site that have a problem, by source.',
    description:
      'A redirect that would cause a loop can’t be saved, but changing the address of the site can cause one.',
    permission: 'site.view',
    params: sitePath,
    query: paging,
    status: 200,
    response: listOf(siteRedirectWithFindings),
  },
  putMany: {
    id: 'putSiteRedirects',
    method: 'PUT',
    path: base,
    summary: 'Save up to 500 redirects, identified by their source. Each succeeds or fails independently.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      redirects: z.array(bulkRedirect).min(1).max(MAX_BULK_REDIRECTS),
      dryRun: z.boolean().optional().describe('Only return the result for each, without saving'),
    }),
    bodyLimit: MAX_CONTENT_BODY_BYTES,
    status: 200,
    response: z.object({ results: z.array(redirectResult) }),
  },
  create: {
    id: 'createSiteRedirect',
    method: 'POST',
    path: base,
    summary: 'Add a redirect; 409 if its source is taken.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({
      source: redirectSource,
      destination: redirectDestination,
      captureWildcard,
      draft,
      permanent: z.boolean().optional().describe('true by default'),
    }),
    status: 201,
    response: siteRedirect,
  },
  update: {
    id: 'updateSiteRedirect',
    method: 'PATCH',
    path: `${base}/:siteRedirectId`,
    summary: 'Update a redirect. Omitted fields don’t change.',
    permission: 'site.edit',
    params: redirectPath,
    body: z.object({
      source: redirectSource.optional(),
      destination: redirectDestination.optional(),
      captureWildcard: z.boolean().optional(),
      draft: z.boolean().optional().describe('false publishes a draft; 409 if its source is taken'),
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
    summary: 'Get where a path of a site redirects to; 404 if it doesn’t.',
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
