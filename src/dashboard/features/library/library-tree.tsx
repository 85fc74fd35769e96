import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import { MAX_LIBRARY_TITLE_LENGTH } from '#contract/shared/limits.ts'
import { Tree } from '../../components/tree.tsx'
import type { Move } from '../../components/tree-drop.ts'
import { type Selection, toggled } from '../../components/tree-navigation.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import type { DocumentedShortcut } from '../../hooks/use-actions.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './library.module.css'
import { loadMore, reloadContents } from './library-cache.ts'
import { columns, ItemCells, ItemLead, ItemMenu, RestrictedMark } from './library-row.tsx'
import { type ItemRow, isItem, type LibraryRow, type PlaceholderRow } from './library-rows.ts'
import type { ItemActions } from './mutations.ts'
import { libraryQuery, type OnSearch } from './queries.ts'
import type { LibraryOverview } from './use-library-index.ts'

export type LibraryTreeProps = {
  organization: { id: string; title: string }
  rows: readonly LibraryRow[]
  overview: LibraryOverview
  isOpen: (id: string) => boolean
  onToggle: (id: string, open: boolean) => void
  actions: ItemActions
  onMove: ((move: Move) => unknown) | undefined
  rootAccepts: (kind: string) => boolean
  onRemove: (kind: readonly LibraryItem[] | 'selected') => void
  onSearch: OnSearch
  selection: Selection | undefined
  empty: ReactNode
}

const noKeys: readonly DocumentedShortcut[] = []
const rowKeys: readonly DocumentedShortcut[] = [
  { keys: 'm', label: 'Move to a collection' },
  { keys: 'e', label: 'Edit title and emoji' },
  { keys: 'delete', label: 'Delete' },
]

/** The tree of the library, or flat results in the same columns. */
export function LibraryTree(props: LibraryTreeProps) {
  const { organization, rows, selection, onSearch, onRemove } = props
  const drawing = useRowRenderers(props)
  const canChangeSome = selection !== undefined
  const onRowKey = (event: KeyboardEvent, row: LibraryRow) => {
    if (!isItem(row) || !row.item.permissions.admin || event.metaKey || event.ctrlKey || event.altKey) return
    const isSelected = selection?.ids.has(row.id) === true
    if (event.key === 'm') onSearch({ move: isSelected ? 'selected' : row.id })
    else if (event.key === 'e') onSearch({ edit: row.id })
    else if (event.key === 'Delete' || event.key === 'Backspace')
      onRemove(isSelected ? 'selected' : [row.item])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Tree<LibraryRow>
      {...drawing}
      label="Library"
      className={clsx(styles.root)}
      columns={columns}
      rows={rows}
      isOpen={props.isOpen}
      onToggle={props.onToggle}
      to={useCallback((row: LibraryRow) => pathOf(organization.id, row), [organization.id])}
      rowClass={classOf}
      onMove={props.onMove}
      rootAccepts={props.rootAccepts}
      canRename={canChange}
      titleLimit={MAX_LIBRARY_TITLE_LENGTH}
      selection={selection}
      onRowKey={onRowKey}
      documentedKeys={canChangeSome ? rowKeys : noKeys}
      empty={props.empty}
    />
  )
}

