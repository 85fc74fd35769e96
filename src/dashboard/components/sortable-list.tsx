import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { clsx } from 'clsx'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { labels } from '../lib/labels.ts'
import styles from './sortable-list.module.css'
import { Icon } from './ui/icon.tsx'

type Item = { readonly id: string; readonly title: string }

type Props<T extends Item> = {
  /** Name of the list: `Options`. */
  label: string
  items: readonly T[]
  onSort: (items: readonly T[]) => void
  children: (item: T) => ReactNode
}

const byMouse = { activationConstraint: { distance: 4 } }
const byTouch = { activationConstraint: { delay: 200, tolerance: 6 } }

/**
 * A short list in an order of one's own: rows are carried by their grip, by pointer, or by Space and the arrows. Every
 * step is announced, and Escape reverts it.
 */
export function SortableList<T extends Item>({ label, items, onSort, children }: Props<T>) {
  const sensors = useSensors(useSensor(MouseSensor, byMouse), useSensor(TouchSensor, byTouch))
  const { held, spoken, list, put, onKeyDown, letGo } = useSorting(items, onSort)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        if (over)
          put(
            String(active.id),
            items.findIndex(({ id }) => id === over.id),
          )
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className={clsx('sortable', styles.root)} aria-label={label} ref={list}>
          {items.map((item) => (
            <Row key={item.id} item={item} isHeld={held === item.id} onKeyDown={onKeyDown} onLeave={letGo}>
              {children(item)}
            </Row>
          ))}
        </ol>
      </SortableContext>
      <span className="sr" role="status">
        {spoken}
      </span>
    </DndContext>
  )
}

/** The dragged item, its target, and the announcement. */
function useSorting<T extends Item>(items: readonly T[], onSort: (items: readonly T[]) => void) {
  const [held, setHeld] = useState<string | null>(null)
  const [spoken, setSpoken] = useState('')
  const before = useRef(items)
  const list = useRef<HTMLOListElement>(null)
  const say = (order: readonly T[], id: string, verb: string) => {
    const at = order.findIndex((one) => one.id === id)
    setSpoken(`${order[at]?.title ?? ''} ${verb} ${at + 1} of ${order.length}`)
  }
  const put = (id: string, to: number) => {
    const next = movedTo(items, id, to)
    if (next === items) return
    onSort(next)
    say(next, id, 'is now')
    // The drag handle moves with its row and loses focus.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus(),
    )
  }
  const turn = (id: string) => {
    if (held === id) say(items, id, 'moved, now')
    else {
      before.current = items
      say(items, id, 'picked up,')
    }
    setHeld(held === id ? null : id)
  }
  const putBack = (id: string) => {
    onSort(before.current)
    setSpoken(`${items.find((one) => one.id === id)?.title ?? ''} returned to its position`)
    setHeld(null)
  }
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const at = items.findIndex((one) => one.id === id)
    if (event.key === ' ' || event.key === 'Enter') turn(id)
    else if (held !== id) return
    else if (event.key === 'ArrowUp') put(id, at - 1)
    else if (event.key === 'ArrowDown') put(id, at + 1)
    else if (event.key === 'Escape') putBack(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { held, spoken, list, put, onKeyDown, letGo: () => setHeld(null) }
}

/** We announce each step ourselves, the same for pointer and keyboard. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/** The items with one of them moved; the same list if nothing changes. */
export function movedTo<T extends Item>(items: readonly T[], id: string, to: number): readonly T[] {
  const from = items.findIndex((one) => one.id === id)
  const item = items[from]
  if (!item || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

type RowProps<T> = {
  item: T
  isHeld: boolean
  onKeyDown: (event: KeyboardEvent, id: string) => void
  onLeave: () => void
  children: ReactNode
}

function Row<T extends Item>({ item, isHeld, onKeyDown, onLeave, children }: RowProps<T>) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: item.id })
  const style = transform
    ? { transform: `translate(0, ${Math.round(transform.y)}px)`, transition }
    : undefined
  return (
    <li ref={setNodeRef} className={clsx((isHeld || isDragging) && 'is-held')} style={style}>
      <button
        type="button"
        className={styles.grip}
        data-grip={item.id}
        aria-label={labels.move(item.title)}
        aria-pressed={isHeld}
        {...listeners}
        onKeyDown={(event) => onKeyDown(event, item.id)}
        onBlur={onLeave}
      >
        <Icon of={GripVertical} size="s" />
      </button>
      {children}
    </li>
  )
}
