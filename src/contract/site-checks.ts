import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

/** Paths listed with each finding; `count` counts all. */
export const MAX_FINDING_PATHS = 5

const inSpace = {
  siteSpace: id.describe('Where it was found'),
  space: id,
  siteSection: id.optional(),
  title: z.string().describe('Title of the space'),
}

/** One issue that readers of a site run into. */
export const siteFinding = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('no-space') }).describe('There is nothing to show'),
    z
      .object({ kind: z.literal('empty-space'), ...inSpace, default: z.boolean() })
      .describe('A space without pages; `default`: readers meet it first, on the site or in its section'),
    z
      .object({ kind: z.literal('broken-links'), ...inSpace, count: z.number().int().min(1) })
      .describe('`count` targets of links in the space are not there, as its report of links tells'),
    z
      .object({
        kind: z.literal('hidden-pages'),
        ...inSpace,
        count: z.number().int().min(1),
        paths: z
          .array(z.string())
          .max(MAX_FINDING_PATHS)
          .describe('Paths in the space, the first by name; none of a space that the caller may not view'),
        by: id.describe('The site space that is met at these addresses instead'),
      })
      .describe('Pages that can’t be reached because another space uses their addresses'),
    z
      .object({ kind: z.literal('no-fallback') })
      .describe('Visitors who are not signed in see a message, but no link to sign in'),
  ])
  .meta({ id: 'SiteFinding' })
export type SiteFinding = z.infer<typeof siteFinding>

export const siteChecks = resource('siteChecks', {
  list: {
    id: 'checkSite',
    method: 'GET',
    path: '/orgs/:organizationId/sites/:siteId/checks',
    summary: 'List the issues of a site: empty spaces, broken links, pages that can’t be reached.',
    description:
      'Worked out when asked, from the content and the structure as they are. Findings stand in the order of the structure, those about the whole site first; there are a few a site space at most. What conditions hide is not judged here.',
    permission: 'site.edit',
    params: sitePath,
    status: 200,
    response: z.object({ findings: z.array(siteFinding) }),
  },
})
