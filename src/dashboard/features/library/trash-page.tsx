import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Space } from '#contract/spaces.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { q } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { pluralize } from '../../lib/labels.ts'
import { isExpiringSoon, timeLeft } from './labels.ts'
import styles from './library.module.css'
import { byId, formatPath } from './library-index.ts'
import { titleOf } from './library-rows.ts'
import { useRestore } from './mutations.ts'
import { trashQuery } from './queries.ts'

const columns = [
  { head: 'Name' },
  { head: 'Location', className: 'wide' },
  { head: 'Deleted', className: 'wide' },
  { head: 'Time left', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** Recently deleted spaces, which can be restored. */
export function TrashPage({ organization }: { organization: Organization }) {
  useBreadcrumbs([{ title: 'Trash' }])
  const query = useSuspenseInfiniteQuery(trashQuery(organization.id))
  const list = { params: { organizationId: organization.id }, query: { limit: 1000 } }
  const items = useQuery(q(api.collections.list, list)).data?.items
  const collections = useMemo(() => byId(items ?? []), [items])
  const pages = pagesOf(query)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selectedIds = useMemo(
    () => new Set(pages.items.filter(({ id }) => ids.has(id)).map(({ id }) => id)),
    [pages.items, ids],
  )
  const restore = useRestore(organization.id)
  const restoreSelected = () => void restore(pages.items.filter(({ id }) => selectedIds.has(id)))
  useActions(
    selectedIds.size > 0
      ? [
          {
            id: 'restore',
            label: `Restore ${pluralize(selectedIds.size, 'space')}`,
            icon: RotateCcw,
            run: restoreSelected,
          },
        ]
      : [],
  )
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Trash</h1>
        </div>
        <p className="sub">Deleted spaces stay here for 7 days, then they’re deleted permanently.</p>
      </div>
      <div
        className={
          selectedIds.size > 0 ? clsx('scroll', styles.trash, 'is-selecting') : clsx('scroll', styles.trash)
        }
      >
        <PagedList<Space>
          {...pages}
          label="Trash"
          className={styles.trashList}
          columns={columns}
          titleOf={titleOf}
          row={(space) => (
            <TrashCells
              space={space}
              path={formatPath(collections, space.parent)}
              onRestore={() => void restore([space])}
            />
          )}
          onRowKey={(event, space) => {
            if (event.key !== 'r' || event.metaKey || event.ctrlKey) return
            event.preventDefault()
            void restore([space])
          }}
          selection={{ ids: selectedIds, onChange: setIds }}
          bulk={
            <Button variant="inherit" icon={RotateCcw} onClick={restoreSelected}>
              Restore
            </Button>
          }
          empty={
            <Empty title="The trash is empty">Deleted spaces appear here so that you can restore them.</Empty>
          }
        />
      </div>
    </>
  )
}

type CellsProps = { space: Space; path: string | undefined; onRestore: () => void }

const TrashCells = ({ space, path, onRestore }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Emoji of={space.emoji} />
      <span className={styles.two}>
        <span className="title truncate">{titleOf(space)}</span>
        <span className="narrow meta faint truncate">
          <Left space={space} />
        </span>
      </span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate">{path ?? 'Top level of the library'}</span>
    </div>
    <div className="cell wide soft num" role="gridcell">
      {space.deletedAt && <Time at={space.deletedAt} />}
    </div>
    <div className="cell wide num" role="gridcell">
      <Left space={space} />
    </div>
    <div className="cell cell-end" role="gridcell">
      <Button variant="outline" size="small" aria-label={`Restore ${titleOf(space)}`} onClick={onRestore}>
        Restore
      </Button>
    </div>
  </>
)

function Left({ space }: { space: Space }) {
  if (!space.deletedAt) return null
  const at = new Date(space.deletedAt)
  const now = new Date()
  return <span className={isExpiringSoon(at, now) ? 'i-danger' : undefined}>{timeLeft(at, now)}</span>
}
