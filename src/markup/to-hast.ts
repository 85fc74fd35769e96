import type { Element, ElementContent, Root as HastRoot, RootContent } from 'hast'
import { h } from 'hastscript'
import type { Root } from 'mdast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { headingsOf } from './headings.ts'
import { english, type Labels } from './labels.ts'
import { type Marker, markerHandlers } from './markers.ts'
import { parseMarkdown } from './parse.ts'
import { mayParseHtml } from './raw-html.ts'
import type { RenderOptions } from './render/context.ts'
import { renderBlocks } from './render.ts'
import { schema } from './schema.ts'
import { replaceShortcodes } from './shortcodes.ts'
import { addSourceOffsets, withSourceOffsets } from './source-offsets.ts'
import { updatesOf } from './updates.ts'

export interface HastOptions extends Partial<Omit<RenderOptions, 'labels'>> {
  /** Counters for numbered names; shared by texts that are on the same page. */
  counts?: Map<string, number>
  labels?: Partial<Labels>
  /** Whether to show the content of an `if` block; without it everything is shown. */
  isShown?: (expression: string) => boolean
  /** Adds the source offset of each block as `data-at`, for a preview that scrolls along with the editor. */
  sourceOffsets?: boolean
}

/**
 * Renders a page as readers see it: clean HTML with the markup and class names of published pages. Raw HTML in
 * the source is preserved as far as `schema.ts` allows; the result contains no scripts and no styles.
 */
export function toHast(root: Root, options: HastOptions = {}): HastRoot {
  const { labels, isShown = () => true, sourceOffsets = false, ...rest } = options
  const trustsHtml = mayParseHtml(root)
  const baseHandlers = markerHandlers(root, { isShown, trustsHtml })
  const handlers = sourceOffsets ? withSourceOffsets(baseHandlers) : baseHandlers
  const hast = unified()
    .use(remarkRehype, { handlers, allowDangerousHtml: true })
    .runSync({
      ...root,
      children: [...root.children, { type: 'footnotes' }],
    })
  if (sourceOffsets) addSourceOffsets(hast)
  const parsed = trustsHtml && containsRawHtml(hast) ? htmlParser.runSync(hast) : hast
  const clean = cleaner.runSync({ type: 'root', children: markersToElements(parsed.children) })
  const counts = rest.counts ?? new Map<string, number>()
  const { idPrefix = '' } = rest
  const rendered = renderBlocks(clean, {
    headingIds: true,
    headingOffset: 0,
    locale: 'en',
    ...rest,
    idPrefix,
    counts,
    labels: { ...english, ...labels },
    anchors: new Set([...headingsOf(root), ...updatesOf(root)].map(({ anchor }) => anchor)),
    renderProse: (markdown) => proseOf(markdown, { ...options, idPrefix, counts }),
  })
  if (rest.emoji) replaceShortcodes(rendered, rest.emoji)
  return rendered
}

/** Plain words without any markup, which is most of the text in specifications. */
const isPlain = (text: string) =>
  /^[\p{L}\p{N} ,.;:'"()/-]*$/u.test(text) && !/(?:^|\s)[-\d]|https?:|www\./.test(text)

/** Renders Markdown from a specification. Operations in it are not expanded, so that this cannot recurse. */
function proseOf(markdown: string, options: HastOptions & { idPrefix: string; counts: Map<string, number> }) {
  if (isPlain(markdown)) return [h('p', markdown)]
  const { idPrefix, counts, operation: _, ...rest } = options
  const number = (counts.get('prose') ?? 0) + 1
  counts.set('prose', number)
  const content = toHast(parseMarkdown(markdown), {
    ...rest,
    counts,
    idPrefix: `${idPrefix}prose-${number}-`,
    headingIds: false,
    headingOffset: 2,
    sourceOffsets: false,
    resolveLink: (url) => (/^(?:https?|mailto):/i.test(url) ? { href: url, external: true } : null),
    resolveImage: (url) => (/^https?:/i.test(url) ? { src: url } : null),
  })
  return content.children.filter((node) => node.type === 'element' || node.type === 'text')
}

const htmlParser = unified()
  .use(rehypeRaw, { passThrough: ['marker'] })
  .freeze()
const cleaner = unified().use(rehypeSanitize, schema).freeze()

function containsRawHtml(tree: HastRoot): boolean {
  let isFound = false
  visit(tree, 'raw', () => {
    isFound = true
    return false
  })
  return isFound
}

function markersToElements(nodes: (RootContent | ElementContent)[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'marker') return [elementOf(node)]
    if (node.type === 'element')
      return [{ ...node, ...colorProperties(node), children: markersToElements(node.children) }]
    return node.type === 'text' ? [node] : []
  })
}

function elementOf({ name, properties, children }: Marker): Element {
  return { type: 'element', tagName: name, properties, children: markersToElements(children) }
}

/** Saves the colors of a mark in a data attribute, before sanitizing removes its style. */
function colorProperties({ tagName, properties }: Element): Partial<Element> {
  if (tagName !== 'mark' || typeof properties.style !== 'string') return {}
  const colors = new Map<string, string>()
  for (const [, property, name] of properties.style.matchAll(colorStyle)) {
    const kind = property?.toLowerCase() === 'color' ? 'ink' : 'ground'
    if (name?.toLowerCase() !== 'default') colors.set(kind, `${kind}-${name?.toLowerCase()}`)
  }
  if (colors.size === 0) return {}
  return { properties: { ...properties, dataColor: [...colors.values()].join(' ') } }
}

const colorStyle = /(background-color|background|color)\s*:\s*\$?([a-z]{1,20})/gi
