import {
  attribute,
  codeBlockAt,
  codeLines,
  details,
  headingWithAnchor,
  hint,
  indentationOf,
  MAX_DEPTH,
} from './lines.ts'

const BLOCK = /^( *)(!!!|\?\?\?\+?|===[!+]?) +(.*)$/

/** MkDocs Markdown as the Markdown of this service: admonitions, tabs, titles of code, keys, anchors of headings. */
export const fromMkdocs = (text: string): string => converted(text.split('\n'), 0).join('\n')

function converted(lines: readonly string[], depth: number): string[] {
  const isCode = codeLines()
  const result: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const wasCode = isCode(line)
    const code = wasCode ? codeBlockAt(lines, at) : null
    if (code !== null) {
      result.push(...code.lines)
      for (at += 1; at < code.end; at += 1) isCode(lines[at] ?? '')
      continue
    }
    const block = wasCode || depth > MAX_DEPTH ? null : BLOCK.exec(line)
    if (block === null) {
      const plain = wasCode ? line : proseOf(line)
      if (plain !== null) result.push(plain)
      at += 1
      continue
    }
    const [, space = '', mark = ''] = block
    const [own, end] = mark.startsWith('===') ? tabsAt(lines, at, depth) : admonitionAt(lines, at, depth)
    result.push(...own.map((one) => (one === '' ? one : space + one)))
    at = end
  }
  return result
}

type Block = readonly [lines: string[], end: number]

function admonitionAt(lines: readonly string[], at: number, depth: number): Block {
  const [, space = '', mark = '', head = ''] = BLOCK.exec(lines[at] ?? '') ?? []
  const [, kinds = '', title] = /^([\w -]*)(?:"(.*)")?\s*$/.exec(head) ?? []
  const [kind = 'note'] = kinds.trim().split(/\s+/)
  const { body, end } = bodyAt(lines, at + 1, space.length)
  const inner = converted(body, depth + 1)
  const name = title ?? (kind === '' ? 'note' : kind)
  if (mark.startsWith('???')) return [details(capitalized(name), inner), end]
  return [hint(kind, title ?? '', inner), end]
}

function tabsAt(lines: readonly string[], start: number, depth: number): Block {
  const space = indentationOf(lines[start] ?? '')
  const tabs: string[] = ['{% tabs %}']
  let at = start
  for (let next = at; ; ) {
    const [, indent = '', mark = '', head = ''] = BLOCK.exec(lines[next] ?? '') ?? []
    if (!mark.startsWith('===') || indent.length !== space) break
    const { body, end } = bodyAt(lines, next + 1, space)
    const title = attribute(/^"(.*)"\s*$/.exec(head)?.[1] ?? head)
    tabs.push(`{% tab title="${title}" %}`, ...converted(body, depth + 1), '{% endtab %}', '')
    at = end
    next = end
    while (next < lines.length && lines[next]?.trim() === '') next += 1
  }
  if (tabs.at(-1) === '') tabs.pop()
  return [[...tabs, '{% endtabs %}', ''], Math.max(at, start + 1)]
}

/** The lines that belong to a block because of their indentation, without it. */
function bodyAt(lines: readonly string[], start: number, indentation: number) {
  let end = start
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (indentationOf(line) < indentation + 4) break
    end = at + 1
  }
  return { body: lines.slice(start, end).map((line) => line.slice(indentation + 4)), end }
}

/** A line without lists of attributes, and with keys; null for a line that is only for the program. */
function proseOf(line: string): string | null {
  if (/^\s*\[TOC\]\s*$/.test(line) || /^\s*\{:?\s*[.#][^{}]*\}\s*$/.test(line)) return null
  if (line.startsWith('#')) return headingWithAnchor(line)
  const plain = line.replace(/(?<=[)*`_\]])\{:?\s*(?:[.#]|[\w-]{1,50}=)[^{}]{0,200}\}/g, '')
  return plain.includes('++') ? plain.replace(CODE_OR_KEYS, withKeys) : plain
}

/** `++ctrl+alt+del++`, unless it is in code. */
const CODE_OR_KEYS = /`[^`]*`|(?<![\w+])\+\+([a-z\d-]{1,20}(?:\+[a-z\d-]{1,20}){0,5})\+\+(?![\w+])/gi

const withKeys = (whole: string, keys: string | undefined): string =>
  keys === undefined
    ? whole
    : keys
        .split('+')
        .map((key) => `<kbd>${capitalized(key)}</kbd>`)
        .join('+')

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
