import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { rawFrontMatterOf } from '../front-matter.ts'
import { parseMarkdown } from '../parse.ts'
import { limitForParsing } from '../parsing-limits.ts'
import { costOf, MAX_TEXT_COST } from '../text-cost.ts'
import { type ChangedRange, changedRanges } from './changed-ranges.ts'
import {
  blocksOfSpans,
  definition,
  hasWholeSyntax,
  openPage,
  type PageBlock,
  textOf,
  type VisualPage,
  wholeLines,
} from './page.ts'
import { hasParts, isBalanced } from './tag-balance.ts'

/**
 * Opens another text of a page: the same as `openPage`, but only the changed blocks and one more on each side are
 * parsed, where that is enough. Other blocks are the same objects as before. The style is that of the page before.
 */
export function reopenPage(page: VisualPage, text: string): VisualPage {
  const before = textOf(page)
  if (text === before) return page
  return reopenParts(page, before, text) ?? openPage(text)
}

/** Blocks of the page from `first` to before `last`, of which the outer ones did not change, and their new text. */
type Part = { readonly first: number; readonly last: number; readonly text: string }

function reopenParts(page: VisualPage, before: string, text: string): VisualPage | null {
  const frontMatter = rawFrontMatterOf(before)
  const isWhole = !page.isDivisible || page.blocks.length === 0 || before.startsWith('\uFEFF')
  if (isWhole || rawFrontMatterOf(text) !== frontMatter) return null
  const parts = partsOf(page, changedRanges(before, text), before, text, frontMatter.length)
  if (parts === null) return null
  const cost = costAfter(page, parts, text.slice(frontMatter.length))
  if (cost === null) return null
  let lead = page.lead
  const blocks: PageBlock[] = []
  let done = 0
  for (const part of parts) {
    const reopened = reopenPart(page, part)
    if (reopened === null) return null
    if (part.first === 0) lead = frontMatter + reopened.lead
    blocks.push(...page.blocks.slice(done, part.first), ...reopened.blocks)
    done = part.last
  }
  return { ...page, cost, lead, blocks: [...blocks, ...page.blocks.slice(done)] }
}

/** The cost of the page with new parts; null if a part of the syntax is left out. Measuring all of it takes long. */
function costAfter({ cost }: VisualPage, parts: readonly Part[], body: string): number | null {
  const estimate = parts.reduce((sum, { text }) => sum + costOf(text).total, cost)
  if (estimate < MAX_TEXT_COST) return limitForParsing(body).disabledConstructs.length === 0 ? estimate : null
  return hasWholeSyntax(body) ? costOf(body).total : null
}

/** The parts of a page that contain the changed ranges; null if they change the front matter. */
function partsOf(
  { lead, blocks }: VisualPage,
  ranges: readonly ChangedRange[],
  before: string,
  text: string,
  frontMatter: number,
): Part[] | null {
  const starts: number[] = []
  let end = lead.length
  for (const { source, gap } of blocks) {
    starts.push(end)
    end += source.length + gap.length
  }
  const merged: { first: number; last: number; delta: number; deltaBefore: number }[] = []
  let delta = 0
  let at = 0
  for (const { from, to, newTo } of ranges) {
    if (from < frontMatter) return null
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= from) at++
    const first = at
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) < to) at++
    const [from1, to1] = [Math.max(0, first - 1), Math.min(blocks.length, at + 2)]
    const previous = merged.at(-1)
    const deltaBefore = delta
    delta = newTo - to
    if (previous !== undefined && from1 < previous.last) {
      previous.last = to1
      previous.delta = delta
    } else merged.push({ first: from1, last: to1, delta, deltaBefore })
  }
  return merged.map(({ first, last, delta: after, deltaBefore }) => {
    const start = first === 0 ? frontMatter : (starts[first] ?? 0)
    const until =
      last === blocks.length
        ? before.length
        : (starts[last - 1] ?? 0) + (blocks[last - 1]?.source.length ?? 0)
    return { first, last, text: text.slice(start + deltaBefore, until + after) }
  })
}

/** Parses the text of a part. Null if it could mean something else as a part of the page. */
function reopenPart(page: VisualPage, { first, last, text }: Part) {
  const prefix = page.definitions === '' ? '' : `${page.definitions}\n\n***\n\n`
  const body = prefix + text
  const root = parseMarkdown(body)
  const spans = wholeLines(body, root).filter(({ start }) => start >= prefix.length)
  const blocks = blocksOfSpans(body, spans, page.read)
  const [isFirst, isLast] = [first === 0, last === page.blocks.length]
  const old = page.blocks.slice(first, last)
  if (blocks.length < Number(!isFirst) + Number(!isLast)) return null
  if (!isFirst && (spans[0]?.start !== prefix.length || !isSameBlock(blocks[0], old[0]))) return null
  if (!isLast && !isSameBlock(blocks.at(-1), old.at(-1))) return null
  const inner = <T>(all: readonly T[]): readonly T[] => all.slice(isFirst ? 0 : 1, isLast ? undefined : -1)
  const changed = [...inner(old), ...inner(blocks)]
  if (inner(old).some(({ source }) => definition.test(source))) return null
  if (inner(spans).some(({ start, end }) => hasDefinition(root, start, end))) return null
  if (changed.some(({ source }) => hasParts(source)) && !page.blocks.every(isOutsideBalanced)) return null
  const lead = body.slice(prefix.length, spans[0]?.start ?? body.length)
  return { lead, blocks: reused(blocks, old, isLast) }

  function isOutsideBalanced(block: PageBlock, index: number): boolean {
    const isInner = index >= first + Number(!isFirst) && index < last - Number(!isLast)
    return isInner || isBalanced(block)
  }
}

const isSameBlock = (a: PageBlock | undefined, b: PageBlock | undefined): boolean =>
  a?.source === b?.source && JSON.stringify(a?.node) === JSON.stringify(b?.node)

function hasDefinition(root: Root, from: number, to: number): boolean {
  let isFound = false
  visit(root, ['definition', 'footnoteDefinition'], ({ position }) => {
    const at = position?.start.offset ?? 0
    if (at >= from && at < to) isFound = true
  })
  return isFound
}

/** The blocks of a part, with the objects of those that are the same at its ends. */
function reused(blocks: readonly PageBlock[], old: readonly PageBlock[], isLast: boolean): PageBlock[] {
  const result = [...blocks]
  const last = result.at(-1)
  // The gap after the part is not in its text.
  if (!isLast && last !== undefined) result[result.length - 1] = { ...last, gap: old.at(-1)?.gap ?? '' }
  for (const at of [0, result.length - 1]) {
    const before = old[at === 0 ? 0 : old.length - 1]
    if (before !== undefined && before.gap === result[at]?.gap && isSameBlock(before, result[at]))
      result[at] = before
  }
  return result
}
