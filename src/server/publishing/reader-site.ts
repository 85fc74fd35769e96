import { createHash } from 'node:crypto'
import type { Customization, ReaderSite, SectionItem, SectionLink } from '#published/model.ts'
import { siteIcon } from '#published/theme/icon.ts'
import { siteStylesheet } from '#published/theme/stylesheet.ts'
import { addressOfSection } from '../domain/site-structure/addresses.ts'
import { rootOf, type SectionRow, sectionsIn } from '../domain/site-structure/structure.ts'
import { characterOf } from './emoji.ts'
import { readerFilesPath } from './reader-files.ts'
import type { Shape } from './state.ts'
import { basePathOf, pathBefore, type Visit } from './visit.ts'

/** Nothing can be customized yet: every site has the looks of the tokens. */
const customization: Customization = {}

const sites = new WeakMap<Shape, Map<string, ReaderSite>>()

/** What all pages of a section have in common; the same object until the site itself changes. */
export function readerSiteOf(visit: Visit, sectionId: string | null): ReaderSite {
  const { shape } = visit.state
  const bySection = sites.get(shape) ?? new Map<string, ReaderSite>()
  sites.set(shape, bySection)
  const kept = bySection.get(sectionId ?? '')
  if (kept !== undefined) return kept
  const site = makeSite(visit, sectionId)
  bySection.set(sectionId ?? '', site)
  return site
}

function makeSite(visit: Visit, sectionId: string | null): ReaderSite {
  const { site } = visit.state.shape.structure
  const basePath = basePathOf(visit)
  const logo = site.icon !== null && 'icon' in site.icon ? { logo: site.icon.icon } : {}
  return {
    title: site.title,
    brand: { name: site.title, ...logo },
    locale: 'en',
    dir: 'ltr',
    basePath,
    homeHref: `${basePath}/`,
    searchUrl: `${basePath}/~search`,
    customization,
    assets: assetsOf(visit),
    sections: sectionItems(visit),
    ...(sectionId === null ? {} : { sectionId }),
    headerLinks: [],
    footer: { groups: [], links: [], trademark: true },
  }
}

function assetsOf(visit: Visit): ReaderSite['assets'] {
  const { js, css, fonts } = visit.files
  const file = (name: string) => `${pathBefore(visit.urls)}${readerFilesPath}/${name}`
  const own = [...ownFilesOf(visit).keys()].map((name) => `${basePathOf(visit)}/${name}`)
  const { icon } = visit.state.shape.structure.site
  const drawn = own.find((href) => href.endsWith('.svg')) ?? ''
  return {
    js: file(js),
    css: file(css),
    fonts: { text: file(fonts.text), code: file(fonts.code), arabic: file(fonts.arabic) },
    siteCss: own.find((href) => href.endsWith('.css')),
    icon: icon !== null && 'icon' in icon ? icon.icon.light : drawn,
  }
}

/** A file that is made for one site. */
export type OwnFile = { readonly type: string; readonly text: string }

/** The files of a site's own by their names below it, which carry a hash of what is in them. */
export function ownFilesOf(visit: Visit): ReadonlyMap<string, OwnFile> {
  const { icon } = visit.state.shape.structure.site
  const drawn = siteIcon(icon !== null && 'emoji' in icon ? { emoji: characterOf(icon.emoji) } : {})
  const css = siteStylesheet(customization)
  return new Map([
    named('~icon', 'svg', { type: 'image/svg+xml', text: drawn }),
    ...(css === '' ? [] : [named('~style', 'css', { type: 'text/css; charset=utf-8', text: css })]),
  ])
}

function named(begin: string, ending: string, file: OwnFile): readonly [string, OwnFile] {
  const hash = createHash('sha256').update(file.text).digest('base64url').slice(0, 10)
  return [`${begin}-${hash}.${ending}`, file]
}

/** The bar of sections; a site with one subject needs none. */
function sectionItems(visit: Visit): SectionItem[] {
  const { structure } = visit.state.shape
  if (structure.sections.length < 2) return []
  return rootOf(structure).flatMap((item): SectionItem[] => {
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
