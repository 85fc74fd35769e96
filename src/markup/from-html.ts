import type { Element, Root } from 'hast'
import type { Root as MdastRoot, RootContent } from 'mdast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { contentOf } from './from-html/content.ts'
import { propertyText, textContent, titlesOf } from './from-html/elements.ts'
import { handlers } from './from-html/handlers.ts'
import { normalizeContent } from './from-html/normalize.ts'
import { isParsableHtml } from './raw-html.ts'

export interface ImportedPage {
  title: string
  description?: string
  /** Without the heading that is the title. */
  markdown: string
  /** Absolute URLs, each once, in the order of the page; links exclude those within the page. */
  images: string[]
  links: string[]
}

/**
 * Converts a web page to Markdown: its main content without navigation, header and footer. HTML that cannot be parsed
 * in reasonable time results in a page without text.
 * @param baseUrl absolute URL of the page, for resolving its links
 * @param prepare changes the parsed page before its content is searched
 */
export function fromHtml(
  html: string,
  { baseUrl, prepare }: { baseUrl: string; prepare?: (tree: Root) => void },
): ImportedPage {
  const isParsable = isParsableHtml([html], { depth: 400, formats: 200 })
  const tree = isParsable ? parser.parse(html) : parser.parse(headOf(html))
  limitSpans(tree)
  const base = baseOf(tree, baseUrl)
  if (isParsable) prepare?.(tree)
  const { title: documentTitle, description } = titlesOf(tree)
  const content = normalizeContent(isParsable ? contentOf(tree) : [], base)
  const heading = takeTitle(content)
  const root = writer.runSync(content)
  const markdown = writer.stringify(root)
  return {
    title: heading || documentTitle,
    ...(description ? { description } : {}),
    markdown: markdown.trim() === '' ? '' : markdown,
    ...addressesIn(root),
  }
}

/** The most cells that cells of a page may extend over, all together. */
const MAX_SPANNED_CELLS = 20_000

/** Every cell that a cell extends over becomes one in Markdown, so a short page could become gigabytes. */
function limitSpans(tree: Root): void {
  let remaining = MAX_SPANNED_CELLS
  visit(tree, 'element', ({ properties }) => {
    const { colSpan, rowSpan } = properties
    if (colSpan === undefined && rowSpan === undefined) return
    remaining -= Math.max(1, Number(colSpan) || 1) * Math.max(1, Number(rowSpan) || 1)
    if (remaining >= 0) return
    delete properties.colSpan
    delete properties.rowSpan
  })
}

/** Normalized content as Markdown, and whether it is only part of a line. */
export function markdownOf(content: Root): { markdown: string; isInline: boolean } {
  const root = writer.runSync(content)
  const isInline = root.children.length === 1 && root.children[0]?.type === 'paragraph'
  return { markdown: writer.stringify(root).trim(), isInline }
}

const parser = unified().use(rehypeParse).freeze()

const writer = unified()
  .use(rehypeRemark, { handlers, newlines: false })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, {
    bullet: '*',
    emphasis: '*',
    rule: '-',
    fences: true,
    incrementListMarker: true,
    unsafe: [{ character: '{', after: '%' }],
    join: [(left, right) => (opens(left) || closes(right) ? 0 : undefined)],
  })
  .freeze()

const opens = (node: { type: string }) => isTag(node) && !node.value.startsWith('{% end')
const closes = (node: { type: string }) => isTag(node) && node.value.startsWith('{% end')

function isTag(node: { type: string }): node is RootContent & { value: string } {
  return node.type === 'html' && 'value' in node && String(node.value).startsWith('{% ')
}

const headOf = (html: string) => /<title[^<]*<\/title>/i.exec(html.slice(0, 20_000))?.[0] ?? ''

function baseOf(tree: Root, baseUrl: string): string {
  let base = baseUrl
  visit(tree, 'element', (node) => {
    if (node.tagName === 'base' && URL.canParse(propertyText(node, 'href'), baseUrl)) {
      base = new URL(propertyText(node, 'href'), baseUrl).href
    }
    return node.tagName !== 'body'
  })
  return base
}

/** Removes the first level-1 heading from the content: it is the title. */
function takeTitle(root: Root): string {
  let title = ''
  const search = (parent: Root | Element): boolean =>
    parent.children.some((node, index) => {
      if (node.type !== 'element') return false
      if (node.tagName !== 'h1') return search(node)
      title = textContent(node)
      parent.children.splice(index, 1)
      return true
    })
  search(root)
  return title
}

function addressesIn(root: MdastRoot): { images: string[]; links: string[] } {
  const images = new Set<string>()
  const links = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'image') images.add(node.url)
    if (node.type === 'link' && !node.url.startsWith('#')) links.add(node.url)
  })
  return { images: [...images], links: [...links] }
}
