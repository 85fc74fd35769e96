import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import { type Html, print, printUntrusted, rawHtml } from './html.ts'
import { articleEnd, articleTop } from './layout/article.ts'
import { icon } from './layout/icons.ts'
import { bar, sectionsInDrawer, switchers } from './layout/navigation.ts'
import { hasOutline, outline } from './layout/outline.ts'
import { pageTree } from './layout/tree.ts'
import { memo } from './memo.ts'
import type { Page, PageModel, ReaderSite } from './model.ts'
import { textsOf } from './texts/texts.ts'

/** A page of the site as an HTML document. Pure: equal models give equal results. */
export function renderPage(model: PageModel): string {
  const { site, page } = model
  const head = {
    title: page.title,
    description: page.description ?? page.article.excerpt,
    canonical: model.canonical,
    markdownHref: page.markdownHref,
    feedHref: page.feedHref,
    ...(page.noIndex ? {} : { alternates: model.alternates }),
    prev: page.prev?.href,
    next: page.next?.href,
    socialImage: page.socialImage,
    noIndex: page.noIndex,
  }
  const body = h('div.frame.body', [
    side(model),
    bar(site.locale, hasOutline(page)),
    h('main#content', { tabIndex: -1 }, article(model)),
    ...outline(page, site.locale),
  ])
  return documentOf(site, head, [body])
}

/** The sidebar, which is a drawer on small screens. */
function side({ site, switchers: choices, tree, page }: PageModel): Element {
  return h('div#pages.side', { popover: true }, [
    rawHtml(drawerHead(site)),
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
    articleTop(model),
    h('h1.title', { ...page.language }, page.title),
    ...lead(page),
    h('div.prose', { ...page.language }, [rawHtml(page.article.html)]),
    ...articleEnd(page, site.locale),
  ])
}

/** The cover is decorative, so its alternative text is empty. */
function cover({ cover: picture }: Page): Element[] {
  if (!picture) return []
  const { light, dark } = picture
  const image = (src: string, only?: 'light' | 'dark') =>
    h(only ? `img.cover-${only}` : 'img', { src, alt: '', fetchPriority: 'high' })
  return [h('div.page-cover', dark ? [image(light, 'light'), image(dark, 'dark')] : [image(light)])]
}

function lead({ lead, description, language }: Page): ElementContent[] {
  if (lead?.length) return [h('p.lead', { ...language }, [rawHtml(printUntrusted(lead))])]
  return description ? [h('p.lead', { ...language }, description)] : []
}
