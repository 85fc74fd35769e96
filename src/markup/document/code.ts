import type { Code } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'
import { block, textNode } from './nodes.ts'

/** A code block; `data` comes from the tag around it. */
export function codeBlock({ lang, meta, value }: Code, data: Record<string, unknown>): DocumentNode {
  const info = meta ?? ''
  const highlights = lineHighlights.exec(info)
  const isHighlighted = parseLineRanges(highlights?.[1] ?? '')
  const otherInfo = info.replace(lineHighlights, ' ').replace(/\s+/g, ' ').trim()
  const lines = value.split('\n').map((text, index) => {
    const leaves = text === '' ? [] : [textNode([{ object: 'leaf', text, marks: [] }])]
    return block('code-line', { highlighted: isHighlighted(index + 1) || undefined }, leaves)
  })
  const isRepresentable = highlights === null || !/[{}]/.test(otherInfo)
  const syntax = lang || undefined
  if (!isRepresentable)
    return block(
      'code',
      { ...data, syntax, meta: info },
      lines.map((line) => ({ ...line, data: {} })),
    )
  return block('code', { ...data, syntax, meta: otherInfo || undefined }, lines)
}

/** Highlighted lines in the info string, such as `{2,4-6}`. */
const lineHighlights = /\{([\d,\s-]*)\}/

function parseLineRanges(list: string): (line: number) => boolean {
  const ranges = list.split(',').flatMap((part) => {
    const [from, to] = part.split('-').map((number) => Number.parseInt(number, 10))
    return from === undefined || Number.isNaN(from) ? [] : [{ from, to: to ?? from }]
  })
  return (line) => ranges.some(({ from, to }) => line >= from && line <= to)
}

/** The inverse: the highlighted lines in the shortest notation; empty if there are none. */
export function highlightedLines(lines: readonly DocumentNode[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const [index, { data }] of lines.entries()) {
    if (data?.highlighted !== true) continue
    const last = ranges.at(-1)
    if (last?.to === index) last.to = index + 1
    else ranges.push({ from: index + 1, to: index + 1 })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
