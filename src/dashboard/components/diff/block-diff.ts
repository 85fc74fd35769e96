import type { Nodes } from 'mdast'
import { blocksOf } from '#markup/blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { withoutTitle } from '#markup/title.ts'
import { pairSteps, type Step } from './text-diff.ts'

/** A block of a page as it is written. */
export type PageBlock = {
  readonly text: string
  /** What comments name it by: the key of the first block in it. */
  readonly key: string | undefined
}

export type BlockStep = Step<PageBlock>

export type PageSide = { readonly title: string; readonly markdown: string }

/** Definitions that are not rendered but used by other blocks. */
const hiddenTypes = new Set<Nodes['type']>(['definition', 'footnoteDefinition', 'yaml'])

/** The blocks of a page, each rendered on its own, and the definitions they share. */
export function splitPage({ title, markdown }: PageSide): { blocks: PageBlock[]; shared: string } {
  const root = parseMarkdown(markdown)
  const keyed = blocksOf(root)
  const textOf = (node: Nodes) =>
    markdown.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
  const keyIn = (node: Nodes) => {
    const [from, to] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    return keyed.find(({ start, end }) => start >= from && end <= to)?.key
  }
  const { children } = withoutTitle(root, title)
  return {
    blocks: children
      .filter(({ type }) => !hiddenTypes.has(type))
      .map((node) => ({ text: textOf(node), key: keyIn(node) })),
    shared: children
      .filter(({ type }) => type === 'definition' || type === 'footnoteDefinition')
      .map(textOf)
      .join('\n\n'),
  }
}

/** Two versions of a page, laid side by side block by block. */
export function blockDiff(before: PageSide, after: PageSide) {
  const [old, now] = [splitPage(before), splitPage(after)]
  return { steps: pairSteps(old.blocks, now.blocks), sharedBefore: old.shared, sharedAfter: now.shared }
}

/** Steps from one to another index: shown, or folded away because nothing near them changed. */
export type Part = { readonly from: number; readonly until: number; readonly isFolded: boolean }

/** How many blocks around a change are shown with it. */
const CONTEXT_BLOCKS = 2
/** Fewer are not worth a fold. */
const MIN_FOLDED = 4

/** Splits blocks into visible parts with CONTEXT_BLOCKS and folded parts between them. */
export function foldedParts(isChanged: readonly boolean[]): Part[] {
  const shown = isChanged.map((_, at) =>
    isChanged.slice(Math.max(0, at - CONTEXT_BLOCKS), at + CONTEXT_BLOCKS + 1).includes(true),
  )
  const parts: Part[] = []
  for (let from = 0; from < shown.length; ) {
    let until = from
    while (until < shown.length && shown[until] === shown[from]) until++
    const isFolded = shown[from] === false && until - from >= MIN_FOLDED
    const last = parts.at(-1)
    if (last && !last.isFolded && !isFolded) parts[parts.length - 1] = { ...last, until }
    else parts.push({ from, until, isFolded })
    from = until
  }
  return parts
}
