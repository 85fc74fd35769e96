import { type Block, blocksOf } from './blocks.ts'
import { diffRegions } from './diff.ts'
import { parseMarkdown } from './parse.ts'

/** The first and last line of a block, counted from 0. */
type Lines = readonly [number, number]

/**
 * Reverts some blocks of a text to an older version: changed blocks are reverted, added ones removed, and removed ones
 * restored. Keys are those of `blocksOf` in either text; returns undefined if a key is unknown. Adjacent changes
 * without an unchanged line between them are reverted together.
 */
export function revertBlocks(current: string, older: string, keys: readonly string[]): string | undefined {
  const [currentBlocks, olderBlocks] = [blocksByKey(current, keys), blocksByKey(older, keys)]
  if (keys.some((key) => !currentBlocks.has(key) && !olderBlocks.has(key))) return undefined
  const [lines, olderLines] = [current.split('\n'), older.split('\n')]
  const reverted = [...lines]
  for (const { before, after } of diffRegions(lines, olderLines).toReversed()) {
    if (!touches(currentBlocks, before) && !touches(olderBlocks, after)) continue
    reverted.splice(before[0], before[1], ...olderLines.slice(after[0], after[0] + after[1]))
  }
  return reverted.join('\n')
}

function blocksByKey(text: string, keys: readonly string[]): ReadonlyMap<string, Lines> {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1
  const matches = blocksOf(parseMarkdown(text)).filter(({ key }) => keys.includes(key))
  return new Map(matches.map(({ key, start, end }: Block) => [key, [lineAt(start), lineAt(end)]]))
}

const touches = (blocks: ReadonlyMap<string, Lines>, [from, count]: readonly [number, number]): boolean =>
  [...blocks.values()].some(([first, last]) => from <= last && from + count > first)
