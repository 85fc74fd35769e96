import type { Nodes } from 'mdast'
import { blocksOf } from '#markup/blocks.ts'
import { diffRegions, type Region } from '#markup/diff.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { withoutTitle } from '#markup/title.ts'

/** A run of words: on both sides, or only on one. */
export type Part = { readonly kind: 'same' | 'del' | 'ins'; readonly text: string }

/** Words, numbers with fractions, whitespace, and single characters. */
export const tokensOf = (text: string): string[] =>
  text.match(/\s+|\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}_]+(?:[’']\p{L}+)*|[\s\S]/gu) ?? []

/** Beyond this, both sides count as wholly different: comparing word by word would take too long. */
const mostTokens = 6000

const isSpace = (token: string): boolean => /^\s+$/.test(token)

/** Where two lists of tokens differ. Changes with only space between them are one. */
export function regionsOf(before: readonly string[], after: readonly string[]): Region[] {
  if (before.length > mostTokens || after.length > mostTokens) {
    return [{ before: [0, before.length], after: [0, after.length] }]
  }
  const merged: Region[] = []
  for (const region of diffRegions(before, after)) {
    const last = merged.at(-1)
    const from = last ? last.after[0] + last.after[1] : 0
    const between = after.slice(from, region.after[0])
    if (last && between.every(isSpace)) merged[merged.length - 1] = joined(last, region)
    else merged.push(region)
  }
  return merged.map((region) => trimmed(region, before, after))
}

/** Without the space that both sides of it end with. */
function trimmed(region: Region, before: readonly string[], after: readonly string[]): Region {
  const [[was, gone], [is, come]] = [region.before, region.after]
  const isShared = gone > 0 && come > 0 && before[was + gone - 1] === after[is + come - 1]
  return isShared ? { before: [was, gone - 1], after: [is, come - 1] } : region
}

const joined = (a: Region, b: Region): Region => ({
  before: [a.before[0], b.before[0] + b.before[1] - a.before[0]],
  after: [a.after[0], b.after[0] + b.after[1] - a.after[0]],
})

/** Two texts laid over each other word by word. */
export function wordDiff(before: string, after: string): Part[] {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const parts: Part[] = []
  const add = (kind: Part['kind'], tokens: string[]) => {
    if (tokens.length > 0) parts.push({ kind, text: tokens.join('') })
  }
  let at = 0
  for (const region of regionsOf(old, now)) {
    const [from, count] = region.after
    add('same', now.slice(at, from))
    add('del', old.slice(region.before[0], region.before[0] + region.before[1]))
    add('ins', now.slice(from, from + count))
    at = from + count
  }
  add('same', now.slice(at))
  return parts
}

const wordsOf = (text: string): string[] => tokensOf(text).filter((token) => /[\p{L}\p{N}]/u.test(token))

/** How similar two texts are, from 0 to 1, by their words in any order. */
export function similarity(before: string, after: string): number {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length + now.length === 0) return before.trim() === after.trim() ? 1 : 0
  const left = new Map<string, number>()
  for (const token of old) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of now) {
    const count = left.get(token) ?? 0
    if (count > 0) common++
    left.set(token, count - 1)
  }
  return (2 * common) / (old.length + now.length)
}

/** One step of two lists laid side by side: on both sides the same, changed, or only on one side. */
export type Step<T> =
  | { readonly kind: 'same' | 'edit'; readonly before: T; readonly after: T }
  | { readonly kind: 'del'; readonly before: T }
  | { readonly kind: 'add'; readonly after: T }

type Texted = { readonly text: string }

/** How many pieces LOOKAHEAD a match is looked for, so that wholly rewritten texts take no long time. */
const LOOKAHEAD = 12

/** Below this, two pieces are not one that was changed but one that went and another that came. */
const MIN_SIMILARITY = 0.4

