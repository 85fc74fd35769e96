import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, sitePath, spacePath } from './shared/paths.ts'
import { id, searchQuery, urlsOf, visitorClaims } from './shared/values.ts'

const urls = urlsOf(['app'])

const section = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  body: z.string().describe('Plain text around the match'),
  score: z.number().optional().describe('Same as for its page'),
  urls,
})

/** A page in the results of a search. */
export const pageSearchResult = z
  .object({
    id,
    title: z.string(),
    path: z.string(),
    description: z.string().optional(),
    ancestors: z.array(z.object({ title: z.string() })).optional(),
    score: z.number().optional(),
    rank: z.number().int().optional().describe('Position among all results of a site, from 1'),
    sections: z.array(section),
    urls,
  })
  .meta({ id: 'PageSearchResult' })
export type PageSearchResult = z.infer<typeof pageSearchResult>

/** A space with its pages that match the search. */
export const spaceSearchResult = z
  .object({
    type: z.literal('space'),
    id,
    title: z.string(),
    score: z.number().describe('The score of its best page; 0 without pages'),
    pages: z.array(pageSearchResult),
  })
  .meta({ id: 'SpaceSearchResult' })
export type SpaceSearchResult = z.infer<typeof spaceSearchResult>

/** A space of a site with its pages that match the search. */
export const siteSearchResult = spaceSearchResult
  .extend({
    siteSpace: id,
    pages: z.array(pageSearchResult.extend({ urls: urlsOf(['app'], ['published']) })),
  })
  .meta({ id: 'SiteSearchResult' })
export type SiteSearchResult = z.infer<typeof siteSearchResult>

const siteSpaceIds = z.array(id).max(1000)

/** Which spaces of a site are searched. */
const scope = z
  .discriminatedUnion('mode', [
    z.object({
      mode: z.literal('default').describe('The default space of the site, or of each of its sections'),
      includedSiteSpaces: siteSpaceIds.optional().describe('Other site spaces, in addition'),
      currentSiteSpace: id.optional().describe('The space that the visitor is in, which is searched, too'),
      restrictTo: z
        .enum(['currentSiteSpace', 'otherSiteSpaces'])
        .optional()
        .describe('Only the space that the visitor is in, or only the others; requires `currentSiteSpace`'),
    }),
    z.object({ mode: z.literal('specific'), siteSpaceIds: siteSpaceIds.min(1) }),
    z.object({ mode: z.literal('all') }),
  ])
  .meta({ id: 'SiteSearchScope' })
export type SiteSearchScope = z.infer<typeof scope>

const searchParams = paging.extend({ query: searchQuery })

export const search = resource('search', {
  organization: {
    id: 'searchOrganization',
    method: 'GET',
    path: '/orgs/:organizationId/search',
    summary: 'Search the spaces of an organization that the caller can view.',
    description:
      'Each item is a space with up to 10 matching pages, best match first; a space whose title matches is listed even without pages. Titles rank above headings and text, whole words above prefixes. Pages with `noIndex` are left out.',
    permission: 'organization.member',
    params: organizationPath,
    query: searchParams,
    status: 200,
    response: listOf(spaceSearchResult),
  },
  space: {
    id: 'searchSpace',
    method: 'GET',
    path: '/spaces/:spaceId/search',
    summary: 'Search a space.',
    description:
      'Like the search of the organization, but by page. Returns up to 1,000 pages; those with the words in their title come first. `count` is exact below 1,000; 1,000 means “1,000 or more”.',
    permission: 'space.view',
    params: spacePath,
    query: searchParams,
    status: 200,
    response: listOf(pageSearchResult),
  },
  prewarm: {
    id: 'prewarmSiteSearch',
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/search/prewarm',
    summary: 'Preload the search of a site, so that the first search is fast.',
    permission: 'site.view',
    readOnly: true,
    params: sitePath,
    status: 204,
  },
  site: {
    id: 'searchSite',
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/search',
    summary: 'Search a site as its visitors do.',
    description:
      'Each item is a space with its matching pages, best match first; spaces without matches aren’t returned. Finds the same as the search of the site, with the same spelling corrections: hidden pages, pages with `noIndex` and everything that conditions hide from the visitor are left out. Only the best 150 matches are considered. Returns 404 if the scope contains a space that the site doesn’t show the visitor.',
    permission: 'site.view',
    readOnly: true,
    params: sitePath,
    query: paging,
    body: z.object({
      query: searchQuery,
      scope: scope.optional().describe('The default spaces by default'),
      mode: z
        .enum(['default', 'specific', 'current', 'all'])
        .optional()
        .meta({ deprecated: true, description: 'Deprecated form of `scope`' }),
      siteSpaceIds: siteSpaceIds
        .optional()
        .meta({ deprecated: true, description: 'For `mode` specific, or without `mode`' }),
      siteSpaceId: id.optional().meta({ deprecated: true, description: 'For `mode` current' }),
      claims: visitorClaims.optional(),
    }),
    status: 200,
    response: listOf(siteSearchResult),
  },
})
