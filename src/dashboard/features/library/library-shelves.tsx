import { Move as MoveIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Organization } from '#contract/organizations.ts'
import { BulkBar } from '../../components/bulk-bar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TreeSkeleton } from '../../components/ui/skeleton.tsx'
import { Filtered } from '../../components/ui/states.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { counted } from '../../lib/words.ts'
import { filterLimit } from './index-query.ts'
import { LibraryDialogs } from './library-dialogs.tsx'
import { foundIn, placesInWords } from './library-index.ts'
import { isItem, type LibraryRow, resultRows, topmost } from './library-rows.ts'
import type { LibrarySearch, OnSearch } from './library-search.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import { LibraryTree } from './library-tree.tsx'
import { useCarrying } from './use-carrying.ts'
import { useFilteredScroll } from './use-filtered-scroll.ts'
import type { Known } from './use-index.ts'
import { useItemActs } from './use-item-acts.ts'
import type { Opened } from './use-opened.ts'
import { useRemoval } from './use-removal.ts'
import { useShelfActs } from './use-shelf-acts.ts'
import { useShelves } from './use-shelves.ts'

type Props = {
  organization: Organization
  /** The collection the tree is rooted in; absent for the whole library. */
  root?: Collection
  /** Whether the caller may put something at the root. */
  mayCreate: boolean
  known: Known
  opened: Opened
  search: LibrarySearch
  onSearch: OnSearch
  total: string | undefined
  empty: ReactNode
}

const takesAll = () => true
const takesNone = () => false

/** Filter, tree, selection and dialogs: what the library and the page of a collection have in common. */
export function LibraryShelves(props: Props) {
  const { organization, root, known, opened, search, onSearch } = props
  const rootId = root?.id ?? null
  const field = useRef<HTMLInputElement>(null)
  const tree = useShelves({ organizationId: organization.id, rootId, isOpen: opened.isOpen })
  const found = useFound(props)
  const rows: readonly LibraryRow[] = found ?? tree
  const acts = useItemActs()
  const { drop, moveAll } = useCarrying(organization.id)
  const remove = useRemoval(organization.id, known)
  const { selection, chosen, clear } = useChosen(rows)

  const removeRows = async (what: readonly LibraryItem[] | 'selected') => {
    const done = await remove(what === 'selected' ? chosen : what)
    if (done && what === 'selected') clear()
  }
  const isFiltered = found !== undefined
  const scroller = useRef<HTMLDivElement>(null)
  useFilteredScroll(scroller, isFiltered ? `${search.show} ${search.q}` : null)
  useShelfActs({
    onFilter: () => field.current?.focus(),
    onMove: chosen.length > 0 ? () => onSearch({ move: 'selected' }) : undefined,
    onRemove: chosen.length > 0 ? () => void removeRows('selected') : undefined,
    collections: known.index.collections,
    opened,
  })
  // Escape puts a row that is carried back first.
  const clearUnlessCarrying = () => document.querySelector('.is-carrying') === null && clear()
  useKeys(
    chosen.length > 0 ? [{ keys: 'escape', label: 'Clear the selection', act: clearUnlessCarrying }] : [],
  )

  return (
    <>
      <LibraryToolbar
        search={search}
        onSearch={onSearch}
        field={field}
        total={found && known.isThere ? counted(found.length, 'result') : props.total}
      />
      <div ref={scroller} className={chosen.length > 0 ? 'scroll is-selecting' : 'scroll'}>
        {isFiltered && !known.isThere ? (
          <TreeSkeleton />
        ) : (
          <LibraryTree
            organization={organization}
            rows={rows}
            known={known}
            isOpen={isFiltered ? takesNone : opened.isOpen}
            onToggle={opened.toggle}
            acts={acts}
            onMove={isFiltered ? undefined : (move) => drop(move, tree, rootId)}
            rootAccepts={props.mayCreate ? takesAll : takesNone}
            onRemove={(what) => void removeRows(what)}
            onSearch={onSearch}
            selection={selection}
            empty={isFiltered ? <NothingFound {...props} /> : props.empty}
          />
        )}
        {isFiltered && known.isThere && <HowFar known={known} />}
      </div>
      {chosen.length > 0 && selection && (
        <BulkBar selection={selection}>
          <Button look="bare" icon={MoveIcon} onClick={() => onSearch({ move: 'selected' })}>
            Move
          </Button>
          <Button look="bare" icon={Trash2} onClick={() => void removeRows('selected')}>
            {chosen.some(({ object }) => object === 'collection') ? 'Delete' : 'Trash'}
          </Button>
        </BulkBar>
      )}
      <LibraryDialogs
        {...{ organization, root, known, search, onSearch }}
        chosen={chosen}
        onOpen={(id) => opened.toggle(id, true)}
        onMove={(items, parentId) => {
          clear()
          void moveAll(items, parentId)
        }}
      />
    </>
  )
}

/** The rows that are asked for, or undefined while the tree is shown. */
function useFound({ search, known, root }: Props): readonly LibraryRow[] | undefined {
  const rootId = root?.id ?? null
  const { q: text = '', show: kind } = search
  const isAsked = text.trim() !== '' || kind !== undefined
  return useMemo(() => {
    if (!isAsked) return undefined
    const placeOf = placesInWords(known.collections)
    return resultRows(foundIn(known.index, { text, kind, rootId }), ({ parent }) => placeOf(parent))
  }, [isAsked, text, kind, rootId, known])
}

/** Which rows are chosen, of those that are there and may be changed. */
function useChosen(rows: readonly LibraryRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const mine = new Set(rows.filter((row) => isItem(row) && row.item.permissions.admin).map(({ id }) => id))
    const there = new Set([...ids].filter((id) => mine.has(id)))
    return {
      /** Absent when there is nothing that could be done with a selection. */
      selection: mine.size === 0 ? undefined : { ids: there, onChange: setIds },
      chosen: topmost(rows, there).map(({ item }) => item),
      clear: () => setIds(new Set()),
    }
  }, [rows, ids])
}

function NothingFound({ search, onSearch, known }: Props) {
  const clear = () => onSearch({ q: undefined, show: undefined })
  return (
    <Filtered
      title={search.q ? `Nothing is called “${search.q}”` : 'Nothing of this kind is here'}
      clear={known.isWhole ? `Show all ${known.index.spaceCount + known.index.collectionCount}` : 'Show all'}
      onClear={clear}
    >
      {search.q && search.show ? 'Only one kind is shown now; others may have it.' : undefined}
    </Filtered>
  )
}

/** Says it when the filter has not seen everything. */
function HowFar({ known }: { known: Known }) {
  if (known.isWhole) return null
  const of = known.index.spaceCount.toLocaleString('en')
  return (
    <p className="load-more" role="status">
      {known.isReadingMore
        ? `Looking through ${of} spaces`
        : `Looked through the first ${filterLimit.toLocaleString('en')} of ${of} spaces`}
    </p>
  )
}
