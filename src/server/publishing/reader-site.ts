import { createHash } from 'node:crypto'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { ReaderSite, SectionItem, SectionLink } from '#published/model.ts'
import { siteIcon } from '#published/theme/icon.ts'
import { firstFileOf, siteStylesheet } from '#published/theme/stylesheet.ts'
import { addressOfSection } from '../domain/sites/structure/addresses.ts'
import {
  type SectionRow,
  type SiteSpaceRow,
  sectionsIn,
  siteSpacesInOrder,
  topLevelItems,
} from '../domain/sites/structure/structure.ts'
import { chromeOf } from './chrome.ts'
import { characterOf } from './emoji.ts'
import { directionOf, languageOf } from './language.ts'
import { leadsToContent, looksFor } from './looks.ts'
import type { Shape } from './state.ts'
import { pictureHref } from './targets.ts'
import { viewOf } from './view.ts'
import { basePathOf, readerFilesAt, type Visit } from './visit.ts'

/** `heads` is the state of all spaces that it was made from, null when they do not decide it. */
type Made = { readonly heads: string | null; readonly site: Promise<ReaderSite> }

const sites = new WeakMap<Shape, Map<string, Made>>()

/**
 * What all pages of a section have in common, or those of a space that looks different; without a space what the
 * pages beside the structure have. The same object until something in it changes.
 */
export async function readerSiteOf(visit: Visit, siteSpace: SiteSpaceRow | undefined): Promise<ReaderSite> {
  const { shape, headsStamp } = visit.state
  const own = siteSpace && shape.looks.spaces.has(siteSpace.id) ? siteSpace.id : ''
  const looks = looksFor(shape.looks, siteSpace?.id)
  const locale = await localeAt(visit, siteSpace, looks)
  const key = `${visit.urls.base} ${siteSpace?.sectionId ?? ''} ${own} ${locale}`
  const kept = sites.get(shape) ?? new Map<string, Made>()
  sites.set(shape, kept)
  const known = kept.get(key)
  if (known && (known.heads === null || known.heads === headsStamp)) return known.site
  const site = makeSite(visit, looks, { locale, sectionId: siteSpace?.sectionId ?? null })
  kept.set(key, { heads: leadsToContent(looks) ? headsStamp : null, site })
  site.catch(() => kept.delete(key))
  return site
}

/** The words around a text are in its language where they must run its way; those beside all spaces as in the first. */
async function localeAt(
  visit: Visit,
  siteSpace: SiteSpaceRow | undefined,
  { internationalization }: SiteCustomization,
): Promise<string> {
  const near = siteSpace ?? siteSpacesInOrder(visit.state.shape.structure)[0]
  const language = near === undefined ? null : languageOf(await viewOf(visit, near))
  return language ?? internationalization.locale
}

type At = { readonly locale: string; readonly sectionId: string | null }

async function makeSite(
  visit: Visit,
  looks: SiteCustomization,
  { locale, sectionId }: At,
): Promise<ReaderSite> {
  const { site } = visit.state.shape.structure
  const basePath = basePathOf(visit)
  const { favicon, header, socialPreview } = looks
  const logo = pictures(visit, header.logo ?? ('icon' in favicon ? favicon.icon : undefined))
  const title = looks.title ?? site.title
  return {
    title,
    brand: { name: title, ...(logo ? { logo } : {}) },
    locale,
    ...(visit.state.preview ? { notice: visit.state.preview.notice } : {}),
    dir: directionOf(locale),
    basePath,
    homeHref: `${basePath}/`,
    searchUrl: `${basePath}/~search`,
    // What is only tried out is not counted.
    ...(visit.urls.under === undefined ? { insightsUrl: `${basePath}/~insights` } : {}),
    ...(site.visibility === 'public' ? { feedHref: `${basePath}/~feed.xml` } : {}),
    customization: looks,
    assets: assetsOf(visit, looks),
    sections: sectionItems(visit),
    ...(sectionId === null ? {} : { sectionId }),
    ...(socialPreview.url ? { socialImage: pictureOf(visit, socialPreview.url) } : {}),
    ...(await chromeOf(visit, looks, locale)),
  }
}

