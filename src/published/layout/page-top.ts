import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Page, PageModel } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { fill, textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The line above the title: where the page stands and what else can be had of it. */
export function pageTop(model: PageModel): Element {
  const texts = textsOf(model.site.locale)
  return h('div.top', [breadcrumb(model, texts), ...actions(model.page, texts)])
}

function breadcrumb({ breadcrumbs }: PageModel, texts: Texts): Element {
  if (breadcrumbs.length === 0) return h('span')
  const steps = breadcrumbs.map(({ title, href }) => h('li', href ? h('a', { href }, title) : title))
  return h('nav.crumbs', { ariaLabel: texts.breadcrumb }, h('ol', steps))
}

function actions(page: Page, texts: Texts): Element[] {
  const rows = [
    { title: texts.viewMarkdown, href: page.markdownHref },
    { title: texts.downloadPdf, href: page.pdfHref },
    { title: editTitle(page.editHref, texts), href: page.editHref },
  ].flatMap(({ title, href }) => (href ? [h('li', h('a', { href }, title))] : []))
  if (rows.length === 0) return []
  return [h('div.split', [...copyButton(page, texts), moreActions(rows, texts)])]
}

function copyButton({ markdownHref }: Page, texts: Texts): Element[] {
  if (!markdownHref) return []
  const words = { 'data-copy-page': markdownHref, 'data-done': texts.copied }
  return [
    h('button.needs-js', { type: 'button', ...words, ariaLabel: texts.copyPage }, [
      icon('copy', 'i i-s'),
      h('span.split-label', texts.copyPage),
    ]),
  ]
}

function moreActions(rows: Element[], texts: Texts): Element {
  return h('details.menu', [
    h('summary', [h('span.vh', texts.moreActions), icon('down', 'i i-s')]),
    h('ul.menu-list.at-end', rows),
  ])
}

const hosts: Record<string, string> = {
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'bitbucket.org': 'Bitbucket',
  'codeberg.org': 'Codeberg',
}

function editTitle(href: string | undefined, texts: Texts): string {
  const host = href && URL.canParse(href) ? hosts[new URL(href).hostname] : undefined
  return host ? fill(texts.editOn, { host }) : texts.edit
}
