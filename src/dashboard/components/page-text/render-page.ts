import type { Element, Root as HastRoot } from 'hast'
import type { Root } from 'mdast'
import { apiBlockKey } from '#markup/api-blocks.ts'
import { sampleLanguages } from '#markup/api-samples.ts'
import type { Highlighter } from '#markup/highlight.ts'
import { type OutlineEntry, outlineOf } from '#markup/outline.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { wordCountOf } from '#markup/text.ts'
import { withoutTitle } from '#markup/title.ts'
import { type HastOptions, toHast } from '#markup/to-hast.ts'
import { toHtml } from '#markup/to-html.ts'
import { anchorPrefix } from '../../lib/paths.ts'
import { type LinkContext, resolveImage, resolveLink } from './page-links.ts'
import type { OperationsByKey } from './use-operations.ts'

export type RenderedPage = {
  /** Clean markup: nothing in it runs or carries styles. */
  readonly html: string
  readonly outline: readonly OutlineEntry[]
  readonly words: number
  /** Languages of its code, for the highlighter. */
  readonly languages: readonly string[]
}

type Options = {
  readonly title: string
  readonly place: LinkContext
  readonly highlighter?: Highlighter | null
  readonly formula?: HastOptions['formula'] | null
  /** Operations of APIs that its blocks show, as far as they are known. */
  readonly operations?: OperationsByKey
  /** Each block says where it begins in the text, for a preview. */
  readonly places?: boolean
}

/** Draws the Markdown of a page as it is read, with links that lead through the dashboard. */
export function renderPage(markdown: string, options: Options): RenderedPage {
  const { title, place, highlighter, formula, operations, places = false } = options
  const root = parseMarkdown(markdown)
  const body = withoutTitle(root, title)
  const drawn = toHast(body, {
    idPrefix: anchorPrefix,
    sourceOffsets: places,
    resolveLink: (url) => resolveLink(url, place),
    resolveImage: (url) => resolveImage(url, place),
    ...(highlighter ? { highlight: highlighter.highlight } : {}),
    ...(formula ? { formula } : {}),
    ...(operations ? { operation: (block) => operations.get(apiBlockKey(block)) ?? null } : {}),
  })
  return {
    html: toHtml(renamed(drawn)),
    outline: outlineOf(body),
    words: wordCountOf(root),
    languages: [...languagesIn(body), ...(operations && operations.size > 0 ? sampleLanguages : [])],
  }
}

function languagesIn(root: Root): string[] {
  const languages = new Set<string>()
  const walk = (node: { type: string; children?: unknown }): void => {
    if (node.type === 'code' && 'lang' in node && typeof node.lang === 'string') languages.add(node.lang)
    if ('children' in node && Array.isArray(node.children)) for (const child of node.children) walk(child)
  }
  walk(root)
  return [...languages]
}

/** Class names of the reader that mean something else in the dashboard. */
const others: Readonly<Record<string, string>> = { table: 'wide-table', tabs: 'variants', tab: 'variant' }

function renamed<T extends HastRoot | Element>(node: T): T {
  for (const child of node.children) if (child.type === 'element') renamed(child)
  if (node.type === 'element' && Array.isArray(node.properties.className)) {
    node.properties.className = node.properties.className.map((name) => others[name] ?? name)
  }
  return node
}
