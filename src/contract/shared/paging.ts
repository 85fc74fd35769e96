import { z } from 'zod'

/** Items per page unless the caller sets `limit`. A `limit` of 0 returns only the count. */
export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 1000

/** Query of every list: `page` is the opaque `next.page` of the previous response. */
export const paging = z.object({
  page: z.string().min(1).max(1024).optional().describe('The page of results, from `next.page`'),
  limit: z
    .number()
    .int()
    .min(0)
    .max(MAX_PAGE_SIZE)
    .optional()
    .describe(`Results per page, ${DEFAULT_PAGE_SIZE} by default`),
})
export type Paging = z.infer<typeof paging>

/** Query parameter of lists whose order the caller can choose. */
export const order = z.enum(['asc', 'desc']).optional().describe('Sort direction; desc by default')

/** Response of every list: `next` is absent on the last page, and `count` is the total over all pages. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    next: z.object({ page: z.string() }).optional(),
    count: z.number().int().min(0),
    items: z.array(item),
  })

export type List<T> = { next?: { page: string } | undefined; count: number; items: T[] }
