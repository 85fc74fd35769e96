import type { Element, ElementContent, Root as HastRoot, RootContent } from 'hast'
import { h } from 'hastscript'
import type { Root } from 'mdast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { type DressOptions, dress } from './dress.ts'
import { headingsOf } from './headings.ts'
import { english, type Labels } from './labels.ts'
import { type Marker, markerHandlers } from './markers.ts'
import { parseMarkdown } from './parse.ts'
import { placeElements, placingHandlers } from './places.ts'
import { mayParseHtml } from './raw-html.ts'
import { schema } from './schema.ts'

export type { LinkUse, ResolvedImage, ResolvedLink } from './dress.ts'

export interface HastOptions extends Partial<Omit<DressOptions, 'labels'>> {
  /** How many things of a kind stand before this on the same page. */
  counts?: Map<string, number>
  labels?: Partial<Labels>
  /** Whether to show what an `if` block holds; without it everything is shown. */
  isShown?: (expression: string) => boolean
  /** Each block says where it begins in the source, as `data-at`: for a preview that follows the writing. */
  places?: boolean
}

/**
 * Draws a page as the reader sees it: clean HTML with the reader's own markup and class names. Raw HTML
 * of the source comes through as far as `schema.ts` lets it; nothing in the result runs or carries styles.
 */
export function toHast(root: Root, options: HastOptions = {}): HastRoot {
  const { labels, isShown = () => true, places = false, ...rest } = options
  const trustsHtml = mayParseHtml(root)
  const marking = markerHandlers(root, { isShown, trustsHtml })
  const handlers = places ? placingHandlers(marking) : marking
  const drawn = unified()
    .use(remarkRehype, { handlers, allowDangerousHtml: true })
    .runSync({
      ...root,
      children: [...root.children, { type: 'footnotes' }],
    })
  if (places) placeElements(drawn)
  const parsed = trustsHtml && holdsRaw(drawn) ? htmlParser.runSync(drawn) : drawn
  const clean = cleaner.runSync({ type: 'root', children: unmarked(parsed.children) })
  const counts = rest.counts ?? new Map<string, number>()
  const { idPrefix = '' } = rest
  return dress(clean, {
    headingIds: true,
    headingOffset: 0,
    ...rest,
    idPrefix,
    counts,
    labels: { ...english, ...labels },
    anchors: new Set(headingsOf(root).map(({ anchor }) => anchor)),
    prose: (markdown) => proseOf(markdown, { ...options, idPrefix, counts }),
  })
}

/** A few words without any markup: most of what specifications say. */
const isPlain = (text: string) =>
  /^[\p{L}\p{N} ,.;:'"()/-]*$/u.test(text) && !/(?:^|\s)[-\d]|https?:|www\./.test(text)

/** The Markdown of others that a block brings along. It shows no blocks that would bring along more. */
function proseOf(markdown: string, options: HastOptions & { idPrefix: string; counts: Map<string, number> }) {
  if (isPlain(markdown)) return [h('p', markdown)]
  const { idPrefix, counts, operation: _, ...rest } = options
  const number = (counts.get('prose') ?? 0) + 1
  counts.set('prose', number)
  const drawn = toHast(parseMarkdown(markdown), {
    ...rest,
    counts,
    idPrefix: `${idPrefix}prose-${number}-`,
    headingIds: false,
    headingOffset: 2,
    places: false,
    resolveLink: (url) => (/^(?:https?|mailto):/i.test(url) ? { href: url, external: true } : null),
    resolveImage: (url) => (/^https?:/i.test(url) ? { src: url } : null),
  })
  return drawn.children.filter((node) => node.type === 'element' || node.type === 'text')
}

const htmlParser = unified()
  .use(rehypeRaw, { passThrough: ['marker'] })
  .freeze()
const cleaner = unified().use(rehypeSanitize, schema).freeze()

function holdsRaw(tree: HastRoot): boolean {
  let found = false
  visit(tree, 'raw', () => {
    found = true
    return false
  })
  return found
}

function unmarked(nodes: (RootContent | ElementContent)[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'marker') return [elementOf(node)]
    if (node.type === 'element') return [{ ...node, ...coloured(node), children: unmarked(node.children) }]
    return node.type === 'text' ? [node] : []
  })
}

function elementOf({ name, properties, children }: Marker): Element {
  return { type: 'element', tagName: name, properties, children: unmarked(children) }
}

/** The colour of a mark is kept as a word, before the cleaner takes the style away. */
function coloured({ tagName, properties }: Element): Partial<Element> {
  if (tagName !== 'mark' || typeof properties.style !== 'string') return {}
  const match = /(background-color|background|color)\s*:\s*\$?([a-z]+)/i.exec(properties.style)
  if (!match) return {}
  const kind = match[1]?.toLowerCase() === 'color' ? 'ink' : 'ground'
  return { properties: { ...properties, dataColor: `${kind}-${match[2]?.toLowerCase()}` } }
}
