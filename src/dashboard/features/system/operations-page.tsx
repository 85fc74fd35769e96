import { useSuspenseQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { SlowOperations } from '#contract/system.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { SystemHeader } from '../../components/system-header.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { toast } from '../../lib/toast.ts'
import { formatMs } from './labels.ts'
import { operationsQuery } from './queries.ts'
import styles from './system.module.css'

type Operation = SlowOperations['operations'][number] & { readonly id: string }

const columns = [
  { head: 'Operation' },
  { head: '95th percentile' },
  { head: 'Median', className: 'wide' },
  { head: 'Slowest', className: 'wide' },
  { head: 'Requests', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The slowest operations of this instance since its start. */
export function OperationsPage() {
  const { data } = useSuspenseQuery(operationsQuery)
  const items = data.operations.map((operation) => ({
    ...operation,
    id: `${operation.method} ${operation.path}`,
  }))
  return (
    <>
      <SystemHeader part="Slow operations" />
      <p className={styles.note}>
        Requests to this instance since it started <Time at={data.since} ago />, slowest first.
      </p>
      <div className="scroll">
        <PagedList<Operation>
          items={items}
          label="Slow operations"
          className={styles.operations}
          columns={columns}
          titleOf={({ id }) => id}
          row={(operation) => <OperationCells operation={operation} />}
          menu={({ slowest }) => (
            <MenuItem icon={Copy} onSelect={() => void copyRequestId(slowest.requestId)}>
              Copy ID of the slowest request
            </MenuItem>
          )}
          empty={<Empty title="No requests yet">Operations appear here after their first request.</Empty>}
        />
      </div>
    </>
  )
}

async function copyRequestId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    toast.done(`Copied ${id}. Search the log for it`)
  } catch {
    // The browser does not allow it: the id is shown instead.
    toast.done(`The request ID is ${id}`)
  }
}

const OperationCells = ({ operation }: { operation: Operation }) => (
  <>
    <div className="cell" role="gridcell">
      <span className={styles.operation}>
        <span className="faint mono">{operation.method}</span>
        <span className="mono truncate" title={operation.path}>
          {operation.path}
        </span>
      </span>
    </div>
    <div className="cell num" role="gridcell">
      {formatMs(operation.p95Ms)}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {formatMs(operation.p50Ms)}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {formatMs(operation.maxMs)}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {operation.count.toLocaleString('en')}
    </div>
  </>
)