/** Lays two lists of pieces side by side; what is much MIN_SIMILARITY where they differ is a piece that was changed. */
export function pairSteps<T extends Texted>(before: readonly T[], after: readonly T[]): Step<T>[] {
  const regions = diffRegions(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  const steps: Step<T>[] = []
  let [old, now] = [0, 0]
  const same = (until: number) => {
    for (; old < until; old++, now++) {
      const [was, is] = [before[old], after[now]]
      if (was && is) steps.push({ kind: 'same', before: was, after: is })
    }
  }
  for (const region of regions) {
    const [gone, come] = [region.before[1], region.after[1]]
    same(region.before[0])
    steps.push(...paired(before.slice(old, old + gone), after.slice(now, now + come)))
    old += gone
    now += come
  }
  same(before.length)
  return steps
}

function paired<T extends Texted>(gone: readonly T[], come: readonly T[]): Step<T>[] {
  const steps: Step<T>[] = []
  let at = 0
  for (const after of come) {
    const near = gone.slice(at, at + LOOKAHEAD)
    const match = at + near.findIndex(({ text }) => similarity(text, after.text) >= MIN_SIMILARITY)
    const before = match < at ? undefined : gone[match]
    if (!before) {
      steps.push({ kind: 'add', after })
      continue
    }
    steps.push(...gone.slice(at, match).map((one) => ({ kind: 'del' as const, before: one })))
    steps.push({ kind: 'edit', before, after })
    at = match + 1
  }
  // Deleted items come before their replacements, as people read a change.
  const rest = gone.slice(at).map((one) => ({ kind: 'del' as const, before: one }))
  let firstAdd = steps.length
  while (steps[firstAdd - 1]?.kind === 'add') firstAdd--
  return steps.toSpliced(firstAdd, 0, ...rest)
}

/** A line with its number, counted from 1. */
type Line = { readonly text: string; readonly number: number }

export type LineStep = Step<Line>

/** A run of equal lines far from any change, or a run of lines to be shown. `change` counts the changes from 1. */
export type LineRun =
  | { readonly kind: 'fold'; readonly steps: readonly LineStep[] }
  | { readonly kind: 'same'; readonly steps: readonly LineStep[] }
  | { readonly kind: 'change'; readonly steps: readonly LineStep[]; readonly change: number }

const CONTEXT_LINES = 3

const linesOf = (text: string): Line[] =>
  text === '' ? [] : text.split('\n').map((line, index) => ({ text: line, number: index + 1 }))

/** Two texts laid side by side line by line, with what is far from any change folded away. */
export function lineDiff(before: string, after: string): LineRun[] {
  const runs = runsOf(pairSteps(linesOf(before), linesOf(after)))
  let change = 0
  return runs.flatMap((steps, index): LineRun[] => {
    if (steps[0]?.kind !== 'same') return [{ kind: 'change', steps, change: ++change }]
    return folded(steps, index === 0 ? 0 : CONTEXT_LINES, index === runs.length - 1 ? 0 : CONTEXT_LINES)
  })
}

/** Steps in runs: all the same, or all of a change. */
function runsOf<T extends { readonly kind: string }>(steps: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (last?.[0] && (last[0].kind === 'same') === (step.kind === 'same')) last.push(step)
    else runs.push([step])
  }
  return runs
}

function folded(steps: readonly LineStep[], above: number, below: number): LineRun[] {
  if (steps.length <= above + below + 1) return [{ kind: 'same', steps }]
  const parts: LineRun[] = [
    { kind: 'same', steps: steps.slice(0, above) },
    { kind: 'fold', steps: steps.slice(above, steps.length - below) },
    { kind: 'same', steps: steps.slice(steps.length - below) },
  ]
  return parts.filter((part) => part.steps.length > 0)
}

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
type BlockPart = { readonly from: number; readonly until: number; readonly isFolded: boolean }

/** How many blocks around a change are shown with it. */
const CONTEXT_BLOCKS = 2
/** Fewer are not worth a fold. */
const MIN_FOLDED = 4

/** Splits blocks into visible parts with CONTEXT_BLOCKS and folded parts between them. */
export function foldedParts(isChanged: readonly boolean[]): BlockPart[] {
  const shown = isChanged.map((_, at) =>
    isChanged.slice(Math.max(0, at - CONTEXT_BLOCKS), at + CONTEXT_BLOCKS + 1).includes(true),
  )
  const parts: BlockPart[] = []
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
