import { useDraggable } from '@dnd-kit/core'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight, Ellipsis, GripVertical } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { words } from '../lib/words.ts'
import type { TreeRow } from './tree-drop.ts'
import { mayRename, type TreeProps } from './tree-props.ts'
import { toggled, withRange } from './tree-ways.ts'
import { Icon } from './ui/icon.tsx'
import { IconButton } from './ui/icon-button.tsx'
import { InlineRename } from './ui/inline-rename.tsx'
import { Checkbox } from './ui/inputs.tsx'
import { Menu } from './ui/menu.tsx'

type Props<T extends TreeRow> = {
  row: T
  index: number
  top: number
  tree: TreeProps<T>
  shown: readonly T[]
  isOpen: boolean
  isBranch: boolean
  isCurrent: boolean
  isRenaming: boolean
  isCarried: boolean
  isInto: boolean
  isTarget: boolean
  /** Depth of the line that shows where the carried row lands, below this row or above the first. */
  lineDepth: number | null
  isLineTop: boolean
  onFocus: (id: string) => void
  onRenaming: (id: string, is: boolean) => void
}

/** One row of the tree; drawn anew only when something about it changes, so that scrolling stays light. */
export const TreeLine: typeof Line = memo(Line) as unknown as typeof Line

function Line<T extends TreeRow>(props: Props<T>) {
  const { row, tree, isOpen, isBranch, isCurrent, lineDepth } = props
  const isChosen = tree.selection?.ids.has(row.id) ?? false
  const canDrag = tree.onMove !== undefined && row.canDrag !== false && !props.isRenaming
  const { setNodeRef, listeners } = useDraggable({ id: row.id, disabled: !canDrag })
  const isOnControl = (event: React.SyntheticEvent) =>
    !(event.target instanceof Element) ||
    !event.currentTarget.contains(event.target) ||
    event.target.closest('input, button:not(.grip), .menu') !== null
  const start = (name: 'onMouseDown' | 'onTouchStart') => (event: React.SyntheticEvent) => {
    if (!isOnControl(event)) listeners?.[name]?.(event)
  }
  return (
    <div
      ref={setNodeRef}
      className={clsx(
        'row',
        tree.rowClass?.(row),
        props.isCarried && 'is-dragged',
        props.isInto && 'is-into',
        props.isTarget && 'is-target',
      )}
      role="row"
      data-row={row.id}
      data-drags={canDrag || undefined}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={row.depth + 1}
      aria-rowindex={props.index + 2}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-selected={tree.selection ? isChosen : undefined}
      style={{ '--depth': row.depth, transform: `translateY(${props.top}px)` }}
      onFocus={() => props.onFocus(row.id)}
      onMouseDown={start('onMouseDown')}
      onTouchStart={start('onTouchStart')}
      onDragStart={(event) => event.preventDefault()}
      onDoubleClick={(event) => {
        const isOnLink = event.target instanceof Element && event.target.closest('a') !== null
        if (!isOnControl(event) && !isOnLink && mayRename(tree, row)) props.onRenaming(row.id, true)
      }}
    >
      <div className="cell tree-cell" role="gridcell">
        {tree.selection && <Tick {...props} isChosen={isChosen} />}
        {canDrag && (
          <button
            type="button"
            className="grip"
            tabIndex={isCurrent ? 0 : -1}
            aria-label={words.move(row.title)}
          >
            <Icon of={GripVertical} />
          </button>
        )}
        <Twisty {...props} />
        {tree.lead?.(row, isOpen)}
        {props.isRenaming ? (
          <InlineRename
            label={`New name of ${row.title}`}
            value={row.title}
            {...(tree.titleLimit ? { maxLength: tree.titleLimit } : {})}
            onSave={(title) => {
              props.onRenaming(row.id, false)
              tree.onRename?.(row, title)
            }}
            onCancel={() => props.onRenaming(row.id, false)}
          />
        ) : (
          <Title {...props} />
        )}
        {!props.isRenaming && tree.after?.(row)}
      </div>
      {tree.cells?.(row)}
      <RowMenu {...props} />
      {lineDepth !== null && (
        <span className={clsx('drop-line', props.isLineTop && 'is-top')} style={{ '--depth': lineDepth }} />
      )}
    </div>
  )
}

function Tick<T extends TreeRow>({
  row,
  tree,
  shown,
  isCurrent,
  isChosen,
}: Props<T> & { isChosen: boolean }) {
  const { selection } = tree
  if (!selection) return null
  return (
    <Checkbox
      aria-label={words.select(row.title)}
      checked={isChosen}
      tabIndex={isCurrent ? 0 : -1}
      onChange={(event) => {
        const isShift = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
        const last = [...selection.ids].at(-1)
        selection.onChange(
          isShift && last ? withRange(selection.ids, shown, last, row.id) : toggled(selection.ids, row.id),
        )
      }}
    />
  )
}

function Twisty<T extends TreeRow>({ row, tree, isBranch, isOpen }: Props<T>) {
  if (!isBranch) return <span className="twisty" aria-hidden="true" />
  return (
    <button
      type="button"
      className="twisty"
      tabIndex={-1}
      aria-label={isOpen ? words.shut(row.title) : words.open(row.title)}
      onClick={() => tree.onToggle(row.id, !isOpen)}
    >
      <Icon of={ChevronRight} />
    </button>
  )
}

function Title<T extends TreeRow>({ row, tree, isCurrent }: Props<T>) {
  const to = tree.to?.(row)
  if (to === undefined) return <span className="title truncate">{row.title}</span>
  return (
    <Link className="title truncate" to={to} draggable={false} tabIndex={isCurrent ? 0 : -1}>
      {row.title}
    </Link>
  )
}

/** The menu is made when it is asked for: thousands of rows with one each would be slow to scroll. */
function RowMenu<T extends TreeRow>({ row, tree, isCurrent, onRenaming }: Props<T>) {
  const isRenamed = useRef(false)
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const rename = () => {
    isRenamed.current = mayRename(tree, row)
    onRenaming(row.id, isRenamed.current)
  }
  const items = tree.menu?.(row, { rename })
  if (!tree.menu) return null
  const button = {
    small: true,
    tip: false,
    className: 'act',
    icon: Ellipsis,
    tabIndex: isCurrent ? 0 : -1,
    label: words.actionsFor(row.title),
  }
  return (
    <div className="cell cell-end" role="gridcell">
      {items && isOpen === null && (
        <IconButton {...button} aria-haspopup="menu" aria-expanded="false" onClick={() => setIsOpen(true)} />
      )}
      {items && isOpen !== null && (
        <Menu
          trigger={<IconButton {...button} />}
          open={isOpen}
          onOpenChange={(open) => {
            if (open) isRenamed.current = false
            setIsOpen(open)
          }}
          keepsFocus={() => isRenamed.current}
        >
          {items}
        </Menu>
      )}
    </div>
  )
}