/** The row renderers. They stay the same while only the selection changes, so that few rows render again. */
function useRowRenderers({ organization, overview, ...props }: LibraryTreeProps) {
  const { id: organizationId, title } = organization
  const names = useMemo(
    () => new Map([[organizationId, title], ...[...overview.collections].map(nameEntry)]),
    [organizationId, title, overview.collections],
  )
  const latest = useLatest(props)
  const setEmoji = useCallback<ItemActions['setEmoji']>(
    (...args) => latest.current.actions.setEmoji(...args),
    [latest],
  )
  return {
    lead: useCallback(
      (row: LibraryRow, isOpen: boolean) =>
        isItem(row) ? (
          <ItemLead item={row.item} isOpen={isOpen} onEmoji={setEmoji} />
        ) : (
          <RowPlaceholder row={row} organizationId={organizationId} />
        ),
      [organizationId, setEmoji],
    ),
    after: useCallback(
      (row: LibraryRow) =>
        isItem(row) &&
        hasDetails(row) && (
          <span className="cell-rest">
            <Count row={row} counts={overview.counts} />
            <RestrictedMark item={row.item} />
            {row.path && <span className={clsx('faint truncate', styles.where)}>{row.path}</span>}
          </span>
        ),
      [overview.counts],
    ),
    cells: useCallback(
      (row: LibraryRow) => isItem(row) && <ItemCells item={row.item} nameOf={(id) => names.get(id)} />,
      [names],
    ),
    menu: useCallback(
      (row: LibraryRow, { rename }: { rename: () => void }) =>
        isItem(row) && row.item.permissions.admin ? (
          <ItemMenu
            item={row.item}
            to={pathOf(organizationId, row) ?? ''}
            accessTo={accessPathOf(organizationId, row)}
            rename={rename}
            onEdit={() => latest.current.onSearch({ edit: row.id })}
            onMove={() => latest.current.onSearch({ move: row.id })}
            onSelect={() => {
              const { selection } = latest.current
              selection?.onChange(toggled(selection.ids, row.id))
            }}
            onRemove={() => latest.current.onRemove([row.item])}
            onDuplicate={() => row.item.object === 'space' && latest.current.actions.duplicate(row.item)}
            onNew={(kind) => latest.current.onSearch({ new: kind, in: row.id })}
          />
        ) : null,
      [organizationId, latest],
    ),
    onRename: useCallback(
      (row: LibraryRow, name: string) => isItem(row) && latest.current.actions.rename(row.item, name),
      [latest],
    ),
  }
}

/** Most rows show nothing next to the title. */
const hasDetails = ({ kind, item, path }: ItemRow): boolean =>
  kind === 'collection' || path !== undefined || item.defaultLevel === null

const nameEntry = ([id, { title }]: [string, { title: string }]): [string, string] => [id, title]

const canChange = (row: LibraryRow): boolean => isItem(row) && row.item.permissions.admin

function pathOf(organizationId: string, row: LibraryRow): string | undefined {
  if (!isItem(row)) return undefined
  return row.kind === 'space' ? paths.space(row.id) : paths.collection(organizationId, row.id)
}

const accessPathOf = (organizationId: string, { kind, id }: LibraryRow): string =>
  kind === 'space' ? paths.spaceAccess(id) : paths.collectionAccess(organizationId, id)

const classOf = (row: LibraryRow): string | undefined => {
  if (!isItem(row)) return clsx(styles.note, `is-${row.state}`)
  return row.item.permissions.admin ? undefined : 'is-fixed'
}

/** Number of spaces in a collection, if overview. */
function Count({ row, counts }: { row: LibraryRow; counts: LibraryOverview['counts'] }) {
  const count = row.kind === 'collection' ? counts?.get(row.id) : undefined
  if (count === undefined) return null
  return (
    <span className="count">
      {count}
      <span className="sr">{count === 1 ? ' space' : ' spaces'}</span>
    </span>
  )
}

type Props = { row: PlaceholderRow; organizationId: string }

/** Stands for rows that are not loaded, and loads them when it scrolls into view. */
function RowPlaceholder({ row, organizationId }: Props) {
  const client = useQueryClient()
  const [isFailed, setIsFailed] = useState(false)
  const { state, collectionId } = row
  useEffect(() => {
    const library = client.getQueryState(libraryQuery(organizationId).queryKey)
    // The running read of the whole library includes these rows.
    if (isFailed || (library?.data?.state === 'loading' && library.fetchStatus === 'fetching')) return
    const read = state === 'more' ? loadMore : reloadContents
    Promise.resolve(read(client, organizationId, collectionId)).catch(() => setIsFailed(true))
  }, [client, organizationId, collectionId, state, isFailed])
  if (!isFailed) {
    return (
      <>
        <Bone width="16px" height="16px" />
        <Bone width="30%" />
      </>
    )
  }
  return (
    <>
      <span className="i-danger line">
        <Icon of={CircleAlert} />
      </span>
      <span>Couldn’t load the contents</span>
      <Button variant="outline" size="small" onClick={() => setIsFailed(false)}>
        {labels.tryAgain}
      </Button>
    </>
  )
}
