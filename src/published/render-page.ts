import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import { type Html, print, printUntrusted, rawHtml } from './html.ts'
import { articleEnd, articleTop } from './layout/article.ts'
import { headerLinksInDrawer } from './layout/header.ts'
import { icon } from './layout/icons.ts'
import { bar, sectionsInDrawer, switchers } from './layout/navigation.ts'
import { hasOutline, outline } from './layout/outline.ts'
import { pageTree } from './layout/tree.ts'
import { memo } from './memo.ts'
import type { Page, PageModel, ReaderSite } from './model.ts'
import { tagItem } from './tags.ts'
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
    tree: model.tree,
    connects: model.connects,
  }
  const { above, within } = coverOf(page)
  const body = h('div.frame.body', { className: layoutClasses(page) }, [
    side(model),
    bar(site.locale, hasOutline(page)),
    h('main#~content', { tabIndex: -1 }, article(model, within)),
    ...outline(page, site.locale),
  ])
  const isBackground = page.cover?.size === 'background'
  return documentOf(site, head, isBackground ? [h('div.has-background', [...above, body])] : [...above, body])
}

/** The columns and the width of the page, as its layout has them. */
function layoutClasses({ layout = {}, ...page }: Page): string[] {
  const isBare = layout.hidesTree && !hasOutline(page)
  return [
    ...(layout.isWide ? ['is-wide-page'] : []),
    ...(layout.hidesTree ? ['has-no-tree'] : []),
    ...(isBare ? ['is-bare'] : []),
  ]
}

/** The sidebar, which is a drawer on small screens. */
function side({ site, switchers: choices, tree, page }: PageModel): Element {
  return h('div#~pages.side', { popover: true }, [
    rawHtml(drawerHead(site)),
    ...switchers(choices, site.locale),
    pageTree(tree, page.id, site.locale),
    rawHtml(drawerEnd(site)),
  ])
}

const drawerHead = memo((site: ReaderSite): Html => {
  const texts = textsOf(site.locale)
  const hide = {
    type: 'button',
    popovertarget: '~pages',
    popovertargetaction: 'hide',
    ariaLabel: texts.close,
  }
  const title = h('div.pop-head', [
    h('span', { ariaHidden: 'true' }, texts.pages),
    h('button.icon-button', hide, icon('close')),
  ])
  return print([title, ...sectionsInDrawer(site)])
})

const drawerEnd = memo((site: ReaderSite): Html => print(headerLinksInDrawer(site)))

function article(model: PageModel, cover: Element[]): Element {
  const { site, page } = model
  return h('article.article', [
    ...cover,
    articleTop(model),
    h(page.layout?.hidesTitle ? 'h1.vh' : 'h1.title', { ...page.language }, page.title),
    ...tags(page),
    ...lead(page),
    h('div.prose', { ...page.language }, [rawHtml(page.article.html)]),
    ...articleEnd(page, site.locale),
  ])
}

function tags({ tags: items = [] }: Page): Element[] {
  return items.length === 0 ? [] : [h('ul.page-tags', items.map(tagItem))]
}

const coverClasses = { hero: [], full: ['is-window-wide'], background: ['is-background'] } as const

/** The cover is decorative, so its alternative text is empty. Its place depends on its size. */
function coverOf({ cover: picture }: Page): { above: Element[]; within: Element[] } {
  if (!picture) return { above: [], within: [] }
  const { light, dark, size = 'hero', mask, height } = picture
  const image = (src: string, only?: 'light' | 'dark') =>
    h(only ? `img.${only}-only` : 'img', {
      src,
      alt: '',
      // Written as an attribute, because pages have no inline styles.
      height,
      fetchPriority: 'high',
    })
  const className = [
    ...coverClasses[size],
    ...(mask === 'radial' ? ['is-masked'] : []),
    ...(size === 'background' && !dark ? ['is-light'] : []),
  ]
  const images = dark ? [image(light, 'light'), image(dark, 'dark')] : [image(light)]
  const element = h('div.page-cover', { className }, images)
  return size === 'hero' ? { above: [], within: [element] } : { above: [element], within: [] }
}

function lead({ lead, description, language, layout }: Page): ElementContent[] {
  if (layout?.hidesDescription) return []
  if (lead?.length) return [h('p.lead', { ...language }, [rawHtml(printUntrusted(lead))])]
  return description ? [h('p.lead', { ...language }, description)] : []
}
