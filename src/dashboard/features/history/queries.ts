import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import { q, qPages } from '../../data/api.ts'

const PAGE_SIZE = 50
const MAX_CHANGES = 1000

/** Revisions of a space, newest first. */
export const revisionsQuery = (spaceId: string) =>
  qPages(api.revisions.list, { params: { spaceId }, query: { limit: PAGE_SIZE, summary: true } })

/** What a revision changed against its parent. */
export const revisionChangesQuery = (spaceId: string, revisionId: string) =>
  q(api.revisions.changes, { params: { spaceId, revisionId }, query: { limit: MAX_CHANGES } })

/** A revision in the list response. */
export type RevisionItem = Output<typeof api.revisions.list>['items'][number]
