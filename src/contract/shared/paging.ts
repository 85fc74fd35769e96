import { z } from 'zod'

/** Rows of a page when the caller does not say; at most `maxLimit`, 0 answers only the count. */
export const defaultLimit = 50
export const maxLimit = 1000

/** Query of every list: `page` is the opaque `next.page` of the answer before. */
export const paging = z.object({
  page: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Identifier of the page of results, from `next.page`'),
  limit: z
    .number()
    .int()
    .min(0)
    .max(maxLimit)
    .optional()
    .describe(`Results per page, ${defaultLimit} unless given`),
})
export type Paging = z.infer<typeof paging>

/** A list with its order named by the caller. */
export const order = z.enum(['asc', 'desc']).optional().describe('Direction of the order, desc unless given')

/** The answer of every list: `next` is absent on the last page, `count` is the total over all pages. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    next: z.object({ page: z.string() }).optional(),
    count: z.number().int().min(0),
    items: z.array(item),
  })

export type List<T> = { next?: { page: string } | undefined; count: number; items: T[] }
