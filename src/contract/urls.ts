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
    .describe('Path of the page below the space, without slashes around it; empty for the first page'),
  basePath: z.string().describe('Path of the space, with a slash at its end: `/sites/acme/guides/`'),
  siteBasePath: z.string().describe('Path of the site, with a slash at its end: `/sites/acme/`'),
  apiToken: z.string().describe('Reads this site and space, as this visitor, for at most an hour'),
  apiTokenExpiresAt: timestamp.optional(),
  shareKey: z.string().optional().describe('The key in the address, on a site by share link'),
  complete: z.boolean().describe('false if a longer path may belong to another space of the site'),
  canonicalUrl: address.describe('The one address of the page, without keys and tokens'),
})

/** What a published URL leads to: content, or another URL. */
export const publishedLookup = z
  .union([
    publishedContent,
    z.object({
      target: z
        .enum(['application', 'content', 'external'])
        .describe(
          'content: another address of a site; external: off the site, or where visitors sign in; application: a view of the dashboard',
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
    summary: 'Find the content behind a published address; 404 when there is none.',
    description:
      'Asks what a browser would be answered at the address: a site by share link by the `shareKey` in it, a site by visitor sign-in by the token given. What conditions hide from the visitor is 404 as what is not there. 403 when the visitor’s token does not open the site (and `redirectOnError` is false), or the link has a password; `error.details.reason` says which.',
    permission: 'user',
    readOnly: true,
    body: z.object({
      url: uri,
      redirectOnError: z
        .boolean()
        .default(false)
        .describe('true: a bad visitor token is answered with where visitors sign in, if the site has that'),
      visitor: z
        .object({
          jwtToken: z.string().max(16_384).optional().describe('Signed token of the visitor'),
          unsignedClaims: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('At most 20 flags and texts, as `?visitor.name=value` would say them'),
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
    summary: 'Find the content behind a published address, as the POST does; that one is to be preferred.',
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
    summary: 'Find the collection, space or page behind an address of the dashboard; 404 for any other.',
    description:
      'Takes addresses as people copy them from their browser: of a collection, a space, a change request, and a page of either. What the caller may not view is 404.',
    permission: 'user',
    query: z.object({ url: uri }),
    status: 200,
    response: z.union([
      z.object({ space, changeRequest: changeRequest.optional(), page: page.optional() }),
      z.object({ collection }),
    ]),
  },
})
