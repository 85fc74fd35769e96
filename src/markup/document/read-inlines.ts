import type { Element } from 'hast'
import type { Definition, Nodes, PhrasingContent } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'
import { plainTextOf } from '../text.ts'
import { type Mark, normalizeInlines } from './marks.ts'
import { inline, textNode, voidInline } from './nodes.ts'
import { inlinesOf, mentionOf } from './read-elements.ts'
import { parseHtml } from './read-html.ts'
import { referenceOf } from './references.ts'

export type Definitions = ReadonlyMap<string, Definition>

/** An opening tag of raw HTML with its content and its closing tag. */
type TagPair = {
  readonly type: 'paired'
  readonly element: Element
  readonly items: Item[]
  readonly ends: [string, string]
}
type Item = PhrasingContent | TagPair

/** Phrasing content of Markdown as inlines. */
export function inlinesIn(nodes: readonly PhrasingContent[], definitions: Definitions): DocumentNode[] {
  return normalizeInlines(pairTags(nodes).flatMap((item) => read(item, [], definitions)))
}

const opening = /^<([a-z][a-z0-9]*)(?:\s[^>]*|\s*)>$/i
const closing = /^<\/([a-z][a-z0-9]*)\s*>$/i
const empty = new Set(['br', 'img'])

/** Pairs opening and closing tags, which are separate nodes in Markdown; unclosed tags remain raw HTML. */
function pairTags(nodes: readonly PhrasingContent[]): Item[] {
  const levels: { name: string; open: string; items: Item[] }[] = [{ name: '', open: '', items: [] }]
  const top = () => levels.at(-1)?.items ?? []
  const abandonInnermost = () => {
    const level = levels.pop()
    if (level) top().push({ type: 'html', value: level.open }, ...level.items)
  }
  const close = (name: string, end: string) => {
    while (levels.at(-1)?.name !== name) abandonInnermost()
    const { open, items } = levels.pop() ?? { open: '', items: [] }
    const [element] = parseHtml(open)
    if (element?.type === 'element') top().push({ type: 'paired', element, items, ends: [open, end] })
    else top().push({ type: 'html', value: open }, ...items, { type: 'html', value: end })
  }
  for (const node of nodes) {
    const value = node.type === 'html' ? node.value : ''
    const opens = opening.exec(value)?.[1]?.toLowerCase()
    const closes = closing.exec(value)?.[1]?.toLowerCase()
    if (opens !== undefined && !empty.has(opens)) levels.push({ name: opens, open: value, items: [] })
    else if (levels.some(({ name }) => name === closes)) close(closes ?? '', value)
    else top().push(node)
  }
  while (levels.length > 1) abandonInnermost()
  return top()
}

function read(item: Item, marks: readonly Mark[], definitions: Definitions): DocumentNode[] {
  const all = (items: readonly Item[], inner = marks) => items.flatMap((one) => read(one, inner, definitions))
  const marked = (type: string) =>
    all('children' in item ? pairTags(item.children) : [], [...marks, { object: 'mark', type }])
  switch (item.type) {
    case 'text':
      return leaf(item.value.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' '), marks)
    case 'break':
      return leaf('\n', marks)
    case 'inlineCode':
      return leaf(item.value, [...marks, { object: 'mark', type: 'code' }])
    case 'strong':
      return marked('bold')
    case 'emphasis':
      return marked('italic')
    case 'delete':
      return marked('strikethrough')
    case 'link':
      return linkOf(item.url, item.title, item.children, definitions, marks)
    case 'image':
      return [imageOf(item)]
    case 'linkReference': {
      const to = definitions.get(item.identifier)
      return linkOf(to?.url ?? '', to?.title, item.children, definitions, marks)
    }
    case 'imageReference': {
      const to = definitions.get(item.identifier)
      return [imageOf({ url: to?.url ?? '', title: to?.title, alt: item.alt })]
    }
    case 'footnoteReference':
      return [voidInline('footnote-ref', { label: item.label ?? item.identifier })]
    case 'formula':
      return [voidInline('inline-math', { formula: item.value })]
    case 'html':
      return fromHtml(item.value, marks)
    case 'paired':
      return inlinesOf(elementSource(item, all), marks)
    default:
      return leaf(plainTextOf(item), marks)
  }
}

const leaf = (text: string, marks: readonly Mark[]): DocumentNode[] => [
  textNode([{ object: 'leaf', text, marks: [...marks] }]),
]

type All = (items: readonly Item[], marks?: readonly Mark[]) => DocumentNode[]

function elementSource({ element, items, ends }: TagPair, all: All): Parameters<typeof inlinesOf>[0] {
  return {
    element,
    content: (inner) => all(items, inner),
    text: () => items.map(textOf).join(''),
    raw: () => [voidInline('html', { html: ends[0] }), ...all(items), voidInline('html', { html: ends[1] })],
  }
}

const textOf = (item: Item): string =>
  item.type === 'paired' ? item.items.map(textOf).join('') : plainTextOf(item as Nodes)

function fromHtml(value: string, marks: readonly Mark[]): DocumentNode[] {
  // The writer inserts an empty comment to prevent that text is parsed as a URL.
  if (value === '<!-- -->') return []
  const raw = () => [voidInline('html', { html: value })]
  const [element] = opening.test(value) || /^<(?:br|img)[\s/>]/i.test(value) ? parseHtml(value) : []
  if (element?.type !== 'element' || !empty.has(element.tagName)) return raw()
  return inlinesOf({ element, content: () => [], text: () => '', raw }, marks)
}

function linkOf(
  url: string,
  title: string | null | undefined,
  children: readonly PhrasingContent[],
  definitions: Definitions,
  marks: readonly Mark[],
): DocumentNode[] {
  const ref = referenceOf(url)
  const text = children.map((child) => plainTextOf(child)).join('')
  if (title === 'mention') return [mentionOf(ref, text)]
  const nodes = pairTags(children).flatMap((item) => read(item, marks, definitions))
  return [inline('link', { ref, title: title || undefined }, normalizeInlines(nodes, true))]
}

const imageOf = ({
  url,
  title,
  alt,
}: {
  url: string
  title?: string | null | undefined
  alt?: string | null | undefined
}) =>
  voidInline('inline-image', { ref: referenceOf(url), alt: alt || undefined, caption: title || undefined })
