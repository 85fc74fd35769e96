import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Html, print, printed } from './html.ts'
import { footer } from './layout/footer.ts'
import { canSwitchScheme, header } from './layout/header.ts'
import { searchDialog } from './layout/search-form.ts'
import { sectionsBar } from './layout/sections.ts'
import { memo } from './memo.ts'
import type { ReaderSite } from './model.ts'
import { inlineScript } from './scheme-script.ts'
import { cardHeight, cardWidth } from './social-card.ts'
import { textsOf } from './texts/texts.ts'
import { rootAttributes } from './theme/attributes.ts'

/** What a document says of itself in its head. */
export type About = {
  title: string
  description?: string | undefined
  canonical?: string | undefined
  markdownHref?: string | undefined
  prev?: string | undefined
  next?: string | undefined
  socialImage?: string | undefined
  noIndex: boolean
}

type Frame = { before: Html; after: Html }

/** A whole document: head, header, the given body, footer. A private one says nothing of the site, not its name. */
export function documentOf(
  site: ReaderSite,
  about: About,
  body: ElementContent[],
  isPrivate = false,
): string {
  const frame = isPrivate ? privateFrame(site) : publicFrame(site)
  const telling = site.insightsUrl && !isPrivate ? { 'data-insights': site.insightsUrl } : {}
  const page = h('html', { ...rootAttributes(site), ...telling }, [
    h('head', head(site, about, isPrivate)),
    h('body', [printed(frame.before), ...body, printed(frame.after)]),
  ])
  return `<!doctype html>\n${print(page)}\n`
}

const publicFrame = memo((site: ReaderSite) => frameOf(site, false))
const privateFrame = memo((site: ReaderSite) => frameOf(site, true))

function frameOf(site: ReaderSite, isPrivate: boolean): Frame {
  const skip = h('a.skip', { href: '#content' }, textsOf(site.locale).skip)
  const status = h('p#said.vh', { role: 'status' })
  const sections = isPrivate ? [] : sectionsBar(site)
  const dialog = isPrivate ? [] : [searchDialog(site)]
  return {
    before: print([skip, ...header(site, isPrivate), ...sections]),
    after: print([...footer(site, isPrivate), status, ...dialog]),
  }
}

function head(site: ReaderSite, about: About, isPrivate: boolean): ElementContent[] {
  const isWhole = isPrivate || about.title === site.title
  return [
    h('meta', { charSet: 'utf-8' }),
    h('title', isWhole ? about.title : `${about.title} · ${site.title}`),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    ...meta('description', about.description),
    ...meta('robots', about.noIndex ? 'noindex' : undefined),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    ...links(site, about),
    printed(assetsOf(site)),
  ]
}

function links(site: ReaderSite, about: About): Element[] {
  const markdown = { rel: 'alternate', type: 'text/markdown', href: about.markdownHref }
  return [
    ...social(site, about),
    ...link({ rel: 'canonical', href: about.canonical }),
    ...link({ rel: 'prev', href: about.prev }),
    ...link({ rel: 'next', href: about.next }),
    ...link(markdown),
    ...link({ rel: 'alternate', type: 'application/atom+xml', href: site.feedHref }),
  ]
}

function social(site: ReaderSite, about: About): Element[] {
  const { title, description, canonical, noIndex } = about
  if (noIndex) return []
  const facts = {
    'og:type': 'article',
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:site_name': site.title,
    ...pictureOf(site, about),
  }
  const card =
    'og:image' in facts ? [h('meta', { name: 'twitter:card', content: 'summary_large_image' })] : []
  const told = Object.entries(facts).flatMap(([property, content]) =>
    content ? [h('meta', { property, content })] : [],
  )
  return [...told, ...card]
}

/** The picture of the whole site, else the one drawn for the page. */
function pictureOf(site: ReaderSite, { title, socialImage }: About): Record<string, string> {
  if (site.socialImage) return { 'og:image': site.socialImage }
  if (!socialImage) return {}
  return {
    'og:image': socialImage,
    'og:image:type': 'image/png',
    'og:image:width': String(cardWidth),
    'og:image:height': String(cardHeight),
    'og:image:alt': title,
  }
}

/** Files that every page of the site asks for; fonts first, so that they arrive with the stylesheet. */
const assetsOf = memo((site: ReaderSite): Html => {
  const { css, js, siteCss, icon } = site.assets
  const needed = neededFonts(site)
  return print([
    h('link', { rel: 'icon', href: icon }),
    ...needed.map((href) =>
      h('link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }),
    ),
    h('link', { rel: 'stylesheet', href: css }),
    ...link({ rel: 'stylesheet', href: siteCss }),
    ...(canSwitchScheme(site) ? [h('script', inlineScript)] : []),
    h('script', { type: 'module', src: js }),
  ])
})

/** The fonts that the first words of every page of a site are written in. */
export function neededFonts({ assets: { fonts }, locale }: Pick<ReaderSite, 'assets' | 'locale'>): string[] {
  const { text, heading, code, arabic } = fonts
  const letters = ['ar', 'fa', 'ur'].includes(locale) ? [arabic] : []
  return [...new Set([text, ...(heading ? [heading] : []), code, ...letters])]
}

function meta(name: string, content: string | undefined): Element[] {
  return content ? [h('meta', { name, content })] : []
}

function link(properties: { rel: string; href: string | undefined; type?: string }): Element[] {
  return properties.href ? [h('link', properties)] : []
}
