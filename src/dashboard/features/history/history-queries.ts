import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'

const perPage = 50
const most = 1000

/** The revisions of a space, the newest first. */
export const revisionsQuery = (spaceId: string) =>
  qPages(api.revisions.list, { params: { spaceId }, query: { limit: perPage } })

/** What a revision changed against the one before. */
export const revisionChangesQuery = (spaceId: string, revisionId: string) =>
  q(api.revisions.changes, { params: { spaceId, revisionId }, query: { limit: most } })
