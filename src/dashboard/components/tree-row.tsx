import { Link, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type TouchEvent,
  useRef,
} from 'react'
import { labels } from '../lib/labels.ts'
import { memoGeneric } from '../lib/memo-generic.ts'
import { RowMenu } from './row-actions.tsx'
import type { TreeRow } from './tree-drop.ts'
import type { SelectionMode } from './tree-navigation.ts'
import type { Presses } from './tree-presses.ts'
import { isOnControl, isRenamable, type RowRenderers } from './tree-props.ts'
import { Icon } from './ui/icon.tsx'
import { Checkbox, InlineRename } from './ui/inputs.tsx'

type Props<T extends TreeRow> = {
  row: T
  index: number
  top: number
  /** How rows are rendered; the same object as long as nothing in it changes. */
  renderers: RowRenderers<T>
  isOpen: boolean
  isBranch: boolean
  isCurrent: boolean
  isSelected: boolean
  isRenaming: boolean
  isDragged: boolean
  isInto: boolean
  isTarget: boolean
  /** Depth of the line that shows where the dragged row lands, below this row or above the first. */
  lineDepth: number | null
  isLineTop: boolean
}

/** One row of the tree. It rerenders only if something in it changes, so that scrolling stays fast. */
export const TreeRowView = memoGeneric(Row)

