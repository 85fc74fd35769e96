import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { print, printed, printForeign } from './html.ts'
import { dateInWords, textsOf } from './texts/texts.ts'
import { rootAttributes } from './theme/attributes.ts'

/** A line of the contents of a PDF; groups have no place of their own. */
export type PrintEntry = {
  readonly title: string
  readonly anchor?: string | undefined
  readonly children: readonly PrintEntry[]
}

export type PrintPage = {
  readonly anchor: string
  readonly title: string
  readonly emoji?: string | undefined
  readonly description?: string | undefined
  /** As `toHast` made it, with an `idPrefix` of its own. */
  readonly article: Root
}

/** What is printed: pages one after the other, each on a new sheet. */
export type PrintModel = {
  readonly title: string
  /** A line below the title of the cover; there is no cover without one of these. */
  readonly cover?: { readonly line?: string | undefined; readonly date: string } | undefined
  readonly contents: readonly PrintEntry[]
  readonly pages: readonly PrintPage[]
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  /** Address of the stylesheet. */
  readonly css: string
}

/** Nothing runs on paper, and nothing is loaded but what lies beside it. */
const policy = "default-src 'none'; style-src file:; img-src file: data:; font-src file:"

/** A whole HTML document made for paper. */
export function renderPrint(model: PrintModel): string {
  const { title, locale, dir, css } = model
  const attributes = rootAttributes({ locale, dir, customization: {} })
  const page = h('html', attributes, [
    h('head', [
      h('meta', { charSet: 'utf-8' }),
      h('meta', { httpEquiv: 'Content-Security-Policy', content: policy }),
      h('title', title),
      h('link', { rel: 'stylesheet', href: css }),
    ]),
    h('body.paper', [...cover(model), ...contents(model), ...model.pages.map(sheet)]),
  ])
  return `<!doctype html>\n${print(page)}\n`
}

function cover({ title, cover, locale }: PrintModel): Element[] {
  if (cover === undefined) return []
  const date = dateInWords(cover.date, locale)
  const lines = [cover.line, date].filter((line) => line != null && line !== '')
  return [h('section.paper-cover', [h('p.paper-title', title), ...lines.map((line) => h('p', line))])]
}

function contents({ contents, locale }: PrintModel): Element[] {
  if (contents.length === 0) return []
  return [h('nav.paper-contents', [h('p.paper-title', textsOf(locale).contents), list(contents)])]
}

const list = (entries: readonly PrintEntry[]): Element =>
  h(
    'ul',
    entries.map(({ title, anchor, children }) =>
      h('li', [
        anchor === undefined ? h('span', title) : h('a', { href: `#${anchor}` }, title),
        ...(children.length === 0 ? [] : [list(children)]),
      ]),
    ),
  )

function sheet({ anchor, title, emoji, description, article }: PrintPage): Element {
  const name = emoji ? `${emoji} ${title}` : title
  return h('article.article.paper-page', [
    h('h1.title', { id: anchor }, name),
    ...(description ? [h('p.lead', description)] : []),
    h('div.prose', [printedArticle(article)]),
  ])
}

/** Pictures are there at once on paper, and the title alone is a heading of the first level. */
function printedArticle(article: Root): ElementContent {
  const copy = structuredClone(article)
  visit(copy, 'element', (node) => {
    if (node.tagName === 'img') delete node.properties.loading
    if (node.tagName === 'h1') node.tagName = 'h2'
  })
  return printed(printForeign(copy))
}
