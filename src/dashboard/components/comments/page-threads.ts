import { type RefObject, useEffect, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { Block } from '#markup/blocks.ts'
import { cutText } from '#markup/cut-text.ts'
import type { RenderedPage } from '../page-text/render-page.ts'

export type CommentFilter = 'open' | 'resolved' | 'all'

/** A thread with the position of its block; none if it is about the page or its block was deleted. */
export type PositionedThread = {
  readonly comment: Comment
  readonly top: number
  readonly isOnBlock: boolean
}

/** The threads that match a filter, in page order and then those without a block; always including the selected one. */
export function threadsOnPage(
  comments: readonly Comment[],
  places: readonly BlockPosition[],
  { filter, chosen }: { readonly filter: CommentFilter; readonly chosen: string | undefined },
): PositionedThread[] {
  const tops = new Map(places.map(({ key, top }) => [key, top]))
  return comments
    .filter(({ id, status }) => filter === 'all' || status === filter || id === chosen)
    .map((comment) => {
      const top = tops.get(comment.target.node?.id ?? '')
      return { comment, top: top ?? 0, isOnBlock: top !== undefined }
    })
    .toSorted((a, b) => Number(b.isOnBlock) - Number(a.isOnBlock) || a.top - b.top)
}

/** The open threads of each block. */
export function openThreadsByBlock(comments: readonly Comment[]): ReadonlyMap<string, readonly Comment[]> {
  const commentsByBlock = new Map<string, Comment[]>()
  for (const comment of comments) {
    const key = comment.target.node?.id
    if (comment.status !== 'open' || key === undefined) continue
    commentsByBlock.set(key, [...(commentsByBlock.get(key) ?? []), comment])
  }
  return commentsByBlock
}

/** A thread's preferred top edge, and its height. */
type ThreadBox = { readonly top: number; readonly height: number }

/**
 * The top of each thread, in the given order, so that none covers another. Each is as close below its preferred place
 * as the thread before it allows. The selected thread is exactly at its place, and those before it move up as needed.
 */
export function layoutThreads(threads: readonly ThreadBox[], gap: number, selected = -1): number[] {
  const tops: number[] = []
  let free = 0
  for (const { top, height } of threads) {
    const at = Math.max(top, free)
    tops.push(at)
    free = at + height + gap
  }
  const wanted = threads[selected]?.top
  if (wanted === undefined) return tops
  const needed = threads.slice(0, selected).reduce((sum, { height }) => sum + height + gap, 0)
  tops[selected] = Math.max(wanted, needed)
  for (let at = selected - 1; at >= 0; at--) {
    const most = (tops[at + 1] ?? 0) - gap - (threads[at]?.height ?? 0)
    tops[at] = Math.min(tops[at] ?? 0, most)
  }
  for (let at = selected + 1; at < threads.length; at++) {
    const before = (tops[at - 1] ?? 0) + (threads[at - 1]?.height ?? 0) + gap
    tops[at] = Math.max(threads[at]?.top ?? 0, before)
  }
  return tops
}

/** A block of a rendered page, and its position in the page's box. */
export type BlockPosition = {
  readonly key: string
  readonly text: string
  readonly element: HTMLElement
  /** Pixels from the upper edge of the box. */
  readonly top: number
}

/**
 * The positions of the blocks of a page rendered with `places`. The title and blocks that are not rendered have none.
 * Measured again whenever the box changes its size.
 */
export function useBlockPositions(
  box: RefObject<HTMLElement | null>,
  { blocks, html }: Pick<RenderedPage, 'blocks' | 'html'>,
): readonly BlockPosition[] {
  const [positions, setPositions] = useState<readonly BlockPosition[]>([])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Called first when the page is laid out: measuring it now would lay it out once more before it is complete.
    const observer = new ResizeObserver(() => setPositions(placesIn(element, blocks)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, blocks, html])
  return positions
}

function placesIn(box: HTMLElement, blocks: readonly Block[]): BlockPosition[] {
  const zero = box.getBoundingClientRect().top
  const drawn = [...box.querySelectorAll<HTMLElement>('[data-at]')]
    .map((element) => ({ element, at: Number(element.dataset.at) }))
    .sort((a, b) => a.at - b.at)
  const places: BlockPosition[] = []
  let next = 0
  for (const { key, text, start, end } of blocks) {
    while (next < drawn.length && (drawn[next]?.at ?? 0) <= start) next++
    // A paragraph of a tight list is rendered by its item, which starts before it.
    const mine = drawn[next - 1]
    const isWithin = mine !== undefined && (mine.at === start || start - mine.at < 12 || mine.at > end)
    if (!isWithin) continue
    const top = mine.element.getBoundingClientRect().top - zero
    places.push({ key, text, element: mine.element, top })
  }
  return places
}

/** The block that contains a node of the page. */
export const blockContaining = (
  node: Node | null,
  places: readonly BlockPosition[],
): BlockPosition | undefined => places.findLast(({ element }) => element.contains(node))

const MAX_EXCERPT = 80

/** The beginning of a block's text, to refer to it. */
export const excerptOf = (text: string): string =>
  text.length > MAX_EXCERPT ? `${cutText(text, MAX_EXCERPT)}…` : text
