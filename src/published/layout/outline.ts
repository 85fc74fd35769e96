import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { text } from '../html.ts'
import type { OutlineEntry, Page } from '../model.ts'
import { textsOf } from '../texts/texts.ts'

/** The outline of the page: a column beside the text, or a popover of the bar on small screens. */
export function outline(page: Page, locale: string): Element[] {
  const entries = page.outline.filter(({ level }) => level <= 3)
  if (entries.length === 0) return []
  const label = textsOf(locale).onThisPage
  const title = h('p.toc-title', { ariaHidden: 'true' }, label)
  return [
    h('div#contents.toc', { popover: true }, [
      h('nav', { ariaLabel: label }, [title, headingList(entries, titlesOf(page.article))]),
    ]),
  ]
}

export const hasOutline = (page: Page) => page.outline.some(({ level }) => level <= 3)

type Titles = ReadonlyMap<string, ElementContent[]>

/** Nests level-3 headings below the preceding level-2 heading. */
function headingList(entries: readonly OutlineEntry[], titles: Titles): Element {
  const list = h('ol')
  let below: Element | null = null
  for (const entry of entries) {
    const row = h(
      'li',
      h('a', { href: `#${encodeURIComponent(entry.anchor)}` }, titles.get(entry.anchor) ?? entry.text),
    )
    const parent = list.children.at(-1)
    if (entry.level === 2 || parent?.type !== 'element') {
      list.children.push(row)
      below = null
      continue
    }
    if (!below) {
      below = h('ol')
      parent.children.push(below)
    }
    below.children.push(row)
  }
  return list
}

/** Titles of headings: code remains code, other markup becomes text. */
function titlesOf(article: Root): Titles {
  const headings = article.children.filter((node) => node.type === 'element' && /^h[23]$/.test(node.tagName))
  return new Map(headings.flatMap((node) => (node.type === 'element' ? [titleOf(node)] : [])))
}

function titleOf(heading: Element): [string, ElementContent[]] {
  const visible = heading.children.filter((child) => !isAnchor(child))
  const title = visible.map((child) =>
    child.type === 'element' && child.tagName === 'code' ? h('code', textOf(child)) : text(textOf(child)),
  )
  return [String(heading.properties.id ?? ''), title]
}

function isAnchor(node: ElementContent): boolean {
  return node.type === 'element' && [node.properties.className].flat().includes('anchor')
}