const pictures = (visit: Visit, pair: ReaderSite['brand']['logo']): ReaderSite['brand']['logo'] =>
  pair && { light: pictureHref(visit, pair.light), dark: pictureHref(visit, pair.dark) }

/** A picture for programs of others, who need its whole address. */
const pictureOf = (visit: Visit, url: string): string =>
  new URL(pictureHref(visit, url), visit.urls.base).href

function assetsOf(visit: Visit, looks: SiteCustomization): ReaderSite['assets'] {
  const { js, css, fonts, families } = visit.files
  const file = (name: string) => `${readerFilesAt(visit.urls)}/${name}`
  const own = new Map(
    filesFor(visit, looks).map(([name, { type }]) => [type, `${basePathOf(visit)}/${name}`]),
  )
  const { favicon, styling } = looks
  const chosen = (font: Parameters<typeof firstFileOf>[0]) => firstFileOf(font, families)
  const heading = chosen(styling.headingFont)
  return {
    js: file(js),
    css: file(css),
    fonts: {
      text: file(chosen(styling.font) ?? fonts.text),
      ...(heading === undefined ? {} : { heading: file(heading) }),
      code: file(chosen(styling.monospaceFont) ?? fonts.code),
      arabic: file(fonts.arabic),
    },
    siteCss: own.get(cssType),
    icon: 'icon' in favicon ? pictureHref(visit, favicon.icon.light) : (own.get(svgType) ?? ''),
  }
}

/** A file that is made for one site. */
export type OwnFile = { readonly type: string; readonly text: string }

const cssType = 'text/css; charset=utf-8'
const svgType = 'image/svg+xml'

/** The files of a site's own by their names below it, which carry a hash of what is in them. */
export function ownFilesOf(visit: Visit): ReadonlyMap<string, OwnFile> {
  const { site, spaces } = visit.state.shape.looks
  return new Map([site, ...spaces.values()].flatMap((looks) => filesFor(visit, looks)))
}

function filesFor({ files, urls }: Visit, looks: SiteCustomization): (readonly [string, OwnFile])[] {
  const { favicon, styling } = looks
  const emoji = 'emoji' in favicon ? { emoji: characterOf(favicon.emoji) } : {}
  const drawn = siteIcon({ ...emoji, color: styling.primaryColor.light })
  const css = siteStylesheet(looks, { families: files.families, path: readerFilesAt(urls) })
  return [
    named('~icon', 'svg', { type: svgType, text: drawn }),
    ...(css === '' ? [] : [named('~style', 'css', { type: cssType, text: css })]),
  ]
}

function named(begin: string, ending: string, file: OwnFile): readonly [string, OwnFile] {
  const hash = createHash('sha256').update(file.text).digest('base64url').slice(0, 10)
  return [`${begin}-${hash}.${ending}`, file]
}

/** The bar of sections; a site with one subject needs none. */
function sectionItems(visit: Visit): SectionItem[] {
  const { structure } = visit.state.shape
  if (structure.sections.length < 2) return []
  return topLevelItems(structure).flatMap((item): SectionItem[] => {
    if (item.kind === 'site-section') return [sectionLink(visit, item)]
    const children = sectionsIn(structure, item.id).map((section) => sectionLink(visit, section))
    return children.length === 0 ? [] : [{ kind: 'group', id: item.id, title: item.title, children }]
  })
}

function sectionLink(visit: Visit, section: SectionRow): SectionLink {
  const address = addressOfSection(visit.state.shape.structure, section)
  return {
    kind: 'section',
    id: section.id,
    title: section.title,
    href: `${basePathOf(visit)}/${address === '' ? '' : `${address}/`}`,
    ...(section.description === null ? {} : { description: section.description }),
  }
}
