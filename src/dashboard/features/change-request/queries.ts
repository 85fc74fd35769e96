import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { commentsQuery } from '../../components/comments/queries.ts'
import { q, qPages } from '../../data/api.ts'
import { changeRequestQuery } from '../../data/content.ts'
import type { RequestSearch } from './search-params.ts'

const MAX_ITEMS = 1000
const MAX_BROKEN_LINKS = 3

/** A change request by its number, as in URLs. */
export type RequestRef = { readonly spaceId: string; readonly number: string }

export const paramsOf = ({ spaceId, number }: RequestRef) => ({ spaceId, changeRequestId: number })

export const requestQuery = ({ spaceId, number }: RequestRef) => changeRequestQuery(spaceId, number)

export const changesQuery = (at: RequestRef) =>
  q(api.changeRequests.changes, { params: paramsOf(at), query: { limit: MAX_ITEMS } })

/** The files of the request. */
export const requestFilesQuery = (at: RequestRef) =>
  qPages(api.changeRequestContent.files, { params: paramsOf(at), query: { limit: 100 } })

/** Whether the request can be edited. */
export const isActive = ({ status }: Pick<ChangeRequest, 'status'>): boolean =>
  status === 'draft' || status === 'open'

/** All comments, oldest first. */
export const requestCommentsQuery = ({ spaceId, number }: RequestRef) =>
  commentsQuery({ spaceId, change: number })

/** Reviews, newest first. */
export const reviewsQuery = (at: RequestRef) =>
  q(api.changeRequestReviews.list, { params: paramsOf(at), query: { limit: MAX_ITEMS, format: 'markdown' } })

/** What the caller has already viewed. */
export const seenQuery = (at: RequestRef) => q(api.changeRequestsSeen.get, { params: paramsOf(at) })

/** The changes between any two revisions of the request. */
export const changesSinceQuery = (spaceId: string, since: string, revision: string) =>
  q(api.revisions.changes, {
    params: { spaceId, revisionId: revision },
    query: { limit: MAX_ITEMS, against: since },
  })

/** The first few links the request would break. */
export const brokenLinksQuery = (at: RequestRef) =>
  q(api.changeRequestLinks.list, {
    params: paramsOf(at),
    query: { limit: MAX_BROKEN_LINKS, brokenContext: 'change-request' },
  })

/** The people and teams whose reviews are requested. */
export const requestedReviewersQuery = (at: RequestRef) =>
  q(api.changeRequestReviews.listRequested, { params: paramsOf(at), query: { limit: MAX_ITEMS } })

/** Whether the request can be merged now, and what blocks it. */
export const mergeCheckQuery = (at: RequestRef) => q(api.changeRequests.mergeCheck, { params: paramsOf(at) })

export const conflictsQuery = (at: RequestRef) =>
  q(api.changeRequests.conflicts, { params: paramsOf(at), query: { limit: MAX_ITEMS } })

/** The number of links the request would break. */
export const brokenLinkCountQuery = ({ spaceId, number }: RequestRef) =>
  q(api.changeRequestLinks.list, {
    params: { spaceId, changeRequestId: number },
    query: { brokenContext: 'change-request', limit: 0 },
  })

/** Merges params into the current ones; an undefined value removes the param. */
export type OnRequestSearch = (change: Partial<RequestSearch>) => void
