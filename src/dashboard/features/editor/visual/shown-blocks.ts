import type { Span } from '#markup/nodes.ts'
import type { VisualPage } from '#markup/visual/page.ts'

/** Neighboring nodes of the editor and the blocks of the page that their text is; usually one of each. */
export type ShownBlocks = {
  readonly nodes: readonly [from: number, to: number]
  readonly blocks: readonly [from: number, to: number]
}

/**
 * Finds which blocks of a page are shown by which nodes, from the place of each node in the text. Nodes without a place
 * belong to none. Null if there is text that no node shows.
 */
export function shownBlocks(page: VisualPage, spans: readonly (Span | undefined)[]): ShownBlocks[] | null {
  const blocks = spansOfBlocks(page)
  const placed = spans.flatMap((span, node) => (span === undefined ? [] : [{ ...span, node }]))
  const result: ShownBlocks[] = []
  let [at, block] = [0, 0]
  for (let first = placed[at]; first !== undefined; first = placed[at]) {
    const firstBlock = block
    let [last, end] = [first, first.end]
    at++
    for (let isOpen = true; isOpen; ) {
      isOpen = false
      for (let next = blocks[block]; next !== undefined && next.start < end; next = blocks[block]) {
        end = Math.max(end, next.end)
        block++
      }
      const following = placed[at]
      if (following === undefined || following.start >= end) continue
      end = Math.max(end, following.end)
      last = following
      at++
      isOpen = true
    }
    result.push({ nodes: [first.node, last.node + 1], blocks: [firstBlock, block] })
  }
  return block === blocks.length ? result : null
}

function spansOfBlocks({ lead, blocks }: VisualPage): Span[] {
  let at = lead.length
  return blocks.map(({ source, gap }) => {
    const start = at
    at += source.length + gap.length
    return { start, end: start + source.length }
  })
}
