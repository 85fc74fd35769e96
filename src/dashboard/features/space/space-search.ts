import { z } from 'zod'

/** What stands in the address beside the page: the dialog that is open, and the page it is about. */
export const spaceSearch = z.object({
  new: z.enum(['page', 'group', 'link']).optional().catch(undefined),
  in: z.string().optional().catch(undefined),
})
export type SpaceSearch = z.infer<typeof spaceSearch>
