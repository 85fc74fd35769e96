import { api } from '#contract/api.ts'
import { q } from './api.ts'

/** The owner and the review date of a page. */
export const pageFreshnessQuery = (spaceId: string, pageId: string) =>
  q(api.pageFreshness.get, { params: { spaceId, pageId } })

/** The owner and review interval of a space. */
export const spaceFreshnessQuery = (spaceId: string) =>
  q(api.pageFreshness.getForSpace, { params: { spaceId } })

type Filter = { readonly owner?: string; readonly space?: string; readonly limit: number }

/** Pages whose review date has passed. */
export const overduePagesQuery = (organizationId: string, query: Filter) =>
  q(api.pageFreshness.listOverdue, { params: { organizationId }, query })
