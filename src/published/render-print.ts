import type { Element } from 'hast'
import { h } from 'hastscript'
import { type Html, print, rawHtml } from './html.ts'
import { formatDate, textsOf } from './texts/texts.ts'
import { rootAttributes } from './theme/attributes.ts'

/** An entry in the table of contents of a PDF; groups have no anchor. */
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
  /** From `articleForPrint`; its ids have a unique prefix. */
  readonly article: Html
}

/** The content of a PDF: pages in order, each on a new sheet. */
export type PrintModel = {
  readonly title: string
  /** The cover page, with an optional line below the title. */
  readonly cover?: { readonly line?: string | undefined; readonly date: string } | undefined
  readonly contents: readonly PrintEntry[]
  readonly pages: readonly PrintPage[]
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  /** URL of the stylesheet. */
  readonly css: string
}

/** No scripts, and only local files are loaded. */
const policy = "default-src 'none'; style-src file:; img-src file: data:; font-src file:"

/** The HTML document for a PDF. */
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
    h('body.pdf', [...cover(model), ...contents(model), ...model.pages.map(sheet)]),
  ])
  return `<!doctype html>\n${print(page)}\n`
}

function cover({ title, cover, locale }: PrintModel): Element[] {
  if (cover === undefined) return []
  const date = formatDate(cover.date, locale)
  const lines = [cover.line, date].filter((line) => line != null && line !== '')
  return [h('section.pdf-cover', [h('p.pdf-title', title), ...lines.map((line) => h('p', line))])]
}

function contents({ contents, locale }: PrintModel): Element[] {
  if (contents.length === 0) return []
  return [h('nav.pdf-contents', [h('p.pdf-title', textsOf(locale).contents), list(contents)])]
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
  return h('article.article.pdf-page', [
    h('h1.title', { id: anchor }, name),
    ...(description ? [h('p.lead', description)] : []),
    h('div.prose', [rawHtml(article)]),
  ])
}
