import { matching, oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** The search parameters of the list of jobs: its filter and the open job. */
export const jobsSearch = searchParams({
  status: oneOf('failed', 'retrying', 'running', 'waiting'),
  job: matching(/^\d{1,18}$/),
})
export type JobsSearch = SearchOf<typeof jobsSearch>

/** The open backup. */
export const backupsSearch = searchParams({ backup: matching(/^[A-Za-z0-9]{1,40}$/) })
