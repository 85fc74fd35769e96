import { createHash } from 'node:crypto'
import type { Element, ElementContent, Properties } from 'hast'
import { h } from 'hastscript'
import { frameKey } from './frame-key.ts'
import { type Html, print, rawHtml } from './html.ts'
import { footer } from './layout/footer.ts'
import { canSwitchScheme, header } from './layout/header.ts'
import { sectionsBar } from './layout/navigation.ts'
import { searchDialog } from './layout/search-form.ts'
import { memo } from './memo.ts'
import type { ReaderSite, Tree } from './model.ts'
import { cardHeight, cardWidth } from './social-card.ts'
import { textsOf } from './texts/texts.ts'
import { rootAttributes } from './theme/attributes.ts'

/** The data for the head of a document. */
export type DocumentHead = {
  title: string
  description?: string | undefined
  canonical?: string | undefined
  markdownHref?: string | undefined
  feedHref?: string | undefined
  alternates?: readonly { readonly hreflang: string; readonly href: string }[] | undefined
  prev?: string | undefined
  next?: string | undefined
  socialImage?: string | undefined
  noIndex: boolean
  /** The page tree, on pages that the script can exchange without loading the frame again. */
  tree?: Tree | undefined
  /** Other origins that the content policy of the page allows. */
  connects?: readonly string[] | undefined
}

type Frame = { before: Html; after: Html }

/** A whole document: head, header, body, footer. A private document reveals nothing head the site, not even its name. */
export function documentOf(
  site: ReaderSite,
  head: DocumentHead,
  body: ElementContent[],
  isPrivate = false,
): string {
  const frame = isPrivate ? privateFrame(site) : publicFrame(site)
  const insights = site.insightsUrl && !isPrivate ? { 'data-insights': site.insightsUrl } : {}
  const page = h('html', { ...rootAttributes(site), ...insights, ...exchangeable(site, head, frame) }, [
    h('head', headElements(site, head, isPrivate)),
    h('body', [rawHtml(frame.before), ...body, rawHtml(frame.after)]),
  ])
  return `<!doctype html>\n${print(page)}\n`
}

/** What the script needs to open another page in the same frame. */
function exchangeable(site: ReaderSite, { tree, connects }: DocumentHead, frame: Frame): Properties {
  if (tree === undefined) return {}
  const parts = () => [frame.before, frame.after, assetsOf(site), JSON.stringify(rootAttributes(site))]
  return {
    'data-site': site.homeHref,
    'data-frame': frameKey(site, parts, tree, connects),
    ...(site.mayPrefetch ? { 'data-prefetch': '' } : {}),
  }
}

const publicFrame = memo((site: ReaderSite) => frameOf(site, false))
const privateFrame = memo((site: ReaderSite) => frameOf(site, true))

function frameOf(site: ReaderSite, isPrivate: boolean): Frame {
  const skip = h('a.skip', { href: '#~content' }, textsOf(site.locale).skip)
  const status = h('p#~status.vh', { role: 'status' })
  const sections = isPrivate ? [] : sectionsBar(site)
  const dialog = isPrivate ? [] : [searchDialog(site)]
  return {
    before: print([skip, ...header(site, isPrivate), ...sections]),
    after: print([...footer(site, isPrivate), status, ...dialog]),
  }
}

function headElements(site: ReaderSite, head: DocumentHead, isPrivate: boolean): ElementContent[] {
  const isWhole = isPrivate || head.title === site.title
  return [
    h('meta', { charSet: 'utf-8' }),
    h('title', isWhole ? head.title : `${head.title} · ${site.title}`),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    ...meta('description', head.description),
    ...meta('robots', head.noIndex ? 'noindex' : undefined),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    ...links(site, head),
    rawHtml(assetsOf(site)),
  ]
}

function links(site: ReaderSite, head: DocumentHead): Element[] {
  const markdown = { rel: 'alternate', type: 'text/markdown', href: head.markdownHref }
  return [
    ...social(site, head),
    ...link({ rel: 'canonical', href: head.canonical }),
    ...(head.alternates ?? []).map(({ hreflang, href }) =>
      h('link', { rel: 'alternate', hrefLang: hreflang, href }),
    ),
    ...link({ rel: 'prev', href: head.prev }),
    ...link({ rel: 'next', href: head.next }),
    ...link(markdown),
    ...link({ rel: 'alternate', type: 'application/atom+xml', href: head.feedHref }),
    ...link({ rel: 'alternate', type: 'application/atom+xml', href: site.feedHref }),
  ]
}

function social(site: ReaderSite, head: DocumentHead): Element[] {
  const { title, description, canonical, noIndex } = head
  if (noIndex) return []
  const properties = {
    'og:type': 'article',
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:site_name': site.title,
    ...socialImageOf(site, head),
  }
  const card =
    'og:image' in properties ? [h('meta', { name: 'twitter:card', content: 'summary_large_image' })] : []
  const tags = Object.entries(properties).flatMap(([property, content]) =>
    content ? [h('meta', { property, content })] : [],
  )
  return [...tags, ...card]
}

/** The social image of the site, else the one that is rendered for the page. */
function socialImageOf(site: ReaderSite, { title, socialImage }: DocumentHead): Record<string, string> {
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

/** Files that every page of the site loads; fonts first, so that they arrive with the stylesheet. */
const assetsOf = memo((site: ReaderSite): Html => {
  const { css, js, siteCss, icon } = site.assets
  const fonts = preloadedFonts(site)
  return print([
    h('link', { rel: 'icon', href: icon }),
    ...fonts.map((href) =>
      h('link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }),
    ),
    h('link', { rel: 'stylesheet', href: css }),
    ...link({ rel: 'stylesheet', href: siteCss }),
    ...(canSwitchScheme(site) ? [h('script', inlineScript)] : []),
    h('script', { type: 'module', src: js }),
  ])
})

/** Fonts that are needed for the first text of every page. */
export function preloadedFonts({
  assets: { fonts },
  locale,
}: Pick<ReaderSite, 'assets' | 'locale'>): string[] {
  const { text, heading, code, arabic } = fonts
  const scriptFonts = ['ar', 'fa', 'ur'].includes(locale) ? [arabic] : []
  return [...new Set([text, ...(heading ? [heading] : []), code, ...scriptFonts])]
}

function meta(name: string, content: string | undefined): Element[] {
  return content ? [h('meta', { name, content })] : []
}

function link(properties: { rel: string; href: string | undefined; type?: string }): Element[] {
  return properties.href ? [h('link', properties)] : []
}

/**
 * The only inline script of a page: applies the reader's color scheme before the first paint. Pages without a scheme
 * switch do not contain it.
 */
export const inlineScript =
  'try{const s=localStorage.getItem("scheme");if(s==="light"||s==="dark")document.documentElement.dataset.scheme=s}catch{}'

/** Its hash source for `script-src`, including quotes. */
export const inlineScriptHash = `'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`
