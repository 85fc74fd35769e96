import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useRef } from 'react'
import { labels } from '../lib/labels.ts'
import { RowLink } from './row-link.tsx'
import { RowMenu } from './row-menu.tsx'
import type { TreeRow } from './tree-drop.ts'
import { isOnControl, type LineKit, mayRename } from './tree-props.ts'
import { Icon } from './ui/icon.tsx'
import { InlineRename } from './ui/inline-rename.tsx'
import { Checkbox } from './ui/inputs.tsx'
import type { Choosing } from './use-row-selection.ts'

type Props<T extends TreeRow> = {
  row: T
  index: number
  top: number
  /** What the tree draws its rows with; the same object as long as none of it changes. */
  kit: LineKit<T>
  isOpen: boolean
  isBranch: boolean
  isCurrent: boolean
  isChosen: boolean
  isRenaming: boolean
  isCarried: boolean
  isInto: boolean
  isTarget: boolean
  /** Depth of the line that shows where the carried row lands, below this row or above the first. */
  lineDepth: number | null
  isLineTop: boolean
}

/** `memo` for a component with a parameter of type, which the types of React's own lose. */
const remembered: <P extends object>(component: (props: P) => ReactNode) => (props: P) => ReactNode = memo

/** One row of the tree; drawn anew only when something about it changes, so that scrolling stays light. */
export const TreeLine = remembered(Line)

function Line<T extends TreeRow>(props: Props<T>) {
  const { row, kit, isOpen, isBranch, isCurrent, isChosen, lineDepth } = props
  const canDrag = kit.canMove && row.canDrag !== false && !props.isRenaming
  return (
    <div
      className={clsx(
        'row',
        kit.rowClass?.(row),
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
      aria-selected={kit.canSelect ? isChosen : undefined}
      style={{ '--depth': row.depth, transform: `translateY(${props.top}px)` }}
      onFocus={() => kit.onFocus(row.id)}
      onMouseDown={(event) => {
        // Else the text between the two ends of the range would be selected too.
        if (event.shiftKey && kit.canSelect && !isOnControl(event)) event.preventDefault()
      }}
      onDragStart={(event) => event.preventDefault()}
      onClickCapture={(event) => {
        const how = kit.canSelect && !isOnControl(event) ? choosingOf(event) : null
        if (how === null) return
        event.preventDefault()
        event.stopPropagation()
        kit.onChoose(row.id, how)
        event.currentTarget.focus({ preventScroll: true })
      }}
      onDoubleClick={(event) => {
        if (!isOnControl(event) && !isOnLink(event) && mayRename(kit, row)) kit.onRenaming(row.id, true)
      }}
    >
      <div className="cell tree-cell" role="gridcell">
        {kit.canSelect && (
          <Checkbox
            aria-label={labels.select(row.title)}
            checked={isChosen}
            tabIndex={isCurrent ? 0 : -1}
            onChange={({ nativeEvent }) =>
              kit.onChoose(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey ? 'range' : 'toggle')
            }
          />
        )}
        {canDrag && (
          <button
            type="button"
            className="grip"
            tabIndex={isCurrent ? 0 : -1}
            aria-label={labels.move(row.title)}
          />
        )}
        <Twisty {...props} />
        {kit.lead?.(row, isOpen)}
        {props.isRenaming ? (
          <InlineRename
            label={`New name of ${row.title}`}
            value={row.title}
            {...(kit.titleLimit ? { maxLength: kit.titleLimit } : {})}
            onSave={(title) => {
              kit.onRenaming(row.id, false)
              kit.onRename?.(row, title)
            }}
            onCancel={() => kit.onRenaming(row.id, false)}
          />
        ) : (
          <Title {...props} />
        )}
        {!props.isRenaming && kit.after?.(row)}
      </div>
      {kit.cells?.(row)}
      <TreeRowMenu {...props} />
      {lineDepth !== null && (
        <span className={clsx('drop-line', props.isLineTop && 'is-top')} style={{ '--depth': lineDepth }} />
      )}
    </div>
  )
}

const isOnLink = ({ target }: React.SyntheticEvent): boolean =>
  target instanceof Element && target.closest('a') !== null

/** Shift draws a range on; Ctrl or ⌘ takes one in or out, but on a link it opens a tab as everywhere. */
function choosingOf(event: React.MouseEvent): Choosing | null {
  if (event.shiftKey) return 'range'
  return (event.metaKey || event.ctrlKey) && !isOnLink(event) ? 'toggle' : null
}

function Twisty<T extends TreeRow>({ row, kit, isBranch, isOpen }: Props<T>) {
  if (!isBranch) return <span className="twisty" aria-hidden="true" />
  return (
    <button
      type="button"
      className="twisty"
      tabIndex={-1}
      aria-label={isOpen ? labels.shut(row.title) : labels.open(row.title)}
      onClick={() => kit.onToggle(row.id, !isOpen)}
    >
      <Icon of={ChevronRight} />
    </button>
  )
}

function Title<T extends TreeRow>({ row, kit, isCurrent }: Props<T>) {
  const to = kit.to?.(row)
  if (to === undefined) return <span className="title truncate">{row.title}</span>
  const Leading = kit.isSlim ? Link : RowLink
  return (
    <Leading className="title truncate" to={to} draggable={false} tabIndex={isCurrent ? 0 : -1}>
      {row.title}
    </Leading>
  )
}

function TreeRowMenu<T extends TreeRow>({ row, kit, isCurrent }: Props<T>) {
  const isRenamed = useRef(false)
  const rename = () => {
    isRenamed.current = mayRename(kit, row)
    kit.onRenaming(row.id, isRenamed.current)
  }
  if (!kit.menu) return null
  return (
    <RowMenu
      title={row.title}
      isCurrent={isCurrent}
      onOpen={() => {
        isRenamed.current = false
      }}
      keepsFocus={() => isRenamed.current}
    >
      {kit.menu(row, { rename })}
    </RowMenu>
  )
}
