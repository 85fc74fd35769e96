import { z } from 'zod'
import { resource } from './route.ts'
import { sitePath } from './shared/paths.ts'
import { id, timestamp, uri } from './shared/values.ts'

/** The events on the pages of a site. `page_not_found` extends the specification: a request for an unknown page. */
export const insightsEventTypes = [
  'page_view',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'link_click',
  'page_not_found',
] as const
export type InsightsEventType = (typeof insightsEventTypes)[number]

export const feedbackRatings = ['bad', 'ok', 'good'] as const
export const feedbackRating = z.enum(feedbackRatings)
export type FeedbackRating = z.infer<typeof feedbackRating>

/** Limit of a comment with a rating, and of a stored search query. */
export const MAX_COMMENT_LENGTH = 512
export const feedbackComment = z.string().min(1).max(MAX_COMMENT_LENGTH)
const searchText = z.string().min(1).max(512)

export const linkPositions = ['announcement', 'header', 'footer', 'sidebar', 'content'] as const

/** Events per request. */
export const MAX_EVENTS = 500
/** Events are stored for this long; then their month is deleted as a whole. */
export const RETENTION_MONTHS = 25
/** How far in the past an event may be when it is sent. */
export const MAX_EVENT_AGE_MONTHS = 24
/** How far in the future an event may be, to allow for clock differences. */
export const MAX_MINUTES_AHEAD = 5

const session = z
  .object({
    visitorId: z.string().min(1).max(256).describe('Stored as a number that doesn’t reveal it'),
    sessionId: z.string().min(1).max(256).describe('Stored as a number that doesn’t reveal it'),
    cookies: z.record(z.string(), z.string()).optional().describe('Accepted for compatibility; not stored'),
    userAgent: z.string().max(1024).describe('Only device, browser and operating system are stored'),
    language: z.string().max(64).nullish(),
    referrer: z.string().max(2048).nullish().describe('Only its domain is stored'),
    ip: z.string().max(64).optional().describe('Not stored'),
    visitorAuthClaims: z.record(z.string(), z.unknown()).optional().describe('Not stored'),
  })
  .meta({ id: 'InsightsSession' })

const location = z
  .object({
    url: uri.describe('Stored without query and fragment; the `utm_` parameters are stored separately'),
    siteSection: id.nullable(),
    siteSpace: id.nullable(),
    siteShareKey: z.string().max(256).nullable().describe('Not stored'),
    space: id.nullable(),
    revision: id.nullable().describe('Not stored'),
    page: id.nullable(),
  })
  .meta({ id: 'InsightsLocation' })

const base = z.object({
  session,
  location,
  timestamp: timestamp
    .optional()
    .describe(
      `Now by default; at most ${MAX_EVENT_AGE_MONTHS} months ago and ${MAX_MINUTES_AHEAD} minutes ahead`,
    ),
})
const ofType = <const T extends InsightsEventType>(type: T) => base.extend({ type: z.literal(type) })

export const insightsEvent = z
  .discriminatedUnion('type', [
    ofType('page_view'),
    ofType('search_open'),
    ofType('search_type_query').extend({
      query: searchText,
      results: z.number().int().min(0).max(100_000).optional().describe('Number of results'),
    }),
    ofType('search_open_result').extend({
      query: searchText,
      result: z.object({ spaceId: id, pageId: id }),
    }),
    ofType('page_post_feedback').extend({ feedback: z.object({ rating: feedbackRating }) }),
    ofType('page_post_feedback_comment').extend({
      feedback: z.object({ rating: feedbackRating, comment: feedbackComment }),
    }),
    ofType('link_click').extend({
      link: z.object({
        target: z
          .object({ kind: z.string().max(64) })
          .loose()
          .describe('A reference; only the domain of `url` is stored'),
        position: z.enum(linkPositions).describe('Not stored'),
      }),
    }),
    ofType('page_not_found'),
  ])
  .meta({ id: 'InsightsEvent' })
export type InsightsEvent = z.output<typeof insightsEvent>

/** The columns that events can be grouped by. `eventSearchResults` extends the specification. */
export const insightsDimensions = [
  'datetime',
  'url',
  'eventType',
  'siteSection',
  'siteSpace',
  'page',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorLanguage',
  'eventSearchQuery',
  'eventSearchResults',
  'pageFeedbackRating',
  'eventPageFeedbackComment',
  'eventLinkTargetDomain',
  'referrerDomain',
  'utmSource',
  'utmMedium',
  'utmCampaign',
] as const
export type InsightsDimension = (typeof insightsDimensions)[number]

