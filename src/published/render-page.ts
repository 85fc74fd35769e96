import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { belowTitle, openingOf } from './article-text.ts'
import { documentOf } from './document.ts'
import { type Html, print, printed, printForeign } from './html.ts'
import { bar } from './layout/bar.ts'
import { icon } from './layout/icons.ts'
import { contents, hasContents } from './layout/outline.ts'
import { pageEnd } from './layout/page-end.ts'
import { pageTop } from './layout/page-top.ts'
import { sectionsInDrawer } from './layout/sections.ts'
import { switchers } from './layout/switchers.ts'
import { pageTree } from './layout/tree.ts'
import { memo } from './memo.ts'
import type { Page, PageModel, ReaderSite } from './model.ts'
import { textsOf } from './texts/texts.ts'

/** A page of the site as a whole HTML document. Pure: the same model gives the same text. */
export function renderPage(model: PageModel): string {
  const { site, page } = model
  const about = {
    title: page.title,
    description: page.description ?? openingOf(page.article),
    canonical: model.canonical,
    markdownHref: page.markdownHref,
    prev: page.prev?.href,
    next: page.next?.href,
    socialImage: page.socialImage,
    noIndex: page.noIndex,
  }
  const body = h('div.frame.body', [
    side(model),
    bar(site.locale, hasContents(page)),
    h('main#content', { tabIndex: -1 }, article(model)),
    ...contents(page, site.locale),
  ])
  return documentOf(site, about, [body])
}

/** Beside the text, and a drawer on small screens. */
function side({ site, switchers: choices, tree, page }: PageModel): Element {
  return h('div#pages.side', { popover: true }, [
    printed(drawerHead(site)),
    ...switchers(choices, site.locale),
    pageTree(tree, page.id, site.locale),
  ])
}

const drawerHead = memo((site: ReaderSite): Html => {
  const texts = textsOf(site.locale)
  const hide = { type: 'button', popovertarget: 'pages', popovertargetaction: 'hide', ariaLabel: texts.close }
  const title = h('div.pop-head', [
    h('span', { ariaHidden: 'true' }, texts.pages),
    h('button.icon-button', hide, icon('close')),
  ])
  return print([title, ...sectionsInDrawer(site)])
})

function article(model: PageModel): Element {
  const { site, page } = model
  return h('article.article', [
    ...cover(page),
    pageTop(model),
    h('h1.title', { ...page.writing }, page.title),
    ...lead(page),
    h('div.prose', { ...page.writing }, [printed(printForeign(belowTitle(page.article)))]),
    ...pageEnd(page, site.locale),
  ])
}

/** It says nothing that the text does not. */
function cover({ cover: picture }: Page): Element[] {
  if (!picture) return []
  const { light, dark } = picture
  const drawn = (src: string, only?: 'light' | 'dark') =>
    h(only ? `img.cover-${only}` : 'img', { src, alt: '', fetchPriority: 'high' })
  return [h('div.page-cover', dark ? [drawn(light, 'light'), drawn(dark, 'dark')] : [drawn(light)])]
}

function lead({ lead, description, writing }: Page): ElementContent[] {
  if (lead?.length) return [h('p.lead', { ...writing }, [printed(printForeign(lead))])]
  return description ? [h('p.lead', { ...writing }, description)] : []
}
