import type { Change, Selected } from './format.ts'

const item = /^(\s*)((?:[-*+]|\d+[.)]) )/

/** Moves the items that are chosen one level in or out. Null when one of the lines is no item. */
export function indentItems({ text, from, to }: Selected, way: 1 | -1): Change | null {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to)
  const lines = text.slice(start, end).split('\n')
  if (!lines.every((line) => item.test(line))) return null
  const moved = lines.map((line) => (way === 1 ? ' '.repeat(widthOf(line)) + line : outdented(line)))
  const insert = moved.join('\n')
  const first = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  const all = insert.length - (end - start)
  const head = Math.max(start, from + first)
  return { from: start, to: end, insert, choose: [head, from === to ? head : to + all] }
}

/** How far in the text of an item begins, behind its mark: that is where items in it stand. */
const widthOf = (line: string): number => item.exec(line)?.[2]?.length ?? 2

function outdented(line: string): string {
  const indent = item.exec(line)?.[1]?.length ?? 0
  return line.slice(Math.min(indent, widthOf(line)))
}