export const insightsMeasures = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const
export type InsightsMeasure = (typeof insightsMeasures)[number]

export const insightsColumnNames = [...insightsDimensions, ...insightsMeasures] as const
export type InsightsColumnName = (typeof insightsColumnNames)[number]

export const insightsIntervals = ['hour', 'day', 'week', 'month'] as const
export type InsightsInterval = (typeof insightsIntervals)[number]

export const insightsPresets = ['last24Hours', 'last7Days', 'last30Days', 'last3Months', 'lastYear'] as const
export type InsightsPreset = (typeof insightsPresets)[number]

const interval = z
  .enum(insightsIntervals)
  .optional()
  .describe(
    'For `datetime` only: its hour, day, week (from Monday) or month in UTC; the exact time by default',
  )

const dimensionName = z.enum(insightsDimensions)
const dimension = z.object({ column: dimensionName, interval }).meta({ id: 'InsightsDimension' })
const column = z.object({ column: z.enum(insightsColumnNames), interval }).meta({ id: 'InsightsColumn' })
export type InsightsColumn = z.output<typeof column>

const value = z.union([z.string().max(2048), z.number()])

const filter = z
  .discriminatedUnion('operator', [
    z.object({
      column: dimensionName,
      operator: z.enum(['in', 'notIn']),
      value: z.array(value.nullable()).min(1).max(100).describe('null means “no value”'),
    }),
    z.object({
      column: z.enum(insightsColumnNames),
      operator: z.enum(['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual']),
      value: value.describe('For `datetime`, `eventSearchResults` and counts'),
    }),
  ])
  .meta({ id: 'InsightsFilter' })
export type InsightsFilter = z.output<typeof filter>

export const insightsAggregation = z
  .object({
    range: z.union([
      z.enum(insightsPresets),
      z.object({ from: timestamp, to: timestamp }).describe('From `from` (inclusive) to `to`'),
    ]),
    select: z
      .array(column)
      .min(1)
      .max(20)
      .optional()
      .describe('Columns of the response, in order; by default those of `groupBy` and `eventsCount`'),
    where: z.array(filter).max(20).optional().describe('Conditions that must all be true'),
    groupBy: z
      .array(dimension)
      .max(10)
      .optional()
      .describe('Columns to group by; by default all of `select` that allow it'),
    order: z
      .object({ by: z.enum(insightsColumnNames), direction: z.enum(['asc', 'desc']) })
      .optional()
      .describe('By a column of `select`; by default earliest first or, without a time, highest count first'),
    limit: z.number().int().min(1).max(1000).optional().describe('Rows, 1000 by default'),
  })
  .meta({ id: 'InsightsAggregation' })
export type InsightsAggregation = z.output<typeof insightsAggregation>

const resultColumn = z.object({
  column: z.enum(insightsColumnNames),
  interval: z.enum(insightsIntervals).optional(),
  values: z
    .array(z.union([z.string(), z.number(), z.null()]))
    .describe('One per row: a count, a string, a time, or null for “no value”'),
})

const path = '/orgs/:organizationId/sites/:siteId/insights/events'

/** There is no `GET …/insights/visitor-segments`, because claims of visitors are not stored. */
export const siteInsights = resource('siteInsights', {
  track: {
    id: 'trackSiteInsightsEvents',
    method: 'POST',
    path,
    summary: `Record up to ${MAX_EVENTS} events of a site. If one is invalid, none is stored.`,
    description:
      'Nothing that identifies a reader is stored: IDs are hashed, and of IP addresses and user agents only the type is stored. The objects in `location` may have been removed from the site since.',
    permission: 'site.edit',
    params: sitePath,
    body: z.object({ events: z.array(insightsEvent).min(1).max(MAX_EVENTS) }),
    status: 204,
  },
  aggregate: {
    id: 'aggregateSiteInsightsEvents',
    method: 'POST',
    path: `${path}/aggregate`,
    summary: 'Count the events of a site within a time range, grouped by columns.',
    description:
      'Intervals without events have no row. Rows with equal rank are sorted by their columns, null last.',
    permission: 'site.view',
    params: sitePath,
    body: insightsAggregation,
    status: 200,
    response: z.object({ columns: z.array(resultColumn) }),
  },
})
