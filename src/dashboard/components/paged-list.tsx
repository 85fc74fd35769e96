import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseSuspenseInfiniteQueryResult,
} from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { List } from '#contract/shared/paging.ts'
import { itemsOf } from '../data/api.ts'
import { useDocumentedShortcuts, useShortcuts } from '../hooks/use-actions.ts'
import { useRowFocus, useVirtualRows } from '../hooks/use-rows.ts'
import { labels } from '../lib/labels.ts'
import { memoGeneric } from '../lib/memo-generic.ts'
import { isTextInput } from '../lib/shortcuts.ts'
import { QueryStates } from './query-states.tsx'
import { BulkBar, RowMenu } from './row-actions.tsx'
import { type Selection, toggled, withRange } from './tree-navigation.ts'
import { Checkbox } from './ui/inputs.tsx'

type Item = { readonly id: string }

export type ListColumn = {
  /** A word, or a button of the class `sort`. */
  readonly head: ReactNode
  readonly className?: string | undefined
  /** The order of the rows, where it is this column's. */
  readonly sort?: 'ascending' | 'descending' | undefined
}

export type PagedListProps<T extends Item> = {
  /** Name of the list: `Members`. */
  label: string
  items: readonly T[]
  /** How many there are over all pages, for screen readers. */
  total?: number
  /** Names the columns' widths: `--cols` in CSS. */
  className: string | undefined
  columns?: readonly ListColumn[]
  /** The cells of one row: `<div className="cell" role="gridcell">`. The tab key reaches what is in the current one. */
  row: (item: T, isCurrent: boolean) => ReactNode
  /** Items of the menu at the end of a row; null where nothing may be done. */
  menu?: ((item: T) => ReactNode) | undefined
  titleOf: (item: T) => string
  hasMore?: boolean
  isLoadingMore?: boolean
  onMore?: () => void
  /** Enter on a row. */
  onOpen?: (item: T) => void
  /** The row that is open next to the list. */
  activeId?: string | undefined
  onRowKey?: (event: KeyboardEvent, item: T) => void
  selection?: Selection
  /** Buttons of the bar that is there while rows are selected. */
  bulk?: ReactNode
  /** Shown if there are no rows. */
  empty: ReactNode
}

/** What `PagedList` takes from an infinite query: `<PagedList {...pagesOf(query)} …>`. */
export const pagesOf = <T extends Item>(query: UseSuspenseInfiniteQueryResult<InfiniteData<List<T>>>) => ({
  items: itemsOf(query.data),
  total: query.data.pages[0]?.count ?? 0,
  hasMore: query.hasNextPage,
  isLoadingMore: query.isFetchingNextPage,
  onMore: () => void query.fetchNextPage(),
})

