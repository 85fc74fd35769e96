import { z } from 'zod'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, spacePath } from './shared/paths.ts'
import { emoji, flags, id, timestamp } from './shared/values.ts'
import { user } from './users.ts'

const MAX_MONTHS = 60

const months = z
  .number()
  .int()
  .min(1, 'Use 1 month or more')
  .max(MAX_MONTHS, `Use ${MAX_MONTHS} months or fewer`)

/** A calendar day in UTC, such as `2027-03-31`. */
const day = z.iso
  .date()
  .refine((value) => value >= '2000-01-01' && value <= '2199-12-31', 'Use a date between 2000 and 2199')

/** What is set for one page; null where the settings of its space apply. */
export const pageReviewSettings = z.object({
  owner: id.nullable().describe('A member of the organization; null for the owner of the space'),
  interval: z
    .union([months, z.literal('never')])
    .nullable()
    .describe('Months between reviews; `never` for none; null for the interval of the space'),
  dueOn: day
    .nullable()
    .describe(
      'The next review date, until someone confirms the page or changes its interval; null to calculate it from the interval',
    ),
})
export type PageReviewSettings = z.infer<typeof pageReviewSettings>

/** Who confirmed that a page is correct, and when. */
export const pageConfirmation = z
  .object({
    object: z.literal('page-confirmation'),
    id,
    confirmedAt: timestamp,
    confirmedBy: user,
    dueOn: z.iso.date().optional().describe('The review date that the page had before'),
  })
  .meta({ id: 'PageConfirmation' })
export type PageConfirmation = z.infer<typeof pageConfirmation>

/** Who keeps a page correct, and when it has to be reviewed next. */
export const pageFreshness = z
  .object({
    object: z.literal('page-freshness'),
    page: z.object({ id: pageId, title: z.string() }),
    space: z.object({ id, title: z.string(), emoji: emoji.optional() }),
    owner: user.optional().describe('The owner of the page, or else of its space'),
    interval: z.number().int().optional().describe('Months between reviews; absent for none'),
    dueOn: z.iso.date().optional().describe('The next review date, a calendar day in UTC'),
    overdue: z.boolean().describe('Whether the review date has passed'),
    settings: pageReviewSettings.describe('What is set for the page itself'),
    lastConfirmation: pageConfirmation
      .optional()
      .describe('When someone last confirmed that the page is correct'),
    permissions: flags('edit'),
  })
  .meta({ id: 'PageFreshness' })
export type PageFreshness = z.infer<typeof pageFreshness>

/** The owner and review interval of the pages of a space that have none of their own. */
export const spaceFreshness = z
  .object({
    object: z.literal('space-freshness'),
    owner: user.optional(),
    interval: z.number().int().optional().describe('Months between reviews; absent for none'),
  })
  .meta({ id: 'SpaceFreshness' })
export type SpaceFreshness = z.infer<typeof spaceFreshness>

const page = '/spaces/:spaceId/content/page/:pageId/freshness'
const pagePath = spacePath.extend({ pageId })
const reviewDate =
  'A review date is the day of the last confirmation plus the interval. For a page that no one has confirmed, it counts from the day when the interval was set or the page was created, whichever is later. Edits don’t change it.'

export const pageFreshnessRoutes = resource('pageFreshness', {
  getForSpace: {
    id: 'getSpaceFreshness',
    method: 'GET',
    path: '/spaces/:spaceId/freshness',
    summary: 'Get the owner and review interval of the pages of a space.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: spaceFreshness,
  },
  updateForSpace: {
    id: 'updateSpaceFreshness',
    method: 'PATCH',
    path: '/spaces/:spaceId/freshness',
    summary: 'Change the owner and review interval that pages of a space have unless they set another.',
    description: reviewDate,
    permission: 'space.admin',
    params: spacePath,
    body: z.object({
      owner: id.nullable().optional().describe('A member of the organization; null for none'),
      interval: months.nullable().optional().describe('Months between reviews; null for none'),
    }),
    status: 200,
    response: spaceFreshness,
  },
  get: {
    id: 'getPageFreshness',
    method: 'GET',
    path: page,
    summary: 'Get the owner and the review date of a page.',
    description: reviewDate,
    permission: 'space.view',
    params: pagePath,
    status: 200,
    response: pageFreshness,
  },
  update: {
    id: 'updatePageFreshness',
    method: 'PATCH',
    path: page,
    summary:
      'Change the owner, review interval or review date of a page; only the fields in the body change.',
    description:
      'Another interval replaces a review date that was set before. Returns 400 for an owner who isn’t a member.',
    permission: 'space.edit',
    params: pagePath,
    body: pageReviewSettings.partial(),
    status: 200,
    response: pageFreshness,
  },
  confirm: {
    id: 'confirmPage',
    method: 'POST',
    path: `${page}/confirm`,
    summary: 'Confirm that a page is still correct.',
    description:
      'The next review date is today plus the interval. The page and the audit log record who confirmed it.',
    permission: 'space.edit',
    params: pagePath,
    status: 200,
    response: pageFreshness,
  },
  listConfirmations: {
    id: 'listPageConfirmations',
    method: 'GET',
    path: `${page}/confirmations`,
    summary: 'List who confirmed that a page is correct, newest first.',
    permission: 'space.view',
    params: pagePath,
    query: paging,
    status: 200,
    response: listOf(pageConfirmation),
  },
  deleteConfirmation: {
    id: 'deletePageConfirmation',
    method: 'DELETE',
    path: `${page}/confirmations/:confirmationId`,
    summary: 'Undo the last confirmation of a page, so that its earlier review date applies again.',
    description: 'Returns 409 for an earlier confirmation.',
    permission: 'space.edit',
    params: pagePath.extend({ confirmationId: id }),
    status: 205,
  },
  listOverdue: {
    id: 'listOverduePages',
    method: 'GET',
    path: '/orgs/:organizationId/overdue-pages',
    summary:
      'List the pages whose review date has passed and that the caller can see, the oldest date first.',
    permission: 'organization.member',
    params: organizationPath,
    query: paging.extend({
      owner: id.optional().describe('Only pages that this person owns'),
      space: id.optional().describe('Only pages of this space'),
    }),
    status: 200,
    response: listOf(pageFreshness),
  },
})
