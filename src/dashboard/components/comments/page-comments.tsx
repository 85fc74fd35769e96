import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { errorMessage } from '../../data/query-client.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/inputs.tsx'
import { Bone } from '../ui/skeleton.tsx'
import { Failed } from '../ui/states.tsx'
import styles from './comments.module.css'
import { CommentComposer } from './composer.tsx'
import {
  type BlockPosition,
  type CommentFilter,
  layoutThreads,
  type PositionedThread,
  threadsOnPage,
} from './page-threads.ts'
import { type CommentsRef, type CommentTarget, commentsQuery } from './queries.ts'
import { CommentThread } from './thread.tsx'

export type PageCommentsProps = {
  at: CommentsRef
  page: { readonly id: string; readonly title: string }
  places: readonly BlockPosition[]
  filter: CommentFilter
  onFilter: (filter: CommentFilter) => void
  selected: string | undefined
  onComment: (id: string) => void
  target: CommentTarget | undefined
  onTarget: (target: CommentTarget | undefined) => void
  canComment: boolean
  onClose: () => void
  /** Each thread as high as its block; else one below the other. */
  isBeside: boolean
}

const filters: readonly { value: CommentFilter; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
]

/** The comments on a page, each thread next to its block, with a composer. */
export function PageComments(props: PageCommentsProps) {
  const { at, page, places, filter, onFilter, selected, onComment, canComment, onClose, isBeside } = props
  const read = useQuery(commentsQuery(at, page.id))
  const column = useRef<HTMLDivElement>(null)
  const threads = threadsOnPage(read.data?.items ?? [], places, { filter, chosen: selected })
  useBeside(column, threads, isBeside ? selected : null)
  useThreadKeys(column, threads, selected, onComment)
  const open = read.data?.items.filter(({ status }) => status === 'open').length
  return (
    <div className={isBeside ? clsx(styles.pageTalk, 'is-beside') : styles.pageTalk}>
      <div className={styles.head}>
        <h2>Comments</h2>
        {open !== undefined && <span className="count">{open}</span>}
        <span className="grow" />
        <Select
          aria-label="Filter comments"
          value={filter}
          choices={filters}
          onChange={({ target }) =>
            onFilter(filters.find(({ value }) => value === target.value)?.value ?? 'open')
          }
        />
        <IconButton
          small
          tip={false}
          className="btn-plain"
          icon={X}
          label="Close the comments"
          onClick={onClose}
        />
      </div>
      {canComment && (
        <CommentComposer
          key={page.id}
          at={at}
          page={page.id}
          target={props.target}
          onTarget={props.onTarget}
          otherwise="the page"
          onPosted={onComment}
        />
      )}
      <div className={styles.list} ref={column}>
        {read.isError && (
          <Failed
            title="Couldn’t load the comments"
            reason={errorMessage(read.error)}
            onRetry={() => void read.refetch()}
          />
        )}
        {read.isPending && (
          <div role="status" aria-label={labels.loading}>
            <Bone width="70%" />
          </div>
        )}
        {read.isSuccess && threads.length === 0 && (
          <p className={clsx(styles.none, 'faint')}>{noneOf(filter)}</p>
        )}
        {threads.map(({ comment }) => (
          <div key={comment.id} className={styles.slot}>
            <CommentThread
              at={at}
              comment={comment}
              isSelected={comment.id === selected}
              onSelect={() => onComment(comment.id)}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

const noneOf = (filter: CommentFilter): string =>
  filter === 'resolved' ? 'No resolved comments on this page.' : 'No comments on this page yet.'

const gap = 12

/** Puts each thread as high as its block, measured from the upper edge of the text. */
function useBeside(
  column: { readonly current: HTMLDivElement | null },
  threads: readonly PositionedThread[],
  selected: string | null | undefined,
): void {
  useLayoutEffect(() => {
    const element = column.current
    if (!element || selected === null) return
    const place = () => {
      const slots = [...element.querySelectorAll<HTMLElement>(`.${styles.slot}`)]
      const wishes = slots.map((slot, at) => ({
        top: (threads[at]?.top ?? 0) - element.offsetTop,
        height: slot.offsetHeight,
      }))
      const tops = layoutThreads(
        wishes,
        gap,
        threads.findIndex(({ comment, isOnBlock }) => isOnBlock && comment.id === selected),
      )
      for (const [at, slot] of slots.entries()) slot.style.top = `${tops[at] ?? 0}px`
      const last = slots.length - 1
      element.style.minHeight = `${(tops[last] ?? 0) + (wishes[last]?.height ?? 0)}px`
    }
    place()
    const observer = new ResizeObserver(place)
    for (const slot of element.querySelectorAll(`.${styles.slot}`)) observer.observe(slot)
    return () => observer.disconnect()
  })
}

/** `j` and `k` go from thread to thread, `r` replies. */
function useThreadKeys(
  column: { readonly current: HTMLDivElement | null },
  threads: readonly PositionedThread[],
  selected: string | undefined,
  onComment: (id: string) => void,
): void {
  const threadOf = (id: string | undefined) =>
    column.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(id ?? '')}"]`)
  const isThere = threads.length > 0
  useEffect(() => {
    if (isThere) threadOf(selected)?.scrollIntoView({ block: 'nearest' })
  }, [selected, isThere])
  const step = (way: 1 | -1) => {
    const next = threads[threads.findIndex(({ comment }) => comment.id === selected) + way]
    if (next) onComment(next.comment.id)
  }
  useShortcuts([
    { keys: 'j', label: 'Next thread', group: 'On this page', run: () => step(1) },
    { keys: 'k', label: 'Previous thread', group: 'On this page', run: () => step(-1) },
    {
      keys: 'r',
      label: 'Reply to the thread',
      group: 'On this page',
      run: () => threadOf(selected)?.querySelector('textarea')?.focus(),
    },
  ])
}

/** The comments of a page as a sheet over it, on screens too narrow for a column. */
export const CommentsSheet = (props: Omit<PageCommentsProps, 'isBeside'>) => (
  <Radix.Root open onOpenChange={(open) => !open && props.onClose()}>
    <Radix.Portal>
      <div className={styles.scrim} />
      <Radix.Content
        className={styles.sheet}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => !props.target && event.preventDefault()}
      >
        <Radix.Title className="sr">Comments</Radix.Title>
        <PageComments {...props} isBeside={false} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
