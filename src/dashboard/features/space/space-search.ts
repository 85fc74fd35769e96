import { z } from 'zod'
import { id } from '#contract/shared/values.ts'

/**
 * What stands in the address beside the page: the dialog that is open, the page it is about, and which comments are
 * shown beside the text.
 */
export const spaceSearch = z.object({
  new: z.enum(['page', 'group', 'link']).optional().catch(undefined),
  /** The page whose settings are open, and the one that is to be moved. */
  settings: z.string().optional().catch(undefined),
  move: z.string().optional().catch(undefined),
  in: z.string().optional().catch(undefined),
  talk: z.enum(['open', 'resolved', 'all']).optional().catch(undefined),
  comment: id.optional().catch(undefined),
})
export type SpaceSearch = z.infer<typeof spaceSearch>
