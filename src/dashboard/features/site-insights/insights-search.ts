import { z } from 'zod'
import { insightsPresets } from '#contract/site-insights.ts'

/** The lists of the view; one of them may be shown whole. */
export const lists = ['pages', 'searches', 'missing', 'feedback', 'sources', 'kinds'] as const
export type ListName = (typeof lists)[number]

/** What the address of the insights of a site says. */
export const insightsSearch = z.object({
  /** The last 30 days unless said. */
  range: z.enum(insightsPresets).optional().catch(undefined),
  /** What the chart draws; page views unless said. */
  measure: z.enum(['visitors', 'visits']).optional().catch(undefined),
  compare: z.literal('off').optional().catch(undefined),
  /** The list that is shown whole. */
  all: z.enum(lists).optional().catch(undefined),
  searches: z.literal('none').optional().catch(undefined),
  sources: z.literal('campaigns').optional().catch(undefined),
  kinds: z.enum(['browsers', 'systems', 'languages']).optional().catch(undefined),
})
export type InsightsSearch = z.infer<typeof insightsSearch>
export type OnSearch = (change: Partial<InsightsSearch>) => void
