import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { collection } from './collections.ts'
import { page } from './pages.ts'
import { resource } from './route.ts'
import { address, id, timestamp, uri } from './shared/values.ts'
import { space } from './spaces.ts'

/** Everything that a published URL identifies, and a token that reads it. */
const publishedContent = z.object({
  organization: id,
  site: id,
  siteSection: id.optional(),
  siteSpace: id,
  space: id,
  changeRequest: id.optional(),
  revision: id.optional().describe('The revision of the space that readers see'),
  page: id.optional().describe('The page at the URL; absent for a space without pages'),
  pathname: z
    .string()
    .describe(
      'Path of the page in the space, without leading and trailing slashes; empty for the first page',
    ),
  basePath: z.string().describe('Path of the space, with a trailing slash: `/sites/acme/guides/`'),
  siteBasePath: z.string().describe('Path of the site, with a trailing slash: `/sites/acme/`'),
  apiToken: z.string().describe('Token that can read this site and space as this visitor, for up to an hour'),
  apiTokenExpiresAt: timestamp.optional(),
  shareKey: z.string().optional().describe('The key in the URL of a site with a share link'),
  complete: z.boolean().describe('false if a longer path may belong to another space of the site'),
  canonicalUrl: address.describe('The canonical URL of the page, without keys and tokens'),
})

/** What a published URL resolves to: content or another URL. */
export const publishedLookup = z
  .union([
    publishedContent,
    z.object({
      target: z
        .enum(['application', 'content', 'external'])
        .describe(
          'content: another URL of a site; external: a URL outside the site, or its sign-in page; application: a view of the dashboard',
        ),
      redirect: address,
    }),
  ])
  .meta({ id: 'PublishedLookup' })
export type PublishedLookup = z.infer<typeof publishedLookup>

export const urls = resource('urls', {
  published: {
    id: 'resolvePublishedUrl',
    method: 'POST',
    path: '/urls/published',
    summary: 'Find the content at a published URL; 404 if there is none.',
    description:
      'Returns what a browser would get at the URL. For a site with a share link, the URL must contain the `shareKey`; for a site with visitor sign-in, send the visitor’s token. Content that conditions hide from the visitor returns 404. Returns 403 if the token isn’t valid for the site (and `redirectOnError` is false) or the link has a password; `error.details.reason` says which.',
    permission: 'user',
    readOnly: true,
    body: z.object({
      url: uri,
      redirectOnError: z
        .boolean()
        .default(false)
        .describe('true: an invalid visitor token returns the sign-in page of the site, if it has one'),
      visitor: z
        .object({
          jwtToken: z.string().max(16_384).optional().describe('Signed token of the visitor'),
          unsignedClaims: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('Up to 20 booleans and strings, the same as `?visitor.name=value` in the URL'),
        })
        .optional(),
    }),
    status: 200,
    response: publishedLookup,
  },
  publishedByGet: {
    id: 'getPublishedUrl',
    method: 'GET',
    path: '/urls/published',
    summary:
      'Find the content at a published URL. Prefer the POST operation, which keeps tokens out of URLs.',
    permission: 'user',
    query: z.object({
      url: uri,
      visitorAuthToken: z.string().max(16_384).optional().describe('Signed token of the visitor'),
      redirectOnError: z.boolean().default(false),
    }),
    status: 200,
    response: publishedLookup,
  },
  content: {
    id: 'resolveContentUrl',
    method: 'GET',
    path: '/urls/content',
    summary: 'Find the collection, space or page at a URL of the dashboard; 404 for any other URL.',
    description:
      'Accepts URLs as copied from the browser: of a collection, a space, a change request or a page. Returns 404 if the caller can’t view it.',
    permission: 'user',
    query: z.object({ url: uri }),
    status: 200,
    response: z.union([
      z.object({ space, changeRequest: changeRequest.optional(), page: page.optional() }),
      z.object({ collection }),
    ]),
  },
})
