import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { collectionTitle } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import { Tree } from '../../components/tree.tsx'
import type { Move } from '../../components/tree-drop.ts'
import type { Selection } from '../../components/tree-ways.ts'
import { toggled } from '../../components/tree-ways.ts'
import { places } from '../../lib/places.ts'
import { columns, ItemCells, ItemLead, NamedOnly } from './library-cells.tsx'
import { ItemMenu } from './library-menu.tsx'
import { NoteAfter, NoteLead } from './library-notes.tsx'
import { isItem, type LibraryRow } from './library-rows.ts'
import type { OnSearch } from './library-search.ts'
import { shelfQuery } from './shelf-queries.ts'
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

const titleLimit = collectionTitle.maxLength ?? 50

/** The tree of the library, or flat results in the same columns. */
export function LibraryTree(props: LibraryTreeProps) {
  const { organization, rows, known, acts, onSearch, selection, onRemove } = props
  const client = useQueryClient()
  const names = useMemo(
    () => new Map([[organization.id, organization.title], ...[...known.collections].map(nameEntry)]),
    [organization, known.collections],
  )
  const to = (row: LibraryRow) => {
    if (!isItem(row)) return undefined
    return row.kind === 'space' ? places.space(row.id) : places.collection(organization.id, row.id)
  }
  const readAhead = (event: { target: EventTarget }) => {
    const id = event.target instanceof Element && event.target.closest<HTMLElement>('[data-row]')?.dataset.row
    const row = id ? rows.find((one) => one.id === id) : undefined
    if (row?.kind === 'collection') void client.prefetchQuery(shelfQuery(organization.id, row.id))
  }
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only reads ahead what the rows inside will show
    <div onPointerOver={readAhead} onFocus={readAhead}>
      <Tree<LibraryRow>
        label="Library"
        className="lib"
        columns={columns}
        rows={rows}
        isOpen={props.isOpen}
        onToggle={props.onToggle}
        lead={(row, isOpen) =>
          isItem(row) ? (
            <ItemLead item={row.item} isOpen={isOpen} onEmoji={acts.setEmoji} />
          ) : (
            <NoteLead note={row} organizationId={organization.id} />
          )
        }
        to={to}
        after={(row) =>
          isItem(row) ? (
            <span className="cell-rest">
              <Count row={row} known={known} />
              <NamedOnly item={row.item} />
              {row.where && <span className="faint truncate lib-where">{row.where}</span>}
            </span>
          ) : (
            <NoteAfter note={row} organizationId={organization.id} />
          )
        }
        cells={(row) => isItem(row) && <ItemCells item={row.item} nameOf={(id) => names.get(id)} />}
        menu={(row, { rename }) =>
          isItem(row) && row.item.permissions.admin ? (
            <ItemMenu
              item={row.item}
              to={to(row) ?? ''}
              rename={rename}
              onEdit={() => onSearch({ edit: row.id })}
              onMove={() => onSearch({ move: row.id })}
              onSelect={() => selection?.onChange(toggled(selection.ids, row.id))}
              onRemove={() => onRemove([row.item])}
              onDuplicate={() => row.item.object === 'space' && acts.duplicate(row.item)}
              onNew={(what) => onSearch({ new: what, in: row.id })}
            />
          ) : null
        }
        rowClass={classOf}
        onMove={props.onMove}
        rootAccepts={props.rootAccepts}
        onRename={(row, title) => isItem(row) && acts.rename(row.item, title)}
        canRename={(row) => isItem(row) && row.item.permissions.admin}
        titleLimit={titleLimit}
        selection={selection}
        onRowKey={onRowKey}
        empty={props.empty}
      />
    </div>
  )
}

const nameEntry = ([id, { title }]: [string, { title: string }]): [string, string] => [id, title]

const classOf = (row: LibraryRow): string | undefined => {
  if (!isItem(row)) return `lib-note is-${row.says}`
  return row.item.permissions.admin ? undefined : 'is-fixed'
}

/** How many spaces a collection holds in all, when that is known. */
function Count({ row, known }: { row: LibraryRow; known: Known }) {
  const count = row.kind === 'collection' ? known.counts?.get(row.id) : undefined
  if (count === undefined) return null
  return (
    <span className="count">
      {count}
      <span className="sr">{count === 1 ? ' space' : ' spaces'}</span>
    </span>
  )
}
