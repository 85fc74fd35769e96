import { z } from 'zod'
import { id } from '#contract/shared/values.ts'

/** What the address says of a comparison: the page that is shown, and how. */
export const diffSearch = z.object({
  page: id.optional().catch(undefined),
  /** Key of the block in it that is pointed at. */
  block: z.string().max(256).optional().catch(undefined),
  view: z.literal('markdown').optional().catch(undefined),
  layout: z.literal('sides').optional().catch(undefined),
})
export type DiffSearch = z.infer<typeof diffSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnDiffSearch = (change: Partial<DiffSearch>) => void