function Row<T extends TreeRow>(props: Props<T>) {
  const { row, renderers, isOpen, isBranch, isCurrent, isSelected, lineDepth } = props
  const canDrag = renderers.canMove && row.canDrag !== false && !props.isRenaming
  return (
    <div
      className={clsx(
        'row',
        renderers.rowClass?.(row),
        props.isDragged && 'is-dragged',
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
      aria-selected={renderers.canSelect ? isSelected : undefined}
      style={{ '--depth': row.depth, transform: `translateY(${props.top}px)` }}
      onFocus={() => renderers.onFocus(row.id)}
      onMouseDown={(event) => {
        // Else the text between the two ends of the range would be selected too.
        if (event.shiftKey && renderers.canSelect && !isOnControl(event)) event.preventDefault()
      }}
      onDragStart={(event) => event.preventDefault()}
      onClickCapture={(event) => {
        const how = renderers.canSelect && !isOnControl(event) ? choosingOf(event) : null
        if (how === null) return
        event.preventDefault()
        event.stopPropagation()
        renderers.onChoose(row.id, how)
        event.currentTarget.focus({ preventScroll: true })
      }}
      onDoubleClick={(event) => {
        if (!isOnControl(event) && !isOnLink(event) && isRenamable(renderers, row))
          renderers.onRenaming(row.id, true)
      }}
    >
      <div className="cell tree-cell" role="gridcell">
        {renderers.canSelect && (
          <Checkbox
            aria-label={labels.select(row.title)}
            checked={isSelected}
            tabIndex={isCurrent ? 0 : -1}
            onChange={({ nativeEvent }) =>
              renderers.onChoose(
                row.id,
                'shiftKey' in nativeEvent && nativeEvent.shiftKey ? 'range' : 'toggle',
              )
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
        {renderers.lead?.(row, isOpen)}
        {props.isRenaming ? (
          <InlineRename
            label={`New name of ${row.title}`}
            value={row.title}
            {...(renderers.titleLimit ? { maxLength: renderers.titleLimit } : {})}
            onSave={(title) => {
              renderers.onRenaming(row.id, false)
              renderers.onRename?.(row, title)
            }}
            onCancel={() => renderers.onRenaming(row.id, false)}
          />
        ) : (
          <Title {...props} />
        )}
        {!props.isRenaming && renderers.after?.(row)}
      </div>
      {renderers.cells?.(row)}
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
function choosingOf(event: React.MouseEvent): SelectionMode | null {
  if (event.shiftKey) return 'range'
  return (event.metaKey || event.ctrlKey) && !isOnLink(event) ? 'toggle' : null
}

function Twisty<T extends TreeRow>({ row, renderers, isBranch, isOpen }: Props<T>) {
  if (!isBranch) return <span className="twisty" aria-hidden="true" />
  return (
    <button
      type="button"
      className="twisty"
      tabIndex={-1}
      aria-label={isOpen ? labels.shut(row.title) : labels.open(row.title)}
      onClick={() => renderers.onToggle(row.id, !isOpen)}
    >
      <Icon of={ChevronRight} />
    </button>
  )
}

function Title<T extends TreeRow>({ row, renderers, isCurrent }: Props<T>) {
  const to = renderers.to?.(row)
  if (to === undefined) return <span className="title truncate">{row.title}</span>
  const Leading = renderers.isSlim ? Link : RowLink
  return (
    <Leading className="title truncate" to={to} draggable={false} tabIndex={isCurrent ? 0 : -1}>
      {row.title}
    </Leading>
  )
}

function TreeRowMenu<T extends TreeRow>({ row, renderers, isCurrent }: Props<T>) {
  const isRenamed = useRef(false)
  const rename = () => {
    isRenamed.current = isRenamable(renderers, row)
    renderers.onRenaming(row.id, isRenamed.current)
  }
  if (!renderers.menu) return null
  return (
    <RowMenu
      title={row.title}
      isCurrent={isCurrent}
      onOpen={() => {
        isRenamed.current = false
      }}
      keepsFocus={() => isRenamed.current}
    >
      {renderers.menu(row, { rename })}
    </RowMenu>
  )
}

/** Hovering this long may mean that the user wants to go there. */
const intent = 60

type RowLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link in one of thousands of rows. Light where the router's own is not: it does not know whether one is there
 * already. What it leads to is read ahead as by any other link.
 */
function RowLink({ to, children, ...rest }: RowLinkProps) {
  const router = useRouter()
  const timer = useRef<number | undefined>(undefined)
  // Where the address redirects to, as long as the link is pointed at: going there directly loads one view instead of two.
  const pointed = useRef<{ path?: string | undefined } | undefined>(undefined)
  const stop = () => window.clearTimeout(timer.current)
  const leave = () => {
    stop()
    pointed.current = undefined
  }
  const preload = async () => {
    const at: { path?: string | undefined } = {}
    pointed.current = at
    const matches = await router.preloadRoute({ to })
    if (!to.includes('?')) at.path = matches?.at(-1)?.pathname
  }
  const preloadAfter = (delay: number) => {
    stop()
    timer.current = window.setTimeout(() => void preload(), delay)
  }
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        const isOurs =
          event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (!isOurs || event.defaultPrevented) return
        event.preventDefault()
        stop()
        void router.navigate({ to: pointed.current?.path ?? to })
      }}
      onPointerEnter={() => preloadAfter(intent)}
      onPointerLeave={leave}
      onPointerDown={() => preloadAfter(0)}
      onFocus={() => preloadAfter(intent)}
      onBlur={leave}
    >
      {children}
    </a>
  )
}

type TreeRowsProps = {
  space: RefObject<HTMLDivElement | null>
  height: number
  /** The row that was pressed last, which a drag moves. */
  pressedRowId: RefObject<string | null>
  presses: Presses
  children: ReactNode
}

/** The container of the rows. */
export function TreeRows({ space, height, pressedRowId, presses, children }: TreeRowsProps) {
  const start = (event: MouseEvent | TouchEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drags]') : null
    if (!row || isOnControl(event) || ('shiftKey' in event && event.shiftKey)) return
    pressedRowId.current = row.dataset.row ?? null
    presses.press({ brought: 'row', element: row, event })
  }
  return (
    <div
      className="tree-space"
      role="rowgroup"
      ref={space}
      style={{ height }}
      onMouseDown={start}
      onTouchStart={start}
    >
      {children}
    </div>
  )
}
