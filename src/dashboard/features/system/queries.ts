import { api } from '#contract/api.ts'
import type { BackupOverview } from '#contract/backups.ts'
import { q, qPages } from '../../data/api.ts'
import type { JobsSearch } from './search-params.ts'

/** How often the open section is read again: jobs and emails change without events. */
const INTERVAL_MS = 10_000
const PROGRESS_INTERVAL_MS = 2_000

export const systemQuery = { ...q(api.systems.get, {}), refetchInterval: INTERVAL_MS }

export const jobsQuery = (status: JobsSearch['status']) => ({
  ...qPages(api.systems.listJobs, { query: { limit: 100, ...(status ? { status } : {}) } }),
  refetchInterval: INTERVAL_MS,
})

export const emailsQuery = {
  ...qPages(api.systems.listUndeliveredEmails, { query: { limit: 100 } }),
  refetchInterval: INTERVAL_MS,
}

export const operationsQuery = { ...q(api.systems.listSlowOperations, {}), refetchInterval: INTERVAL_MS }

/** While a backup runs, its progress is followed closely. */
export const backupOverviewQuery = {
  ...q(api.backups.overview, {}),
  refetchInterval: (query: { state: { data?: BackupOverview | undefined } }) =>
    query.state.data?.current === undefined ? INTERVAL_MS : PROGRESS_INTERVAL_MS,
}

export const backupsQuery = {
  ...qPages(api.backups.list, { query: { limit: 100 } }),
  refetchInterval: PROGRESS_INTERVAL_MS,
}
