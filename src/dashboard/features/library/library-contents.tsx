import { useQuery } from '@tanstack/react-query'
import { ChevronsDownUp, ChevronsUpDown, Funnel, Move, Trash2 } from 'lucide-react'
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Organization } from '#contract/organizations.ts'
import { BulkBar } from '../../components/row-actions.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TreeSkeleton } from '../../components/ui/skeleton.tsx'
import { useActions, useShortcuts } from '../../hooks/use-actions.ts'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { pluralize } from '../../lib/labels.ts'
import { contentsOfParent } from './library-data.ts'
import { filterIndex, pathFormatter } from './library-index.ts'
import { usePrefetchedItemMenu } from './library-row.tsx'
import { isItem, type LibraryRow, resultRows, rowsOf, topmostSelected } from './library-rows.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import { LibraryTree } from './library-tree.tsx'
import { useItemMoves } from './move-mutations.ts'
import { useItemActions, useRemoval } from './mutations.ts'
import { libraryQuery, type OnSearch, type OpenCollections } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'
import type { LibraryOverview } from './use-library-index.ts'

const loadDialogs = async () => ({ default: (await import('./library-dialogs.tsx')).LibraryDialogs })
const LibraryDialogs = lazy(loadDialogs)
// Most visits show rows, so what is there without any is not part of the first load.
const loadStates = () => import('./library-states.tsx')
export const LibraryEmpty = lazy(async () => ({ default: (await loadStates()).LibraryEmpty }))
const NoMatches = lazy(async () => ({ default: (await loadStates()).NoMatches }))
const FilterProgress = lazy(async () => ({ default: (await loadStates()).FilterProgress }))

type Props = {
  organization: Organization
  /** The collection shown; absent for the whole library. */
  root?: Collection
  /** Whether the caller can create items at the root. */
  canCreate: boolean
  overview: LibraryOverview
  openCollections: OpenCollections
  search: LibrarySearch
  onSearch: OnSearch
  total: string | undefined
  empty: ReactNode
}

const acceptsAll = () => true
const acceptsNone = () => false

