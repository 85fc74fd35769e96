import { Fragment, type Mark, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Transform } from 'prosemirror-transform'
import { diffRegions } from '#markup/diff.ts'
import { WORDS } from '#markup/visual/merge-source.ts'
import { alignNodes, canBecome, type NodePair } from './align-nodes.ts'

/** Turns a node of a document into another one. Only what differs is replaced, so positions in the rest stay. */
export function patchNode(tr: Transform, at: number, before: Node, after: Node): void {
  if (before === after || before.eq(after)) return
  if (!canBecome(before, after)) {
    replace(tr, at, at + before.nodeSize, Fragment.from(after))
    return
  }
  if (before.inlineContent) patchInlines(tr, at + 1, before.content, after.content)
  else patchNodes(tr, at + 1, alignNodes(before.children, after.children))
  if (before.type !== after.type) tr.setNodeMarkup(at, after.type, after.attrs)
  else
    for (const [name, value] of Object.entries(after.attrs))
      if (JSON.stringify(value) !== JSON.stringify(before.attrs[name])) tr.setNodeAttribute(at, name, value)
}

/** Turns neighboring nodes into others, from the last one to the first, so that positions before them stay. */
export function patchNodes(tr: Transform, start: number, pairs: readonly NodePair[]): void {
  let at = pairs.reduce((sum, { before }) => sum + (before?.nodeSize ?? 0), start)
  let end = at
  let added: Node[] = []
  const flush = () => {
    if (end > at || added.length > 0) replace(tr, at, end, Fragment.from(added))
    added = []
  }
  for (const { before, after } of pairs.toReversed()) {
    if (before !== undefined && after !== undefined) {
      flush()
      at -= before.nodeSize
      patchNode(tr, at, before, after)
      end = at
    } else if (before !== undefined) at -= before.nodeSize
    else if (after !== undefined) added.unshift(after)
  }
  flush()
}

function replace(tr: Transform, from: number, to: number, content: Fragment): void {
  tr.step(new ReplaceStep(from, to, new Slice(content, 0, 0)))
}

/** Replaces the words of a text block that differ, and of these the characters. */
function patchInlines(tr: Transform, start: number, before: Fragment, after: Fragment): void {
  const outer = difference(before, after)
  if (outer === null) return
  const [old, next] = [tokensOf(outer.before), tokensOf(outer.after)]
  const regions = diffRegions(
    old.map(({ key }) => key),
    next.map(({ key }) => key),
  )
  for (const region of regions.toReversed()) {
    const [from, to] = rangeOf(old, region.before)
    const [nextFrom, nextTo] = rangeOf(next, region.after)
    const at = start + outer.from + from
    patchRun(tr, at, outer.before.cut(from, to), outer.after.cut(nextFrom, nextTo))
  }
}

function patchRun(tr: Transform, start: number, before: Fragment, after: Fragment): void {
  const inner = difference(before, after)
  if (inner === null) return
  const at = start + inner.from
  if (hasSameText(inner.before, inner.after)) setMarks(tr, at, inner.after)
  else replace(tr, at, at + inner.before.size, inner.after)
}

/** What is between the equal ends of two fragments; null if they are equal. */
function difference(before: Fragment, after: Fragment) {
  const from = before.findDiffStart(after)
  const end = before.findDiffEnd(after)
  if (from === null || end === null) return null
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  return { from, before: before.cut(from, end.a + overlap), after: after.cut(from, end.b + overlap) }
}

type Token = { readonly key: string; readonly size: number }

/** Words and other inlines, each with its marks. */
function tokensOf(content: Fragment): Token[] {
  const tokens: Token[] = []
  content.forEach((node) => {
    const marks = JSON.stringify(node.marks)
    if (node.text === undefined) tokens.push({ key: JSON.stringify(node), size: node.nodeSize })
    else
      for (const word of node.text.match(WORDS) ?? []) tokens.push({ key: word + marks, size: word.length })
  })
  return tokens
}

function rangeOf(tokens: readonly Token[], [first, count]: readonly [number, number]): [number, number] {
  const sizeOf = (all: readonly Token[]) => all.reduce((sum, { size }) => sum + size, 0)
  const from = sizeOf(tokens.slice(0, first))
  return [from, from + sizeOf(tokens.slice(first, first + count))]
}

const hasSameText = (a: Fragment, b: Fragment): boolean =>
  [a, b].every((one) => one.content.every(({ isText }) => isText)) &&
  a.textBetween(0, a.size) === b.textBetween(0, b.size)

function setMarks(tr: Transform, start: number, content: Fragment): void {
  content.forEach((node, from) => {
    const [at, end] = [start + from, start + from + node.nodeSize]
    tr.removeMark(at, end)
    for (const mark of node.marks as readonly Mark[]) tr.addMark(at, end, mark)
  })
}
