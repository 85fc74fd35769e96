import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Article } from '../article.ts'
import { rawHtml } from '../html.ts'
import type { OutlineEntry, Page } from '../model.ts'
import { textsOf } from '../texts/texts.ts'

/** The outline of the page: a column next to the text, or a popover of the bar on small screens. */
export function outline(page: Page, locale: string): Element[] {
  if (!hasOutline(page)) return []
  const label = textsOf(locale).onThisPage
  const title = h('p.toc-title', { ariaHidden: 'true' }, label)
  return [
    h('div#~contents.toc', { popover: true }, [
      h('nav', { ariaLabel: label }, [title, headingList(page.outline, page.article.titles)]),
    ]),
  ]
}

export const hasOutline = (page: Page) => page.outline.length > 0

/** Nests headings of the second level below the preceding one of the first. */
function headingList(entries: readonly OutlineEntry[], titles: Article['titles']): Element {
  const top = Math.min(...entries.map(({ level }) => level))
  const list = h('ol')
  let below: Element | null = null
  for (const entry of entries) {
    const row = h('li', h('a', { href: `#${encodeURIComponent(entry.anchor)}` }, titleOf(entry, titles)))
    const parent = list.children.at(-1)
    if (entry.level === top || parent?.type !== 'element') {
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

function titleOf({ anchor, text }: OutlineEntry, titles: Article['titles']) {
  const html = Object.hasOwn(titles, anchor) ? titles[anchor] : undefined
  return html === undefined ? text : rawHtml(html)
}
