import { z } from 'zod'
import { api } from '#contract/api.ts'
import { id } from '#contract/shared/values.ts'
import { qPages } from '../../lib/api.ts'

/** What the address says of the comments of a space: which ones, whose, and the thread that is chosen. */
export const talkSearch = z.object({
  status: z.enum(['resolved', 'all']).optional().catch(undefined),
  by: z.literal('me').optional().catch(undefined),
  comment: id.optional().catch(undefined),
})
export type TalkSearch = z.infer<typeof talkSearch>

const portion = 30

/** The comments of a space, the newest first. */
export const talkQuery = (spaceId: string, { status = 'open' as const, author }: Narrowed) =>
  qPages(api.spaceComments.list, {
    params: { spaceId },
    query: { limit: portion, format: 'markdown', status, ...(author ? { authors: [author] } : {}) },
  })

type Narrowed = {
  readonly status?: 'open' | 'resolved' | 'all' | undefined
  readonly author?: string | undefined
}
