import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { type Block, blocksOf } from '#markup/blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'

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
 * Measured anew whenever the box changes its size.
 */
export function useBlockPositions(
  box: RefObject<HTMLElement | null>,
  markdown: string,
  html: string,
): readonly BlockPosition[] {
  const blocks = useMemo(() => blocksOf(parseMarkdown(markdown)), [markdown])
  const [positions, setPositions] = useState<readonly BlockPosition[]>([])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setPositions(placesIn(element, blocks))
    measure()
    const observer = new ResizeObserver(measure)
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
  text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text
