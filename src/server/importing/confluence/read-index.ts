import type { Element, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { classesOf, elementsIn, isElement, propertyText, textContent } from '#markup/from-html/elements.ts'
import { isParsableHtml } from '#markup/raw-html.ts'

/** A page in the index of an export. */
export type IndexEntry = {
  /** As the index writes it: the name of the file may be percent-decoded. */
  readonly path: string
  readonly title: string
  readonly children: readonly IndexEntry[]
}

const parser = unified().use(rehypeParse).freeze()

/** Lists nest about twice as deep in elements as pages do. */
const LIMITS = { depth: 400, formats: 200 }

/** The pages in the index of an exported space; null if the page is no such index. */
export function readConfluenceIndex(html: string): readonly IndexEntry[] | null {
  if (!isParsableHtml([html], LIMITS)) return null
  const tree: Root = parser.parse(html)
  const sections = elementsIn(tree, (node) => /\bpagesection\b/.test(classesOf(node)))
  const entries = sections.flatMap((section) => section.children.filter(isElement).flatMap(entriesOf))
  return entries.length === 0 ? null : entries
}

function entriesOf(list: Element): IndexEntry[] {
  if (list.tagName !== 'ul') return []
  return list.children.filter(isElement).flatMap((item) => {
    const parts = item.children.filter(isElement)
    const link = parts.find(({ tagName }) => tagName === 'a')
    const children = parts.flatMap(entriesOf)
    const href = link === undefined ? '' : propertyText(link, 'href').replace(/[?#].*$/, '')
    if (link === undefined || !/^[^/:]+\.html$/.test(href)) return children
    return [{ path: href, title: textContent(link), children }]
  })
}
