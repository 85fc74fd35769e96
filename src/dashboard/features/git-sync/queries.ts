import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

const RUNS_PER_PAGE = 10

/** The latest syncs of a space that did something or failed. */
export const gitSyncRunsQuery = (spaceId: string) =>
  qPages(api.spaceGitSyncs.listRuns, { params: { spaceId }, query: { limit: RUNS_PER_PAGE } })
