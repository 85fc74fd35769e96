import { z } from 'zod'
import { feedbackComment, feedbackRating } from '#contract/site-insights.ts'

const path = z.string().min(1).max(2048).describe('Path of the page, as the browser shows it')
const query = z.string().trim().min(1).max(512)

/** What the script of the pages tells (`published/client/insights.ts`). */
export const told = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('page_view'),
    path,
    /** Where the reader came from; absent from within the site. */
    referrer: z.string().max(2048).optional(),
    /** The `utm_` names of the address. */
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
export type Told = z.output<typeof told>

/** What the question at the end of a page is answered with. */
export const voted = z.object({
  rating: feedbackRating,
  comment: z
    .string()
    .trim()
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(z.union([z.literal(''), feedbackComment]))
    .optional(),
})
export type Voted = z.output<typeof voted>

/** What is known of whoever asks; all of it is gone when the question is answered. */
export type Asker = {
  readonly ip: string
  readonly userAgent: string
  readonly languages: string | undefined
  /** Asked not to be followed, by `DNT` or `Sec-GPC`. */
  readonly wantsPrivacy: boolean
}
