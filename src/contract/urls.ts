import { z } from 'zod'
import { changeRequest } from './change-requests.ts'
import { collection } from './collections.ts'
import { page } from './pages.ts'
import { resource } from './route.ts'
import { address, id, timestamp, uri } from './shared/values.ts'
import { space } from './spaces.ts'

const publishedContent = z.object({
  organization: id,
  site: id,
  siteSection: id.optional(),
  siteSpace: id,
  space: id,
  changeRequest: id.optional(),
  revision: id.optional(),
  pathname: z.string().describe('The rest of the path below the space'),
  basePath: z.string().describe('The path up to the space'),
  siteBasePath: z.string().describe('The path up to the site'),
  apiToken: z.string().describe('Reads this site and space for an hour'),
  apiTokenExpiresAt: timestamp.optional(),
  shareKey: z.string().optional(),
  complete: z.boolean().describe('false while more of the path may belong to the site'),
  canonicalUrl: address,
})

/** Where an address leads: to content, or on to another address. */
export const publishedLookup = z
  .union([
    publishedContent,
    z.object({ target: z.enum(['application', 'content', 'external']), redirect: address }),
  ])
  .meta({ id: 'PublishedLookup' })
export type PublishedLookup = z.infer<typeof publishedLookup>

export const urls = resource('urls', {
  published: {
    id: 'resolvePublishedUrl',
    method: 'POST',
    path: '/urls/published',
    summary: 'Find the content behind a published address; 404 when there is none.',
    permission: 'user',
    body: z.object({
      url: uri,
      redirectOnError: z.boolean().default(false),
      visitor: z
        .object({
          jwtToken: z.string().max(16_384).optional().describe('Signed token of the visitor'),
          unsignedClaims: z.record(z.string(), z.unknown()).optional(),
        })
        .optional(),
    }),
    status: 200,
    response: publishedLookup,
  },
  content: {
    id: 'resolveContentUrl',
    method: 'GET',
    path: '/urls/content',
    summary: 'Find the collection, space or page behind an address of the dashboard.',
    permission: 'user',
    query: z.object({ url: uri }),
    status: 200,
    response: z.union([
      z.object({ space, changeRequest: changeRequest.optional(), page: page.optional() }),
      z.object({ collection }),
    ]),
  },
})
