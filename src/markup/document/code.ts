import type { Code } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'
import { block, textNode } from './make.ts'

/** A listing; `data` is what the tag around it says. */
export function codeBlock({ lang, meta, value }: Code, data: Record<string, unknown>): DocumentNode {
  const said = meta ?? ''
  const marked = marking.exec(said)
  const isMarked = linesIn(marked?.[1] ?? '')
  const rest = said.replace(marking, ' ').replace(/\s+/g, ' ').trim()
  const lines = value.split('\n').map((text, index) => {
    const leaves = text === '' ? [] : [textNode([{ object: 'leaf', text, marks: [] }])]
    return block('code-line', { highlighted: isMarked(index + 1) || undefined }, leaves)
  })
  const readable = marked === null || !/[{}]/.test(rest)
  const syntax = lang || undefined
  if (!readable)
    return block(
      'code',
      { ...data, syntax, meta: said },
      lines.map((line) => ({ ...line, data: {} })),
    )
  return block('code', { ...data, syntax, meta: rest || undefined }, lines)
}

/** The lines that are marked, such as `{2,4-6}`. */
const marking = /\{([\d,\s-]*)\}/

function linesIn(list: string): (line: number) => boolean {
  const ranges = list.split(',').flatMap((part) => {
    const [from, to] = part.split('-').map((number) => Number.parseInt(number, 10))
    return from === undefined || Number.isNaN(from) ? [] : [{ from, to: to ?? from }]
  })
  return (line) => ranges.some(({ from, to }) => line >= from && line <= to)
}

/** The same the other way: which lines are marked, in the shortest form; empty when none is. */
export function markedLines(lines: readonly DocumentNode[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const [index, { data }] of lines.entries()) {
    if (data?.highlighted !== true) continue
    const last = ranges.at(-1)
    if (last?.to === index) last.to = index + 1
    else ranges.push({ from: index + 1, to: index + 1 })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
