import { type Block, blocksOf } from './blocks.ts'
import { differing } from './differing.ts'
import { parseMarkdown } from './parse.ts'

/** The first and the last line of a block, from 0. */
type Lines = readonly [number, number]

/**
 * A text with some of its blocks as they were in another: those that changed are put back, those that came go, and
 * those that went come back. Keys name blocks of either text (`blocksOf`); `undefined` when one names none. What
 * changed beside a block without an unchanged line between them goes back with it.
 */
export function withBlocksOf(now: string, then: string, keys: readonly string[]): string | undefined {
  const [named, wanted] = [namedIn(now, keys), namedIn(then, keys)]
  if (keys.some((key) => !named.has(key) && !wanted.has(key))) return undefined
  const [lines, old] = [now.split('\n'), then.split('\n')]
  const reverted = [...lines]
  for (const { before, after } of differing(lines, old).toReversed()) {
    if (!touches(named, before) && !touches(wanted, after)) continue
    reverted.splice(before[0], before[1], ...old.slice(after[0], after[0] + after[1]))
  }
  return reverted.join('\n')
}

function namedIn(text: string, keys: readonly string[]): ReadonlyMap<string, Lines> {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1
  const found = blocksOf(parseMarkdown(text)).filter(({ key }) => keys.includes(key))
  return new Map(found.map(({ key, start, end }: Block) => [key, [lineAt(start), lineAt(end)]]))
}

const touches = (blocks: ReadonlyMap<string, Lines>, [from, count]: readonly [number, number]): boolean =>
  [...blocks.values()].some(([first, last]) => from <= last && from + count > first)
