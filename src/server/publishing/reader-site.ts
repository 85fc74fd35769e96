import { createHash } from 'node:crypto'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { ReaderSite, SectionItem, SectionLink } from '#published/model.ts'
import { siteIcon } from '#published/theme/icon.ts'
import { firstFileOf, siteStylesheet } from '#published/theme/stylesheet.ts'
import { addressOfSection, encodedAddress } from '../domain/sites/structure/addresses.ts'
import {
  type SectionRow,
  type SiteSpaceRow,
  sectionsIn,
  siteSpacesInOrder,
  topLevelItems,
} from '../domain/sites/structure/structure.ts'
import { fontIcon } from '../font-icons.ts'
import { customizationFor, linksToContent } from './customization.ts'
import { emojiCharacter } from './emoji.ts'
import { directionOf, languageOf } from './language.ts'
import { askUrlOf } from './offers-ask.ts'
import { chromeOf } from './site-chrome.ts'
import type { Shape } from './state.ts'
import { imageHref } from './targets.ts'
import { viewOf } from './view.ts'
import { basePathOf, isRestricted, readerFilesHref, type Visit } from './visit.ts'

/** `heads` identifies the content of all spaces that it depends on; null if there are none. */
type CachedSite = { readonly heads: string | null; readonly site: Promise<ReaderSite> }

const cachedSites = new WeakMap<Shape, Map<string, CachedSite>>()

/**
 * What all pages of a section, or of a space with its own customization, have in common; without a space, that of pages
 * such as search. The same object until it changes.
 */
export async function readerSiteOf(visit: Visit, siteSpace: SiteSpaceRow | undefined): Promise<ReaderSite> {
  const { shape, headsStamp } = visit.state
  const own = siteSpace && shape.customizations.spaces.has(siteSpace.id) ? siteSpace.id : ''
  const customization = customizationFor(shape.customizations, siteSpace?.id)
  const locale = await localeAt(visit, siteSpace, customization)
  const key = `${visit.urls.base} ${siteSpace?.sectionId ?? ''} ${own} ${locale}`
  const cache = cachedSites.get(shape) ?? new Map<string, CachedSite>()
  cachedSites.set(shape, cache)
  const cached = cache.get(key)
  if (cached && (cached.heads === null || cached.heads === headsStamp)) return cached.site
  const site = buildSite(visit, customization, { locale, sectionId: siteSpace?.sectionId ?? null })
  cache.set(key, { heads: linksToContent(customization) ? headsStamp : null, site })
  site.catch(() => cache.delete(key))
  return site
}

/** Labels are in the language of the space, if it is set, or of right-to-left content; pages without a space use the first space. */
async function localeAt(
  visit: Visit,
  siteSpace: SiteSpaceRow | undefined,
  { internationalization }: SiteCustomization,
): Promise<string> {
  const near = siteSpace ?? siteSpacesInOrder(visit.state.shape.structure)[0]
  if (near === undefined) return internationalization.locale
  const language = visit.state.languages.get(near.spaceId)?.language ?? languageOf(await viewOf(visit, near))
  return language ?? internationalization.locale
}

type SiteLocation = { readonly locale: string; readonly sectionId: string | null }

async function buildSite(
  visit: Visit,
  customization: SiteCustomization,
  { locale, sectionId }: SiteLocation,
): Promise<ReaderSite> {
  const { site } = visit.state.shape.structure
  const basePath = basePathOf(visit)
  const { favicon, header, socialPreview } = customization
  const logo = imagePair(visit, header.logo ?? ('icon' in favicon ? favicon.icon : undefined))
  const title = customization.title ?? site.title
  const askUrl = askUrlOf(visit)
  return {
    title,
    brand: { name: title, ...(logo ? { logo } : {}) },
    locale,
    ...(visit.state.preview ? { notice: visit.state.preview.notice } : {}),
    dir: directionOf(locale),
    basePath,
    homeHref: `${basePath}/`,
    searchUrl: `${basePath}/~search`,
    ...(askUrl === undefined ? {} : { askUrl }),
    mayPrefetch: visit.urls.previewPrefix === undefined && !isRestricted(visit),
    // Previews are not counted.
    ...(visit.urls.previewPrefix === undefined ? { insightsUrl: `${basePath}/~insights` } : {}),
    ...(site.visibility === 'public' ? { feedHref: `${basePath}/~feed.xml` } : {}),
    customization,
    assets: assetsOf(visit, customization),
    sections: sectionItems(visit),
    ...(sectionId === null ? {} : { sectionId }),
    ...(socialPreview.url ? { socialImage: absoluteImageUrl(visit, socialPreview.url) } : {}),
    ...(await chromeOf(visit, customization, locale)),
  }
}

