import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
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
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { q } from '../../lib/api.ts'
import { counted } from '../../lib/words.ts'
import { byId, placeInWords } from './library-index.ts'
import { titleOf } from './library-rows.ts'
import { goesSoon, timeLeft } from './time-left.ts'
import { trashQuery } from './trash-query.ts'
import { useRestore } from './use-restore.ts'
import './library.css'

const columns = [
  { head: 'Name' },
  { head: 'Was in', className: 'wide' },
  { head: 'Deleted', className: 'wide' },
  { head: 'Time left', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** Spaces deleted within the last days, each with the way back. */
export function TrashPage({ organization }: { organization: Organization }) {
  useCrumbs([{ title: 'Trash' }])
  const query = useSuspenseInfiniteQuery(trashQuery(organization.id))
  const list = { params: { organizationId: organization.id }, query: { limit: 1000 } }
  const read = useQuery(q(api.collections.list, list)).data?.items
  const collections = useMemo(() => byId(read ?? []), [read])
  const pages = pagesOf(query)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const there = useMemo(
    () => new Set(pages.items.filter(({ id }) => ids.has(id)).map(({ id }) => id)),
    [pages.items, ids],
  )
  const restore = useRestore(organization.id)
  const restoreChosen = () => void restore(pages.items.filter(({ id }) => there.has(id)))
  useActs(
    there.size > 0
      ? [
          {
            id: 'restore',
            label: `Restore ${counted(there.size, 'space')}`,
            icon: RotateCcw,
            run: restoreChosen,
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
        <p className="sub">Deleted spaces are kept for 7 days and then removed for good.</p>
      </div>
      <div className={there.size > 0 ? 'scroll lib-trash is-selecting' : 'scroll lib-trash'}>
        <PagedList<Space>
          {...pages}
          label="Trash"
          className="trash-list"
          columns={columns}
          titleOf={titleOf}
          row={(space) => (
            <TrashCells
              space={space}
              place={placeInWords(collections, space.parent)}
              onRestore={() => void restore([space])}
            />
          )}
          onRowKey={(event, space) => {
            if (event.key !== 'r' || event.metaKey || event.ctrlKey) return
            event.preventDefault()
            void restore([space])
          }}
          selection={{ ids: there, onChange: setIds }}
          bulk={
            <Button look="bare" icon={RotateCcw} onClick={restoreChosen}>
              Restore
            </Button>
          }
          empty={
            <Empty title="The trash is empty">
              A space that is deleted stays here for 7 days and can be restored from here.
            </Empty>
          }
        />
      </div>
    </>
  )
}

type CellsProps = { space: Space; place: string | undefined; onRestore: () => void }

const TrashCells = ({ space, place, onRestore }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Emoji of={space.emoji} />
      <span className="lib-two">
        <span className="title truncate">{titleOf(space)}</span>
        <span className="narrow meta faint truncate">
          <Left space={space} />
        </span>
      </span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate">{place ?? 'Top of the library'}</span>
    </div>
    <div className="cell wide soft num" role="gridcell">
      {space.deletedAt && <Time at={space.deletedAt} />}
    </div>
    <div className="cell wide num" role="gridcell">
      <Left space={space} />
    </div>
    <div className="cell cell-end" role="gridcell">
      <Button look="line" size="small" aria-label={`Restore ${titleOf(space)}`} onClick={onRestore}>
        Restore
      </Button>
    </div>
  </>
)

function Left({ space }: { space: Space }) {
  if (!space.deletedAt) return null
  const at = new Date(space.deletedAt)
  const now = new Date()
  return <span className={goesSoon(at, now) ? 'i-danger' : undefined}>{timeLeft(at, now)}</span>
}
