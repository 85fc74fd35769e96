import type { Element, Root } from 'hast'
import type { Root as MdastRoot, RootContent } from 'mdast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { contentOf } from './from-html/content.ts'
import { said, titlesOf, wordsIn } from './from-html/elements.ts'
import { handlers } from './from-html/handlers.ts'
import { tidied } from './from-html/tidy.ts'
import { isDecentHtml } from './raw-html.ts'

export interface ImportedPage {
  title: string
  description?: string
  /** Without the title's heading. */
  markdown: string
  /** Absolute addresses, each once, in the order of the page; links without those to the page itself. */
  images: string[]
  links: string[]
}

/**
 * Reads a page of some website as Markdown: its main content without the frame around it.
 * @param baseUrl absolute address of the page, against which its links are resolved
 * HTML that cannot be read in decent time gives a page without text.
 */
export function fromHtml(html: string, { baseUrl }: { baseUrl: string }): ImportedPage {
  const isReadable = isDecentHtml([html], { depth: 400, formats: 200 })
  const tree = isReadable ? parser.parse(html) : parser.parse(headOf(html))
  const base = baseOf(tree, baseUrl)
  const { title: documentTitle, description } = titlesOf(tree)
  const content = tidied(isReadable ? contentOf(tree) : [], base)
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

/** A tidied piece of a page as Markdown, and whether that is no more than a part of a line. */
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
    if (node.tagName === 'base' && URL.canParse(said(node, 'href'), baseUrl)) {
      base = new URL(said(node, 'href'), baseUrl).href
    }
    return node.tagName !== 'body'
  })
  return base
}

/** Takes the first heading of level 1 out of the content: it is the title. */
function takeTitle(root: Root): string {
  let title = ''
  const search = (parent: Root | Element): boolean =>
    parent.children.some((node, index) => {
      if (node.type !== 'element') return false
      if (node.tagName !== 'h1') return search(node)
      title = wordsIn(node)
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
