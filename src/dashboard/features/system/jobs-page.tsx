import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Eye, RotateCw, Trash2 } from 'lucide-react'
import type { SystemJob } from '#contract/system.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SystemHeader } from '../../components/system-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { JobDialog } from './job-dialog.tsx'
import { firstLine, jobLabel, jobStatusLabels } from './labels.ts'
import { useJobActions } from './mutations.ts'
import { jobsQuery } from './queries.ts'
import type { JobsSearch } from './search-params.ts'
import styles from './system.module.css'

const columns = [
  { head: 'Job' },
  { head: 'State' },
  { head: 'Error', className: 'wide' },
  { head: 'Attempts', className: 'wide' },
  { head: 'Created', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

const filters = [
  { value: '', label: 'All jobs' },
  ...Object.entries(jobStatusLabels).map(([value, { label }]) => ({ value, label })),
]

type Props = { search: JobsSearch; onSearch: (search: JobsSearch) => void }

/** Background jobs that have not finished. Failed ones can be retried. */
export function JobsPage({ search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(jobsQuery(search.status)))
  const actions = useJobActions()
  const opened = pages.items.find(({ id }) => id === search.job)
  const open = (job: string | undefined) => onSearch({ ...search, job })
  const hasFailed = pages.items.some(({ status }) => status === 'failed')
  return (
    <>
      <SystemHeader
        part="Jobs"
        actions={
          hasFailed && (
            <Button
              variant="primary"
              icon={RotateCw}
              aria-busy={actions.isRetryingAll}
              onClick={actions.retryAll}
            >
              Retry failed jobs
            </Button>
          )
        }
      />
      <div className={styles.toolbar}>
        <SelectInline
          label="Jobs"
          value={search.status ?? ''}
          choices={filters}
          onChange={(status) => onSearch({ status: (status || undefined) as JobsSearch['status'] })}
        />
      </div>
      <div className="scroll">
        <PagedList<SystemJob>
          {...pages}
          label="Jobs"
          className={styles.jobs}
          columns={columns}
          titleOf={({ name }) => jobLabel(name)}
          onOpen={({ id }) => open(id)}
          activeId={search.job}
          row={(job) => <JobCells job={job} onOpen={() => open(job.id)} />}
          menu={(job) => (
            <>
              <MenuItem icon={Eye} onSelect={() => open(job.id)}>
                Open
              </MenuItem>
              {job.status !== 'running' && (
                <>
                  <MenuItem icon={RotateCw} onSelect={() => actions.retry(job)}>
                    {job.status === 'waiting' ? 'Run now' : 'Retry'}
                  </MenuItem>
                  <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(job)}>
                    Delete
                  </MenuItem>
                </>
              )}
            </>
          )}
          empty={
            search.status ? (
              <Filtered title="No jobs match" clear="Show all" onClear={() => onSearch({})} />
            ) : (
              <Empty title="No jobs are waiting">Imports, emails and webhooks run in the background.</Empty>
            )
          }
        />
      </div>
      {opened && <JobDialog job={opened} actions={actions} onClose={() => open(undefined)} />}
    </>
  )
}

function JobCells({ job, onOpen }: { job: SystemJob; onOpen: () => void }) {
  const { label, tone } = jobStatusLabels[job.status]
  const error = firstLine(job.lastError ?? '')
  return (
    <>
      <div className="cell" role="gridcell">
        <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
          {jobLabel(job.name)}
        </button>
      </div>
      <div className="cell" role="gridcell">
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate" title={error}>
          {error}
        </span>
      </div>
      <div className="cell wide soft num" role="gridcell">
        {job.attempts} of {job.maxAttempts}
      </div>
      <div className="cell wide soft num" role="gridcell">
        <Time at={job.createdAt} />
      </div>
    </>
  )
}
