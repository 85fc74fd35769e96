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

/** Pages listed with the finding about conditional content. */
export const MAX_FINDING_PAGES = 5

const conditionalPage = z.object({ space: id, page: id, title: z.string() })
export type ConditionalPage = z.infer<typeof conditionalPage>

/** One issue that readers of a site run into. */
export const siteFinding = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('no-space') }).describe('Nothing to show'),
    z
      .object({ kind: z.literal('empty-space'), ...inSpace, default: z.boolean() })
      .describe(
        'A space without pages; `default`: it is the first that readers see on the site or in its section',
      ),
    z
      .object({ kind: z.literal('broken-links'), ...inSpace, count: z.number().int().min(1) })
      .describe('`count` link targets in the space are missing, as on its Links page'),
    z
      .object({ kind: z.literal('dashboard-links'), ...inSpace, count: z.number().int().min(1) })
      .describe(
        '`count` link targets are pages that neither the site nor another public site shows, so readers get to the dashboard',
      ),
    z
      .object({
        kind: z.literal('hidden-pages'),
        ...inSpace,
        count: z.number().int().min(1),
        paths: z
          .array(z.string())
          .max(MAX_FINDING_PATHS)
          .describe('Paths in the space, sorted by name; empty if the caller can’t view it'),
        by: id.describe('The site space shown at these URLs instead'),
      })
      .describe('Pages that can’t be reached because another space uses their URLs'),
    z
      .object({
        kind: z.literal('conditional-content'),
        count: z
          .number()
          .int()
          .describe('Pages that have a condition, are below one with a condition, or have a part with one'),
        pages: z
          .array(conditionalPage)
          .max(MAX_FINDING_PAGES)
          .describe('The first of them, without those that the caller can’t view'),
        parts: z.number().int().describe('Sections, spaces and header links with a condition'),
      })
      .describe(
        'Content with conditions is hidden, because no one has decided who sees it: see `adaptiveContent` of the site',
      ),
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
    summary:
      'List the issues of a site: empty spaces, broken links, links to pages on no public site, pages that can’t be reached, conditional content that is undecided.',
    description:
      'Checks the current content and structure. Issues are in the order of the structure; those about the whole site come first. Apart from the finding about them, conditions aren’t considered.',
    permission: 'site.edit',
    params: sitePath,
    status: 200,
    response: z.object({ findings: z.array(siteFinding) }),
  },
})
