import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { siteSectionTitle } from '#contract/site-sections.ts'
import { Tree } from '../../components/tree.tsx'
import type { Move } from '../../components/tree-drop.ts'
import type { Selection } from '../../components/tree-ways.ts'
import { useLatest } from '../../hooks/use-latest.ts'
import type { ToldKey } from '../../hooks/use-told-keys.ts'
import { actByKey } from '../../lib/by-key.ts'
import { places } from '../../lib/places.ts'
import { AddressCell, AfterTitle, ConditionCell, columns, PartLead } from './structure-cells.tsx'
import { RowMenu } from './structure-menu.tsx'
import type { StructureRow } from './structure-rows.ts'
import type { OnSearch } from './structure-search.ts'
import type { PartActs } from './use-part-acts.ts'

export type StructureTreeProps = {
  label?: string
  rows: readonly StructureRow[]
  isOpen: (id: string) => boolean
  onToggle: (id: string, open: boolean) => void
  rootAccepts: (kind: string) => boolean
  /** Absent for those who may only look. */
  acts?: PartActs | undefined
  selection?: Selection | undefined
  schema?: VisitorSchema | undefined
  onSearch: OnSearch
  onMoveTo?: (rows: readonly StructureRow[]) => void
  onRemove?: (rows: readonly StructureRow[]) => void
  onArrive?: (move: Move) => unknown
  /** Stands beside the tree; rows can be brought from it. */
  beside?: ReactNode
  empty: ReactNode
}

type Field = 'path' | 'condition'

const none: readonly ToldKey[] = []
const told: readonly ToldKey[] = [
  { keys: 'p', label: 'Change the path' },
  { keys: 'w', label: 'Change when it is shown' },
  { keys: 'e', label: 'Edit everything about it' },
  { keys: 'm', label: 'Move into a group or section' },
  { keys: 'delete', label: 'Remove from the site' },
]

const titleLimit = siteSectionTitle.maxLength ?? 128
const canRename = (row: StructureRow): boolean => row.kind !== 'site-space'
const classOf = ({ marks }: StructureRow): string | undefined => (marks.length > 0 ? 'is-planned' : undefined)

/** Groups, sections and spaces of a site: what it is called, who sees it and where it is found. */
export function StructureTree(props: StructureTreeProps) {
  const { label = 'Structure', rows, acts, selection } = props
  const [editing, setEditing] = useState<{ id: string; field: Field } | null>(null)
  const latest = useLatest(props)
  const drawing = useDrawing(props, editing, setEditing)
  const chosenWith = (row: StructureRow) =>
    selection?.ids.has(row.id) ? rows.filter(({ id }) => selection.ids.has(id)) : [row]
  const onRowKey = (event: KeyboardEvent, row: StructureRow) => {
    if (!acts) return
    const write = (field: Field) =>
      row.kind === 'site-section-group' ? undefined : () => setEditing({ id: row.id, field })
    const remove = () => props.onRemove?.(chosenWith(row))
    actByKey(event, {
      p: write('path'),
      w: write('condition'),
      e: () => props.onSearch({ edit: row.id }),
      m: () => props.onMoveTo?.(chosenWith(row)),
      Delete: remove,
      Backspace: remove,
    })
  }
  return (
    <Tree<StructureRow>
      {...drawing}
      label={label}
      className="st"
      columns={columns}
      rows={rows}
      isOpen={props.isOpen}
      onToggle={props.onToggle}
      to={spaceOf}
      rowClass={classOf}
      rootAccepts={props.rootAccepts}
      canRename={canRename}
      titleLimit={titleLimit}
      onRowKey={onRowKey}
      selection={selection}
      told={acts ? told : none}
      empty={props.empty}
      onArrive={props.onArrive}
      beside={props.beside}
      onMove={acts && ((move) => latest.current.acts?.drop(rows, move))}
    />
  )
}

/** What the rows are drawn with; the same as long as nothing of it changes, so that few rows are drawn anew. */
function useDrawing(
  props: StructureTreeProps,
  editing: { id: string; field: Field } | null,
  setEditing: (editing: { id: string; field: Field } | null) => void,
) {
  const { rows, isOpen, schema } = props
  const mayEdit = props.acts !== undefined
  const latest = useLatest(props)
  const titles = useMemo(() => new Map(rows.map(({ id, title }) => [id, title])), [rows])
  const close = useCallback(() => setEditing(null), [setEditing])
  return {
    lead: useCallback(
      (row: StructureRow) => (
        <PartLead
          part={row.part}
          onIcon={mayEdit ? (icon) => latest.current.acts?.setFields(row, { icon }) : undefined}
        />
      ),
      [mayEdit, latest],
    ),
    after: useCallback(
      (row: StructureRow) => <AfterTitle row={row} isOpen={row.isBranch === true && isOpen(row.id)} />,
      [isOpen],
    ),
    cells: useCallback(
      (row: StructureRow) => {
        const edit = (field: Field) => (mayEdit ? () => setEditing({ id: row.id, field }) : undefined)
        const isOn = (field: Field) => editing?.id === row.id && editing.field === field
        return (
          <>
            <ConditionCell
              part={row.part}
              onEdit={edit('condition')}
              isEditing={isOn('condition')}
              schema={schema}
              onSave={(condition) => {
                close()
                latest.current.acts?.setFields(row, { condition })
              }}
              onCancel={close}
            />
            <AddressCell
              row={row}
              onEdit={edit('path')}
              isEditing={isOn('path')}
              onSave={(path) => {
                close()
                latest.current.acts?.setFields(row, { path })
              }}
              onCancel={close}
            />
          </>
        )
      },
      [mayEdit, editing, schema, close, setEditing, latest],
    ),
    menu: useMemo(
      () =>
        mayEdit
          ? (row: StructureRow, { rename }: { rename: () => void }) => {
              const { acts, onSearch, onMoveTo, onRemove } = latest.current
              return (
                <RowMenu
                  row={row}
                  rename={rename}
                  onPath={() => setEditing({ id: row.id, field: 'path' })}
                  onCondition={() => setEditing({ id: row.id, field: 'condition' })}
                  onEdit={() => onSearch({ edit: row.id })}
                  onAdd={() => onSearch({ add: 'library', to: row.id })}
                  onDefault={() => acts?.makeDefault(row)}
                  onMoveTo={() => onMoveTo?.([row])}
                  onTakeOut={() => acts?.takeOut(row)}
                  onRemove={() => onRemove?.([row])}
                  onDuplicate={acts?.duplicate && (() => acts.duplicate?.(row))}
                  groupTitle={row.kind === 'site-section' ? titles.get(row.parentId ?? '') : undefined}
                />
              )
            }
          : undefined,
      [mayEdit, titles, setEditing, latest],
    ),
    onRename: useMemo(
      () =>
        mayEdit ? (row: StructureRow, title: string) => latest.current.acts?.rename(row, title) : undefined,
      [mayEdit, latest],
    ),
  }
}

/** The title of a site space leads to its pages, for those who may see them. */
const spaceOf = ({ part }: StructureRow): string | undefined =>
  part.object === 'site-space' && part.space.permissions.view ? places.space(part.space.id) : undefined