const imagePair = (visit: Visit, pair: ReaderSite['brand']['logo']): ReaderSite['brand']['logo'] =>
  pair && { light: imageHref(visit, pair.light), dark: imageHref(visit, pair.dark) }

/** Other programs need absolute URLs. */
const absoluteImageUrl = (visit: Visit, url: string): string =>
  new URL(imageHref(visit, url), visit.urls.base).href

function assetsOf(visit: Visit, customization: SiteCustomization): ReaderSite['assets'] {
  const { js, css, fonts, families } = visit.files
  const file = (name: string) => `${readerFilesHref(visit.urls)}/${name}`
  const own = new Map(
    filesFor(visit, customization).map(([name, { type }]) => [type, `${basePathOf(visit)}/${name}`]),
  )
  const { favicon, styling } = customization
  const fileOf = (font: Parameters<typeof firstFileOf>[0]) => firstFileOf(font, families)
  const heading = fileOf(styling.headingFont)
  return {
    js: file(js),
    css: file(css),
    fonts: {
      text: file(fileOf(styling.font) ?? fonts.text),
      ...(heading === undefined ? {} : { heading: file(heading) }),
      code: file(fileOf(styling.monospaceFont) ?? fonts.code),
      arabic: file(fonts.arabic),
    },
    siteCss: own.get(cssType),
    icon: 'icon' in favicon ? imageHref(visit, favicon.icon.light) : (own.get(svgType) ?? ''),
  }
}

/** A generated file of one site. */
export type OwnFile = { readonly type: string; readonly text: string }

const cssType = 'text/css; charset=utf-8'
const svgType = 'image/svg+xml'

/** The generated files of a site by name, which contains a hash of the content. */
export function ownFilesOf(visit: Visit): ReadonlyMap<string, OwnFile> {
  const { site, spaces } = visit.state.shape.customizations
  return new Map([site, ...spaces.values()].flatMap((customization) => filesFor(visit, customization)))
}

function filesFor({ files, urls }: Visit, customization: SiteCustomization): (readonly [string, OwnFile])[] {
  const { favicon, styling } = customization
  const emoji = 'emoji' in favicon ? { emoji: emojiCharacter(favicon.emoji) } : {}
  const icon = siteIcon({ ...emoji, color: styling.primaryColor.light })
  const css = siteStylesheet(customization, { families: files.families, path: readerFilesHref(urls) })
  return [
    withHashedName('~icon', 'svg', { type: svgType, text: icon }),
    ...(css === '' ? [] : [withHashedName('~style', 'css', { type: cssType, text: css })]),
  ]
}

function withHashedName(begin: string, ending: string, file: OwnFile): readonly [string, OwnFile] {
  const hash = createHash('sha256').update(file.text).digest('base64url').slice(0, 10)
  return [`${begin}-${hash}.${ending}`, file]
}

/** The section navigation; sites with one section have none. */
function sectionItems(visit: Visit): SectionItem[] {
  const { structure } = visit.state.shape
  if (structure.sections.length < 2) return []
  return topLevelItems(structure).flatMap((item): SectionItem[] => {
    if (item.kind === 'site-section') return [sectionLink(visit, item)]
    const children = sectionsIn(structure, item.id).map((section) => sectionLink(visit, section))
    return children.length === 0
      ? []
      : [{ kind: 'group', id: item.id, title: item.title, ...iconOf(visit, item.icon), children }]
  })
}

function sectionLink(visit: Visit, section: SectionRow): SectionLink {
  const address = addressOfSection(visit.state.shape.structure, section)
  return {
    kind: 'section',
    id: section.id,
    title: section.title,
    href: `${basePathOf(visit)}/${encodedAddress(address)}`,
    ...iconOf(visit, section.icon),
    ...(section.description === null ? {} : { description: section.description }),
  }
}

function iconOf({ state }: Visit, name: string | null): Pick<SectionLink, 'icon'> {
  const icon = name && fontIcon(name, customizationFor(state.shape.customizations, undefined).styling.icons)
  return icon ? { icon } : {}
}
