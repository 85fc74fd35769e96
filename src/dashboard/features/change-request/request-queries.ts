import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { commentsAt } from '../../components/talk/talk-at.ts'
import { q } from '../../lib/api.ts'

const most = 1000
const fewLinks = 3

/** A change request by its number, as addresses have it. */
export type RequestAt = { readonly spaceId: string; readonly number: string }

const paramsOf = ({ spaceId, number }: RequestAt) => ({ spaceId, changeRequestId: number })

export const requestQuery = (at: RequestAt) => q(api.changeRequests.get, { params: paramsOf(at) })

/** What it changes. */
export const changesQuery = (at: RequestAt) =>
  q(api.changeRequests.changes, { params: paramsOf(at), query: { limit: most } })

/** The revision of the space that it is compared with: the one it was made from or last updated from. */
export const baseOf = ({ revisionMergedAncestor, revisionInitial }: ChangeRequest): string =>
  revisionMergedAncestor ?? revisionInitial

/** Whether it can still be edited. */
export const isActive = ({ status }: Pick<ChangeRequest, 'status'>): boolean =>
  status === 'draft' || status === 'open'

/** All comments, the oldest first. */
export const commentsQuery = ({ spaceId, number }: RequestAt) => commentsAt({ spaceId, change: number })

/** The judgements that were given, the newest first. */
export const reviewsQuery = (at: RequestAt) =>
  q(api.changeRequestReviews.list, { params: paramsOf(at), query: { limit: most, format: 'markdown' } })

/** What one has looked at of it. */
export const seenQuery = (at: RequestAt) => q(api.changeRequestsSeen.get, { params: paramsOf(at) })

/** What one revision of it changed against another, whatever came in between. */
export const changesSinceQuery = (spaceId: string, since: string, revision: string) =>
  q(api.revisions.changes, {
    params: { spaceId, revisionId: revision },
    query: { limit: most, against: since },
  })

/** Links that it breaks by what it removes or writes; the first few. */
export const brokenLinksQuery = (at: RequestAt) =>
  q(api.changeRequestLinks.list, {
    params: paramsOf(at),
    query: { limit: fewLinks, brokenContext: 'change-request' },
  })

/** Who was asked and has not answered. */
export const askedQuery = (at: RequestAt) =>
  q(api.changeRequestReviews.listRequested, { params: paramsOf(at), query: { limit: most } })

/** Params of an operation on the request. */
export const paramsAt = paramsOf

/** Whether it would merge now, and what stands in the way. */
export const mergeCheckQuery = (at: RequestAt) => q(api.changeRequests.mergeCheck, { params: paramsOf(at) })

export const conflictsQuery = (at: RequestAt) =>
  q(api.changeRequests.conflicts, { params: paramsOf(at), query: { limit: most } })

/** How many links the request would break. */
export const brokenQuery = ({ spaceId, number }: RequestAt) =>
  q(api.changeRequestLinks.list, {
    params: { spaceId, changeRequestId: number },
    query: { brokenContext: 'change-request', limit: 0 },
  })
