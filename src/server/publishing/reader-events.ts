import { z } from 'zod'
import { feedbackComment, feedbackRating } from '#contract/site-insights.ts'

const path = z.string().min(1).max(2048).describe('Path of the page, as the browser shows it')
const query = z.string().trim().min(1).max(512)

/** Events that the script of pages reports (`published/client/insights.ts`). */
export const readerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('page_view'),
    path,
    /** The referring page, unless it is on the site. */
    referrer: z.string().max(2048).optional(),
    /** The `utm_` parameters of the URL. */
    campaign: z.string().max(1024).optional(),
  }),
  z.object({ type: z.literal('search_open'), path }),
  z.object({
    type: z.literal('search_type_query'),
    path,
    query,
    results: z.number().int().min(0).max(100_000),
  }),
  z.object({ type: z.literal('search_open_result'), path, query }),
  z.object({ type: z.literal('link_click'), path, target: z.string().min(1).max(2048) }),
])
export type ReaderEvent = z.output<typeof readerEvent>

/** The feedback form at the end of a page. */
export const pageFeedback = z.object({
  rating: feedbackRating,
  comment: z
    .string()
    .trim()
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(z.union([z.literal(''), feedbackComment]))
    .optional(),
})
export type PageFeedback = z.output<typeof pageFeedback>

/** What a request reveals about the visitor. None of it is stored. */
export type Reader = {
  readonly ip: string
  readonly userAgent: string
  readonly languages: string | undefined
  /** Opted out of tracking by `DNT` or `Sec-GPC`. */
  readonly wantsPrivacy: boolean
}
