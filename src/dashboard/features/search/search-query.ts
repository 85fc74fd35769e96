import { z } from 'zod'
import { api } from '#contract/api.ts'
import { searchQuery } from '#contract/shared/values.ts'
import { qPages } from '../../lib/api.ts'

/** What the address of the search says: the question. */
export const searchSearch = z.object({ q: z.coerce.string().optional().catch(undefined) })
export type SearchSearch = z.infer<typeof searchSearch>

/** Longest question the service takes. */
export const longest = searchQuery.maxLength ?? 512

/** The question as the service takes it; empty when nothing is asked. */
export const questionOf = ({ q = '' }: SearchSearch): string => q.trim().slice(0, longest)

/** Spaces with what was found in them, the best first, page after page. */
export const foundQuery = (organizationId: string, query: string) =>
  qPages(api.search.organization, { params: { organizationId }, query: { query, limit: 20 } })
