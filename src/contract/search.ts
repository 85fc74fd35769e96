import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, sitePath, spacePath } from './shared/paths.ts'
import { id, searchQuery, urlsOf } from './shared/values.ts'

const urls = urlsOf(['app'])

const section = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  body: z.string().describe('Plain text around the hit'),
  urls,
})

/** A page that was found. */
export const foundPage = z
  .object({
    id,
    title: z.string(),
    path: z.string(),
    description: z.string().optional(),
    ancestors: z.array(z.object({ title: z.string() })).optional(),
    score: z.number().optional(),
    sections: z.array(section),
    urls,
  })
  .meta({ id: 'FoundPage' })
export type FoundPage = z.infer<typeof foundPage>

/** A space with the pages that were found in it. */
export const foundSpace = z
  .object({ id, title: z.string(), pages: z.array(foundPage) })
  .meta({ id: 'FoundSpace' })
export type FoundSpace = z.infer<typeof foundSpace>

const scope = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('default'), includedSiteSpaces: z.array(id).max(1000).optional() }),
  z.object({ mode: z.literal('specific'), siteSpaceIds: z.array(id).min(1).max(1000) }),
  z.object({ mode: z.literal('all') }),
])

const finding = paging.extend({ query: searchQuery })

export const search = resource('search', {
  organization: {
    id: 'searchOrganization',
    method: 'GET',
    path: '/orgs/:organizationId/search',
    summary: 'Search the spaces of an organization that the caller may view.',
    description:
      'One item is a space, the best first, with up to 10 of its pages; a space whose title is meant comes without any, too. Titles come before headings and text, whole words before beginnings; pages with `noIndex` are left out.',
    permission: 'organization.member',
    params: organizationPath,
    query: finding,
    status: 200,
    response: listOf(foundSpace),
  },
  space: {
    id: 'searchSpace',
    method: 'GET',
    path: '/spaces/:spaceId/search',
    summary: 'Search a space.',
    description:
      'As the search of the organization, by pages. The best 1,000 pages are answered, a page with the words in its title before any other, and `count` is at most 1,000: below that it is exact, and 1,000 is to be read as “1,000 or more”.',
    permission: 'space.view',
    params: spacePath,
    query: finding,
    status: 200,
    response: listOf(foundPage),
  },
  site: {
    id: 'searchSite',
    method: 'POST',
    path: '/orgs/:organizationId/sites/:siteId/search',
    summary: 'Search a site as its visitors do.',
    permission: 'site.view',
    params: sitePath,
    query: paging,
    body: z.object({ query: searchQuery, scope: scope.default({ mode: 'default' }) }),
    status: 200,
    response: listOf(foundSpace),
  },
})
