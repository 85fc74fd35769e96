import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { siteSectionTitle } from '#contract/site-sections.ts'
import { Tree } from '../../components/tree.tsx'
import type { Move } from '../../components/tree-drop.ts'
import type { Selection } from '../../components/tree-navigation.ts'
import type { DocumentedShortcut } from '../../hooks/use-actions.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { isWriting } from '../../lib/focus.ts'
import { paths } from '../../lib/paths.ts'
import { runKeyHandler } from '../../lib/shortcuts.ts'
import type { OnSearch } from './queries.ts'
import type { RowActions } from './row-actions.ts'
import styles from './structure.module.css'
import {
  AddressCell,
  AfterTitle,
  ConditionCell,
  columns,
  NodeIcon,
  type RefusedPath,
} from './structure-cells.tsx'
import { RowMenu } from './structure-row-menu.tsx'
import type { StructureRow } from './structure-rows.ts'

export type StructureTreeProps = {
  label?: string
  rows: readonly StructureRow[]
  isOpen: (id: string) => boolean
  onToggle: (id: string, open: boolean) => void
  rootAccepts: (kind: string) => boolean
  /** Absent for readers. */
  actions?: RowActions | undefined
  selection?: Selection | undefined
  schema?: VisitorSchema | undefined
  onSearch: OnSearch
  onMoveTo?: (rows: readonly StructureRow[]) => void
  onRemove?: (rows: readonly StructureRow[]) => void
  onArrive?: (move: Move) => unknown
  /** Content next to the tree, from which rows can be dragged in. */
  beside?: ReactNode
  empty: ReactNode
}

type Field = 'path' | 'condition'
type Editing = { readonly id: string; readonly field: Field; readonly refused?: RefusedPath }

const none: readonly DocumentedShortcut[] = []
const shortcuts: readonly DocumentedShortcut[] = [
  { keys: 'p', label: 'Change the path' },
  { keys: 'w', label: 'Edit the condition' },
  { keys: 'e', label: 'Edit all settings' },
  { keys: 'm', label: 'Move into a group or section' },
  { keys: 'delete', label: 'Remove from the site' },
]

const titleLimit = siteSectionTitle.maxLength ?? 128
const canRename = (row: StructureRow): boolean => row.kind !== 'site-space'
const classOf = ({ marks }: StructureRow): string | undefined => (marks.length > 0 ? 'is-planned' : undefined)

/** Groups, sections and spaces of a site: title, condition and address. */
export function StructureTree(props: StructureTreeProps) {
  const { label = 'Structure', rows, actions, selection } = props
  const [editing, setEditing] = useState<Editing | null>(null)
  const latest = useLatest(props)
  const rendering = useRowRendering(props, editing, setEditing)
  const selectedWith = (row: StructureRow) =>
    selection?.ids.has(row.id) ? rows.filter(({ id }) => selection.ids.has(id)) : [row]
  const onRowKey = (event: KeyboardEvent, row: StructureRow) => {
    if (!actions) return
    const write = (field: Field) =>
      row.kind === 'site-section-group' ? undefined : () => setEditing({ id: row.id, field })
    const remove = () => props.onRemove?.(selectedWith(row))
    runKeyHandler(event, {
      p: write('path'),
      w: write('condition'),
      e: () => props.onSearch({ edit: row.id }),
      m: () => props.onMoveTo?.(selectedWith(row)),
      Delete: remove,
      Backspace: remove,
    })
  }
  return (
    <Tree<StructureRow>
      {...rendering}
      label={label}
      className={clsx(styles.root)}
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
      documentedKeys={actions ? shortcuts : none}
      empty={props.empty}
      onExternalDrop={props.onArrive}
      sidePanel={props.beside}
      onMove={actions && ((move) => latest.current.actions?.drop(rows, move))}
    />
  )
}

/** How rows are rendered; memoized, so that only rows that change render again. */
function useRowRendering(
  props: StructureTreeProps,
  editing: Editing | null,
  setEditing: (editing: Editing | null) => void,
) {
  const { rows, isOpen, schema } = props
  const canEdit = props.actions !== undefined
  const latest = useLatest(props)
  const titles = useMemo(() => new Map(rows.map(({ id, title }) => [id, title])), [rows])
  const close = useCallback(() => setEditing(null), [setEditing])
  return {
    lead: useCallback(
      (row: StructureRow) => (
        <NodeIcon
          node={row.node}
          onIcon={canEdit ? (icon) => latest.current.actions?.setFields(row, { icon }) : undefined}
        />
      ),
      [canEdit, latest],
    ),
    after: useCallback(
      (row: StructureRow) => <AfterTitle row={row} isOpen={row.isBranch === true && isOpen(row.id)} />,
      [isOpen],
    ),
    cells: useCallback(
      (row: StructureRow) => {
        const edit = (field: Field) => (canEdit ? () => setEditing({ id: row.id, field }) : undefined)
        const isOn = (field: Field) => editing?.id === row.id && editing.field === field
        return (
          <>
            <ConditionCell
              node={row.node}
              onEdit={edit('condition')}
              isEditing={isOn('condition')}
              schema={schema}
              onSave={(condition) => {
                close()
                void latest.current.actions?.setFields(row, { condition })
              }}
              onCancel={close}
            />
            <AddressCell
              row={row}
              onEdit={edit('path')}
              isEditing={isOn('path')}
              refused={isOn('path') ? editing?.refused : undefined}
              onSave={(path) => {
                close()
                void latest.current.actions?.setFields(row, { path }, (reason) => {
                  if (isWriting()) return false
                  setEditing({ id: row.id, field: 'path', refused: { path, reason } })
                  return true
                })
              }}
              onCancel={close}
            />
          </>
        )
      },
      [canEdit, editing, schema, close, setEditing, latest],
    ),
    menu: useMemo(
      () =>
        canEdit
          ? (row: StructureRow, { rename }: { rename: () => void }) => {
              const { actions, onSearch, onMoveTo, onRemove } = latest.current
              return (
                <RowMenu
                  row={row}
                  rename={rename}
                  onPath={() => setEditing({ id: row.id, field: 'path' })}
                  onCondition={() => setEditing({ id: row.id, field: 'condition' })}
                  onEdit={() => onSearch({ edit: row.id })}
                  onAdd={() => onSearch({ add: 'library', to: row.id })}
                  onDefault={() => actions?.makeDefault(row)}
                  onMoveTo={() => onMoveTo?.([row])}
                  onTakeOut={() => actions?.moveOutOfGroup(row)}
                  onRemove={() => onRemove?.([row])}
                  onDuplicate={actions?.duplicate && (() => actions.duplicate?.(row))}
                  groupTitle={row.kind === 'site-section' ? titles.get(row.parentId ?? '') : undefined}
                />
              )
            }
          : undefined,
      [canEdit, titles, setEditing, latest],
    ),
    onRename: useMemo(
      () =>
        canEdit
          ? (row: StructureRow, title: string) => latest.current.actions?.rename(row, title)
          : undefined,
      [canEdit, latest],
    ),
  }
}

/** The title of a site space links to the space, if the user may view it. */
const spaceOf = ({ node }: StructureRow): string | undefined =>
  node.object === 'site-space' && node.space.permissions.view ? paths.space(node.space.id) : undefined
