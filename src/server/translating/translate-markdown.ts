import { diffArrays } from 'diff'
import type { Nodes, Root, RootContent } from 'mdast'
import { parseMarkdown } from '#markup/parse.ts'

/** A text that a provider translates, as the span that it has in the page. */
type Part = { readonly start: number; readonly end: number; readonly text: string }

type Block = {
  readonly start: number
  readonly end: number
  readonly source: string
  readonly node: RootContent
}

/** The texts of a page and of its translation. */
export type TranslationTexts = {
  /** The original as it is. */
  readonly original: string
  /** The original when the translation was last confirmed; undefined if it never was. */
  readonly confirmed: string | undefined
  /** The translation as it is. */
  readonly translation: string
}

/** The texts that need a translation, in order. */
export const textsToTranslate = (texts: TranslationTexts): string[] =>
  planOf(texts)
    .parts.flat()
    .map(({ text }) => text)

function planOf(texts: TranslationTexts) {
  const blocks = blocksIn(texts.original)
  const present = presentTranslations(blocks, texts)
  const parts = blocks.map((block, index) => (present.has(index) ? [] : partsOf(block)))
  return { blocks, present, parts }
}

/** The original with translations of `textsToTranslate`; texts without one are not translated. */
export function translatedMarkdown(texts: TranslationTexts, translations: readonly string[]): string {
  const { blocks, present, parts } = planOf(texts)
  const flat = parts.flat()
  const translationOf = new Map(flat.map((part, index) => [part, translations[index] ?? part.text]))
  let result = ''
  let end = 0
  for (const [index, block] of blocks.entries()) {
    result += texts.original.slice(end, block.start)
    result += present.get(index) ?? translatedBlock(block, parts[index] ?? [], translationOf)
    end = block.end
  }
  return result + texts.original.slice(end)
}

function blocksIn(text: string): readonly Block[] {
  return parseMarkdown(text).children.flatMap((node) => {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset]
    return start === undefined || end === undefined
      ? []
      : [{ start, end, source: text.slice(start, end), node }]
  })
}

/** The present translation of each block of the original that has not changed, by the index of the block. */
function presentTranslations(
  blocks: readonly Block[],
  { confirmed, translation }: TranslationTexts,
): ReadonlyMap<number, string> {
  const present = new Map<number, string>()
  if (confirmed === undefined) return present
  const [before, translated] = [blocksIn(confirmed), blocksIn(translation)]
  const isParallel =
    before.length === translated.length &&
    before.every(({ node }, index) => node.type === translated[index]?.node.type)
  if (!isParallel) return present
  let [old, now] = [0, 0]
  const sources = (some: readonly Block[]) => some.map(({ source }) => source)
  for (const { added, removed, count = 0 } of diffArrays(sources(before), sources(blocks))) {
    for (let i = 0; !added && !removed && i < count; i++) {
      const block = translated[old + i]
      if (block !== undefined) present.set(now + i, block.source)
    }
    if (!added) old += count
    if (!removed) now += count
  }
  return present
}

/** Variables, tags, formulas, emoji codes and addresses within text. */
const FIXED = /\{\{.*?\}\}|\{%.*?%\}|\$\$.*?\$\$|:[a-z0-9_+-]+:|https?:\/\/\S+|\S+@\S+\.\S+|@\w+/gis

/** The translatable texts of a block, in order. */
function partsOf({ start: offset, source, node: block }: Block): readonly Part[] {
  const parts: Part[] = []
  const visit = (node: Nodes): void => {
    if (!('children' in node)) return
    // Texts next to addresses that became links have the position of their parent, so they are searched for in it.
    let cursor = (node.position?.start.offset ?? offset) - offset
    for (const child of node.children) {
      if (child.type === 'text') {
        const span = spanOf(child, node, { source, offset, cursor })
        if (span === undefined) continue
        parts.push(...translatable(source.slice(span.start, span.end), span.start))
        cursor = span.end
      } else if (!isAutomaticLink(child)) visit(child)
    }
  }
  if (block.type !== 'definition') visit(block)
  return parts
}

/** A link whose text is its address. */
const isAutomaticLink = (node: Nodes): boolean =>
  node.type === 'link' &&
  node.children.every((child) => child.type === 'text' && node.url.endsWith(child.value))

type Search = { readonly source: string; readonly offset: number; readonly cursor: number }

/** Where the source of a text node is; undefined if it is not written as plain text. */
function spanOf(
  text: Extract<Nodes, { type: 'text' }>,
  parent: Nodes,
  { source, offset, cursor }: Search,
): { start: number; end: number } | undefined {
  const start = (text.position?.start.offset ?? offset) - offset
  const end = (text.position?.end.offset ?? offset) - offset
  if (text.position !== parent.position && plain(source.slice(start, end)) === text.value)
    return { start, end }
  const found = source.indexOf(text.value, cursor)
  const last = (parent.position?.end.offset ?? offset) - offset
  if (text.position !== parent.position || found < 0 || found + text.value.length > last) return undefined
  return { start: found, end: found + text.value.length }
}

/** The text behind a source: without backslashes of escapes and the markers at the start of continued lines. */
const plain = (source: string): string =>
  source.replace(/(?<![ \t])[ \t]*\n[ \t>]*/g, '\n').replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** The parts of a source that have letters and are nothing that must stay as it is, without spaces around them. */
function translatable(source: string, start: number): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  const add = (to: number): void => {
    const piece = source.slice(from, to)
    // Punctuation after something that stays, such as a link, belongs to it.
    const text = piece.replace(/^[\s,.;:!?)\]]+/, '').trim()
    if (!/\p{L}/u.test(text)) return
    const at = start + from + piece.indexOf(text)
    parts.push({ start: at, end: at + text.length, text: plain(text).replace(/(?<!\s)\s*\n\s*/g, ' ') })
  }
  for (const match of source.matchAll(FIXED)) {
    add(match.index)
    from = match.index + match[0].length
  }
  add(source.length)
  return parts
}

/** A block with its parts translated; as it was if the translation changes anything but text. */
function translatedBlock(
  { source, node }: Block,
  parts: readonly Part[],
  translationOf: ReadonlyMap<Part, string>,
): string {
  let result = ''
  let end = 0
  for (const part of parts) {
    const text = (translationOf.get(part) ?? '').replace(/\s+/g, ' ').trim()
    result +=
      source.slice(end, part.start) + (text === '' ? source.slice(part.start, part.end) : escaped(text))
    end = part.end
  }
  result += source.slice(end)
  const root: Root = parseMarkdown(result)
  const [only] = root.children
  return root.children.length === 1 && only !== undefined && shapeOf(only) === shapeOf(node) ? result : source
}

/** Escapes what would be markup (CommonMark 0.31, 2.4), also at the start of a line. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(/\{(?=[{%])|\$(?=\$)|&(?=[#\w]+;)/g, '\\$&')
    .replace(/^(?:[#+=-])/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s)/, '$1\\$2')

/** Everything about a block except its words. */
function shapeOf(node: Nodes): string {
  if (node.type === 'text') return 't'
  const {
    position: _,
    data: __,
    children: ___,
    spans: ____,
    ...rest
  } = node as unknown as Record<string, unknown>
  const children = 'children' in node ? node.children.map(shapeOf) : []
  // Escapes can split a text, so that two text nodes count as one.
  return JSON.stringify([rest, children.join(',').replace(/t(?:,t)+/g, 't')])
}