/** Filter, tree, selection and dialogs, shared by the library and the collection page. */
export function LibraryContents(props: Props) {
  const { organization, root, overview, openCollections, search, onSearch } = props
  const rootId = root?.id ?? null
  const field = useRef<HTMLInputElement>(null)
  const tree = useTreeRows({ organizationId: organization.id, rootId, isOpen: openCollections.isOpen })
  const results = useFilterResults(props)
  const rows: readonly LibraryRow[] = results ?? tree
  const actions = useItemActions()
  const { drop, moveAll } = useItemMoves(organization.id)
  const remove = useRemoval(organization.id, overview)
  const { selection, selected, clear } = useSelectedItems(rows)
  const hasSelection = selected.length > 0
  const isLoaded = useIsFirstViewLoaded()
  usePrefetchedItemMenu(isLoaded)

  const removeRows = async (target: readonly LibraryItem[] | 'selected') => {
    const done = await remove(target === 'selected' ? selected : target)
    if (done && target === 'selected') clear()
  }
  const isFiltered = results !== undefined
  const scroller = useRef<HTMLDivElement>(null)
  useFilteredScroll(scroller, isFiltered ? `${search.show} ${search.q}` : null)
  useLibraryActions({
    onFilter: () => field.current?.focus(),
    hasSelection,
    onMove: () => onSearch({ move: 'selected' }),
    onRemove: () => void removeRows('selected'),
    onClear: clear,
    collections: overview.index.collections,
    openCollections,
  })

  return (
    <>
      <LibraryToolbar
        search={search}
        onSearch={onSearch}
        field={field}
        total={results && overview.isLoaded ? pluralize(results.length, 'result') : props.total}
      />
      <div ref={scroller} className={hasSelection ? 'scroll is-selecting' : 'scroll'}>
        {isFiltered && !overview.isLoaded ? (
          <TreeSkeleton />
        ) : (
          <LibraryTree
            organization={organization}
            rows={rows}
            overview={overview}
            isOpen={isFiltered ? acceptsNone : openCollections.isOpen}
            onToggle={openCollections.toggle}
            actions={actions}
            onMove={isFiltered ? undefined : (move) => drop(move, tree, rootId)}
            rootAccepts={props.canCreate ? acceptsAll : acceptsNone}
            onRemove={(target) => void removeRows(target)}
            onSearch={onSearch}
            selection={selection}
            empty={<Suspense>{isFiltered ? <NoMatches {...props} /> : props.empty}</Suspense>}
          />
        )}
        {isFiltered && overview.isLoaded && (
          <Suspense>
            <FilterProgress overview={overview} />
          </Suspense>
        )}
      </div>
      {hasSelection && selection && (
        <SelectionBar
          {...{ selection, selected }}
          onMove={() => onSearch({ move: 'selected' })}
          onRemove={() => void removeRows('selected')}
        />
      )}
      {/* Rendered before one opens, so that what is typed right after its key reaches it. */}
      {(isLoaded || (search.new ?? search.edit ?? search.move ?? search.transfer) !== undefined) && (
        <Suspense>
          <LibraryDialogs
            {...{ organization, root, overview, search, onSearch }}
            selected={selected}
            onOpen={(id) => openCollections.toggle(id, true)}
            onMove={(items, parentId) => {
              clear()
              void moveAll(items, parentId)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type SelectionBarProps = {
  selection: ComponentProps<typeof BulkBar>['selection']
  selected: readonly LibraryItem[]
  onMove: () => void
  onRemove: () => void
}

const SelectionBar = ({ selection, selected, onMove, onRemove }: SelectionBarProps) => (
  <BulkBar selection={selection}>
    <Button variant="inherit" icon={Move} onClick={onMove}>
      Move
    </Button>
    <Button variant="inherit" icon={Trash2} onClick={onRemove}>
      {selected.some(({ object }) => object === 'collection') ? 'Delete' : 'Trash'}
    </Button>
  </BulkBar>
)

/** Rows that match the filter; undefined without a filter. */
function useFilterResults({ search, overview, root }: Props): readonly LibraryRow[] | undefined {
  const rootId = root?.id ?? null
  const { q: text = '', show: kind } = search
  const isFiltered = text.trim() !== '' || kind !== undefined
  return useMemo(() => {
    if (!isFiltered) return undefined
    const pathOf = pathFormatter(overview.collections)
    return resultRows(filterIndex(overview.index, { text, kind, rootId }), ({ parent }) => pathOf(parent))
  }, [isFiltered, text, kind, rootId, overview])
}

/** The selection, limited to visible rows the caller can change. */
function useSelectedItems(rows: readonly LibraryRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const changeable = new Set(
      rows.filter((row) => isItem(row) && row.item.permissions.admin).map(({ id }) => id),
    )
    const selectedIds = new Set([...ids].filter((id) => changeable.has(id)))
    return {
      /** Absent if the caller can't change any row. */
      selection: changeable.size === 0 ? undefined : { ids: selectedIds, onChange: setIds },
      selected: topmostSelected(rows, selectedIds).map(({ item }) => item),
      clear: () => setIds(new Set()),
    }
  }, [rows, ids])
}

/** Scrolls results to their first row, and restores the scroll position of the tree afterwards. */
function useFilteredScroll(scroller: RefObject<HTMLElement | null>, filter: string | null): void {
  const shownFilter = useRef(filter)
  const treeTop = useRef(0)
  useEffect(() => {
    const element = scroller.current
    if (!element || filter !== null) return undefined
    const rememberTop = () => {
      treeTop.current = element.scrollTop
    }
    element.addEventListener('scroll', rememberTop, { passive: true })
    return () => element.removeEventListener('scroll', rememberTop)
  }, [scroller, filter])
  useLayoutEffect(() => {
    if (!scroller.current || shownFilter.current === filter) return
    shownFilter.current = filter
    scroller.current.scrollTop = filter === null ? treeTop.current : 0
  }, [scroller, filter])
}

type TreeRowsOptions = {
  organizationId: string
  /** The collection shown; null for the whole library. */
  rootId: string | null
  isOpen: (id: string) => boolean
}

/**
 * The rows of the tree. Contents that are not loaded are a placeholder row, which loads them when it scrolls into
 * view.
 */
function useTreeRows({ organizationId, rootId, isOpen }: TreeRowsOptions): readonly LibraryRow[] {
  const { data } = useQuery(libraryQuery(organizationId))
  return useMemo(
    () => rowsOf({ rootId, contentsOf: (id) => contentsOfParent(data, id), isOpen }),
    [data, rootId, isOpen],
  )
}

type LibraryActionsOptions = {
  hasSelection: boolean
  onFilter: () => void
  onMove: () => void
  onRemove: () => void
  onClear: () => void
  collections: readonly Collection[]
  openCollections: OpenCollections
}

/** Commands for the whole library and for the selection. */
function useLibraryActions(options: LibraryActionsOptions): void {
  const { hasSelection, onFilter, onMove, onRemove, onClear, collections, openCollections } = options
  const openAll = () => openCollections.openAll(collections.map(({ id }) => id))
  useActions([
    { id: 'filter', label: 'Filter the library', icon: Funnel, keys: '/', run: onFilter },
    ...(hasSelection
      ? [
          { id: 'move', label: 'Move selection', icon: Move, run: onMove },
          { id: 'trash', label: 'Move selection to trash', icon: Trash2, run: onRemove },
        ]
      : []),
    ...(collections.length > 0
      ? [{ id: 'open-all', label: 'Open all collections', icon: ChevronsUpDown, run: openAll }]
      : []),
    ...(openCollections.ids.size > 0
      ? [{ id: 'close', label: 'Close all collections', icon: ChevronsDownUp, run: openCollections.closeAll }]
      : []),
  ])
  // During a drag, Escape cancels the drag and keeps the selection.
  const clearUnlessDragging = () => document.querySelector('.is-carrying') === null && onClear()
  useShortcuts(
    hasSelection ? [{ keys: 'escape', label: 'Clear the selection', run: clearUnlessDragging }] : [],
  )
}
