import { z } from 'zod'

/** What the address of the list of specifications says: the open dialog. */
export const specsSearch = z.object({
  dialog: z.enum(['new', 'source']).optional().catch(undefined),
  /** Slug of the specification that is looked at. */
  spec: z.coerce.string().optional().catch(undefined),
})
export type SpecsSearch = z.infer<typeof specsSearch>
