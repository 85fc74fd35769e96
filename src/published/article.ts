import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { excerptOf, normalizeHeadings } from './article-text.ts'
import { type Html, print, printUntrusted, text } from './html.ts'

/** The printed text of a page, and what other parts of the page show of it. */
export type Article = {
  readonly html: Html
  /** For search engines; undefined if there is no paragraph with enough text. */
  readonly excerpt: string | undefined
  /** The titles of headings for the outline, by anchor. */
  readonly titles: Readonly<Record<string, Html>>
}

export const emptyArticle: Article = { html: printUntrusted([]), excerpt: undefined, titles: {} }

/** Prints the result of `toHast`, for a page with this outline. Raw nodes in it are printed as text. */
export const articleFrom = (root: Root, outline: readonly { readonly anchor: string }[] = []): Article => ({
  html: printUntrusted(normalizeHeadings(root)),
  excerpt: excerptOf(root),
  titles: titlesOf(root, new Set(outline.map(({ anchor }) => anchor))),
})

/** Titles of headings: code remains code, other markup becomes text. */
function titlesOf(article: Root, anchors: ReadonlySet<unknown>): Article['titles'] {
  const titles: [string, Html][] = []
  visit(article, 'element', (node) => {
    if (/^h[1-4]$/.test(node.tagName) && anchors.has(node.properties.id)) titles.push(titleOf(node))
  })
  return Object.fromEntries(titles)
}

function titleOf(heading: Element): [string, Html] {
  const visible = heading.children.filter((child) => !isAnchor(child))
  const title = visible.map((child) =>
    child.type === 'element' && child.tagName === 'code' ? h('code', textOf(child)) : text(textOf(child)),
  )
  return [String(heading.properties.id ?? ''), print(title)]
}

function isAnchor(node: ElementContent): boolean {
  return node.type === 'element' && [node.properties.className].flat().includes('anchor')
}