/** A virtualized list: loads pages while scrolling, `j` `k` Enter `x`, selection with Shift. Must be inside a `.scroll`. */
export function PagedList<T extends Item>(props: PagedListProps<T>) {
  const { label, items, columns, selection, hasMore = false, isLoadingMore = false, onMore } = props
  const space = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const at = items.findIndex(({ id }) => id === current)
  const { items: shown, height, scrollTo } = useVirtualRows(space, items.length, [at])
  const focus = useRowFocus(space, current)
  const last = shown.at(-1)?.index ?? 0

  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= items.length - 1) onMore?.()
  }, [hasMore, isLoadingMore, last, items.length, onMore])

  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(items.length - 1, index))
    const item = items[to]
    if (!item) return
    setCurrent(item.id)
    scrollTo(to)
    focus(item.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[at]
    if (!item || isTextInput(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    const way = wayIn(event.key, at, items.length)
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.row === item.id
    if (way !== null) goTo(way)
    else if (event.key === 'Enter' && isOnRow && props.onOpen) props.onOpen(item)
    else if (event.key === 'x' && selection) selection.onChange(toggled(selection.ids, item.id))
    else if (event.key === 'Escape' && selection && selection.ids.size > 0) selection.onChange(new Set())
    else return props.onRowKey?.(event, item)
    event.preventDefault()
  }
  // The rows handle these keys while one of them has the focus.
  const group = 'In lists and trees'
  const enter = () => goTo(Math.max(0, at))
  useShortcuts([
    { keys: 'j', label: 'Next row', group, isFallback: true, run: enter },
    { keys: 'k', label: 'Previous row', group, isFallback: true, run: enter },
  ])
  useDocumentedShortcuts([
    ...(props.onOpen ? [{ keys: 'enter', label: 'Open the row' }] : []),
    ...(selection ? [{ keys: 'x', label: 'Select the row' }] : []),
  ])
  if (items.length === 0) return <>{props.empty}</>
  return (
    <>
      <div
        className={clsx('rows list', props.className, selection && selection.ids.size > 0 && 'is-selecting')}
        role="grid"
        aria-label={label}
        aria-rowcount={(props.total ?? items.length) + (columns ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
      >
        {columns && (
          <div className="row-head" role="row" aria-rowindex={1}>
            {columns.map((column, index) => (
              <span role="columnheader" key={index} className={column.className} aria-sort={column.sort}>
                {column.head}
              </span>
            ))}
          </div>
        )}
        <div className="list-space" role="rowgroup" ref={space} style={{ height }}>
          {shown.map(({ index, top }) => {
            const item = items[index]
            if (!item) return null
            const isCurrent = index === Math.max(0, at)
            return (
              <ListRow
                key={item.id}
                {...{ list: props, item, index, top, isCurrent, onCurrent: setCurrent }}
              />
            )
          })}
        </div>
      </div>
      {isLoadingMore && (
        <p className="load-more" role="status">
          {labels.loading}
        </p>
      )}
      {selection && selection.ids.size > 0 && <BulkBar selection={selection}>{props.bulk}</BulkBar>}
    </>
  )
}

type ListRowProps<T extends Item> = {
  list: PagedListProps<T>
  item: T
  index: number
  top: number
  isCurrent: boolean
  onCurrent: (id: string) => void
}

/** One row. The focus renders the rows that it leaves and reaches only, because a press moves it before it opens something. */
const ListRow = memoGeneric(Row)

function Row<T extends Item>({ list, item, index, top, isCurrent, onCurrent }: ListRowProps<T>) {
  const { activeId, columns, selection } = list
  return (
    <div
      className={item.id === activeId ? 'row is-active' : 'row'}
      aria-current={item.id === activeId || undefined}
      role="row"
      data-row={item.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + (columns ? 2 : 1)}
      aria-selected={selection ? selection.ids.has(item.id) : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => onCurrent(item.id)}
    >
      {selection && <Tick item={item} items={list.items} selection={selection} title={list.titleOf(item)} />}
      {list.row(item, isCurrent)}
      {list.menu && (
        <RowMenu title={list.titleOf(item)} isCurrent={isCurrent}>
          {list.menu(item)}
        </RowMenu>
      )}
    </div>
  )
}

type TickProps<T> = { item: T; items: readonly T[]; selection: Selection; title: string }

function Tick<T extends Item>({ item, items, selection, title }: TickProps<T>) {
  return (
    <div className="row-tick" role="gridcell">
      <Checkbox
        aria-label={labels.select(title)}
        checked={selection.ids.has(item.id)}
        tabIndex={-1}
        onChange={(event) => {
          const isShift = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
          const before = [...selection.ids].at(-1)
          selection.onChange(
            isShift && before
              ? withRange(selection.ids, items, before, item.id)
              : toggled(selection.ids, item.id),
          )
        }}
      />
    </div>
  )
}

const pageOfRows = 10

function wayIn(key: string, at: number, count: number): number | null {
  if (key === 'j' || key === 'ArrowDown') return at + 1
  if (key === 'k' || key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'PageDown') return at + pageOfRows
  return key === 'PageUp' ? at - pageOfRows : null
}

type Props<A, T extends Item> = Omit<
  PagedListProps<T>,
  'items' | 'total' | 'hasMore' | 'isLoadingMore' | 'onMore'
> & {
  /** From `useInfiniteQuery(qPages(…))`. */
  read: UseInfiniteQueryResult<InfiniteData<List<A>>>
  /** The row of an item in the response. */
  rowOf: (answered: A) => T
}

/** A `PagedList` of a paged query, with its loading and error states. */
export function QueryList<A, T extends Item>({ read, rowOf, ...list }: Props<A, T>) {
  return (
    <QueryStates read={read} name={list.label}>
      {(data) => (
        <PagedList<T>
          {...list}
          items={itemsOf(data).map(rowOf)}
          total={data.pages[0]?.count ?? 0}
          hasMore={read.hasNextPage}
          isLoadingMore={read.isFetchingNextPage}
          onMore={() => void read.fetchNextPage()}
        />
      )}
    </QueryStates>
  )
}
