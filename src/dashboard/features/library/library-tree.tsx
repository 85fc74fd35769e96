import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react'
import { collectionTitle } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import { Tree } from '../../components/tree.tsx'
import type { Move } from '../../components/tree-drop.ts'
import type { Selection } from '../../components/tree-ways.ts'
import { toggled } from '../../components/tree-ways.ts'
import { useLatest } from '../../hooks/use-latest.ts'
import type { ToldKey } from '../../hooks/use-told-keys.ts'
import { places } from '../../lib/places.ts'
import { columns, ItemCells, ItemLead, NamedOnly } from './library-cells.tsx'
import { ItemMenu } from './library-menu.tsx'
import { Note } from './library-notes.tsx'
import { type ItemRow, isItem, type LibraryRow } from './library-rows.ts'
import type { OnSearch } from './library-search.ts'
import type { Known } from './use-index.ts'
import type { ItemActs } from './use-item-acts.ts'

export type LibraryTreeProps = {
  organization: { id: string; title: string }
  rows: readonly LibraryRow[]
  known: Known
  isOpen: (id: string) => boolean
  onToggle: (id: string, open: boolean) => void
  acts: ItemActs
  onMove: ((move: Move) => unknown) | undefined
  rootAccepts: (kind: string) => boolean
  onRemove: (what: readonly LibraryItem[] | 'selected') => void
  onSearch: OnSearch
  selection: Selection | undefined
  empty: ReactNode
}

const none: readonly ToldKey[] = []
const told: readonly ToldKey[] = [
  { keys: 'm', label: 'Move to a collection' },
  { keys: 'e', label: 'Edit title and emoji' },
  { keys: 'delete', label: 'Delete' },
]

const titleLimit = collectionTitle.maxLength ?? 50

/** The tree of the library, or flat results in the same columns. */
export function LibraryTree(props: LibraryTreeProps) {
  const { organization, rows, selection, onSearch, onRemove } = props
  const drawing = useDrawing(props)
  const mayChangeSome = selection !== undefined
  const onRowKey = (event: KeyboardEvent, row: LibraryRow) => {
    if (!isItem(row) || !row.item.permissions.admin || event.metaKey || event.ctrlKey || event.altKey) return
    const chosen = selection?.ids.has(row.id) === true
    if (event.key === 'm') onSearch({ move: chosen ? 'selected' : row.id })
    else if (event.key === 'e') onSearch({ edit: row.id })
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(chosen ? 'selected' : [row.item])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Tree<LibraryRow>
      {...drawing}
      label="Library"
      className="lib"
      columns={columns}
      rows={rows}
      isOpen={props.isOpen}
      onToggle={props.onToggle}
      to={useCallback((row: LibraryRow) => addressOf(organization.id, row), [organization.id])}
      rowClass={classOf}
      onMove={props.onMove}
      rootAccepts={props.rootAccepts}
      canRename={mayChange}
      titleLimit={titleLimit}
      selection={selection}
      onRowKey={onRowKey}
      told={mayChangeSome ? told : none}
      empty={props.empty}
    />
  )
}

/** What the rows are drawn with; it stays the same while only the choice changes, so that few rows are drawn anew. */
function useDrawing({ organization, known, ...props }: LibraryTreeProps) {
  const { id: organizationId, title } = organization
  const names = useMemo(
    () => new Map([[organizationId, title], ...[...known.collections].map(nameEntry)]),
    [organizationId, title, known.collections],
  )
  const latest = useLatest(props)
  const setEmoji = useCallback<ItemActs['setEmoji']>(
    (...given) => latest.current.acts.setEmoji(...given),
    [latest],
  )
  return {
    lead: useCallback(
      (row: LibraryRow, isOpen: boolean) =>
        isItem(row) ? (
          <ItemLead item={row.item} isOpen={isOpen} onEmoji={setEmoji} />
        ) : (
          <Note note={row} organizationId={organizationId} />
        ),
      [organizationId, setEmoji],
    ),
    after: useCallback(
      (row: LibraryRow) =>
        isItem(row) &&
        hasRest(row) && (
          <span className="cell-rest">
            <Count row={row} counts={known.counts} />
            <NamedOnly item={row.item} />
            {row.where && <span className="faint truncate lib-where">{row.where}</span>}
          </span>
        ),
      [known.counts],
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
            to={addressOf(organizationId, row) ?? ''}
            accessTo={accessOf(organizationId, row)}
            rename={rename}
            onEdit={() => latest.current.onSearch({ edit: row.id })}
            onMove={() => latest.current.onSearch({ move: row.id })}
            onSelect={() => {
              const { selection } = latest.current
              selection?.onChange(toggled(selection.ids, row.id))
            }}
            onRemove={() => latest.current.onRemove([row.item])}
            onDuplicate={() => row.item.object === 'space' && latest.current.acts.duplicate(row.item)}
            onNew={(what) => latest.current.onSearch({ new: what, in: row.id })}
          />
        ) : null,
      [organizationId, latest],
    ),
    onRename: useCallback(
      (row: LibraryRow, name: string) => isItem(row) && latest.current.acts.rename(row.item, name),
      [latest],
    ),
  }
}

/** Most spaces have nothing beside their title. */
const hasRest = ({ kind, item, where }: ItemRow): boolean =>
  kind === 'collection' || where !== undefined || item.defaultLevel === null

const nameEntry = ([id, { title }]: [string, { title: string }]): [string, string] => [id, title]

const mayChange = (row: LibraryRow): boolean => isItem(row) && row.item.permissions.admin

function addressOf(organizationId: string, row: LibraryRow): string | undefined {
  if (!isItem(row)) return undefined
  return row.kind === 'space' ? places.space(row.id) : places.collection(organizationId, row.id)
}

const accessOf = (organizationId: string, { kind, id }: LibraryRow): string =>
  kind === 'space' ? places.spaceAccess(id) : places.collectionAccess(organizationId, id)

const classOf = (row: LibraryRow): string | undefined => {
  if (!isItem(row)) return `lib-note is-${row.says}`
  return row.item.permissions.admin ? undefined : 'is-fixed'
}

/** How many spaces a collection holds in all, when that is known. */
function Count({ row, counts }: { row: LibraryRow; counts: Known['counts'] }) {
  const count = row.kind === 'collection' ? counts?.get(row.id) : undefined
  if (count === undefined) return null
  return (
    <span className="count">
      {count}
      <span className="sr">{count === 1 ? ' space' : ' spaces'}</span>
    </span>
  )
}
