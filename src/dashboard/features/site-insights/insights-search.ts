import { z } from 'zod'
import { insightsPresets } from '#contract/site-insights.ts'

/** The lists of the page; one of them may be expanded. */
export const listNames = ['pages', 'searches', 'missing', 'feedback', 'sources', 'kinds'] as const
export type ListName = (typeof listNames)[number]

/** The search parameters of the insights page. */
export const insightsSearch = z.object({
  /** Defaults to the last 30 days. */
  range: z.enum(insightsPresets).optional().catch(undefined),
  /** What the chart shows; defaults to page views. */
  measure: z.enum(['visitors', 'visits']).optional().catch(undefined),
  compare: z.literal('off').optional().catch(undefined),
  /** The expanded list. */
  all: z.enum(listNames).optional().catch(undefined),
  searches: z.literal('none').optional().catch(undefined),
  sources: z.literal('campaigns').optional().catch(undefined),
  kinds: z.enum(['browsers', 'systems', 'languages']).optional().catch(undefined),
})
export type InsightsSearch = z.infer<typeof insightsSearch>
export type OnSearch = (change: Partial<InsightsSearch>) => void
