import { LRUCache } from 'lru-cache'
import { type Content, contentOf } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { defaultSiteSpaceIn, type SiteSpaceRow, siteSpacesIn } from '../domain/sites/structure/structure.ts'
import { pairPages } from '../domain/translations/pairs.ts'
import { customizationFor } from './customization.ts'
import { storedPairsOf } from './queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import { type BaseVisit, canonicalOf } from './visit.ts'

/** A site space in one of the languages of its section. */
export type LanguageVariant = {
  readonly siteSpace: SiteSpaceRow
  /** BCP 47 in lower case. */
  readonly language: string
  readonly view: SpaceView
  /** The page that corresponds to a page of the variant it is shown for; undefined if it is not translated. */
  readonly counterpart: (node: PageNode) => PageNode | undefined
}

/** The original of a space: what it translates, or itself. */
const sourceOf = ({ state }: BaseVisit, { spaceId }: SiteSpaceRow): string =>
  state.languages.get(spaceId)?.sourceSpaceId ?? spaceId

/** The language of a site space; that of the site if none is set. */
export function languageAt({ state }: BaseVisit, { id, spaceId }: SiteSpaceRow): string {
  const { locale } = customizationFor(state.shape.customizations, id).internationalization
  return state.languages.get(spaceId)?.language ?? locale
}

/**
 * The site spaces of a section that are translations of each other, in order and with one per language; empty unless
 * there are several.
 */
export function languagesAt(
  visit: BaseVisit,
  siteSpace: SiteSpaceRow,
): readonly { readonly siteSpace: SiteSpaceRow; readonly language: string }[] {
  const source = sourceOf(visit, siteSpace)
  const siblings = siteSpacesIn(visit.state.shape.structure, siteSpace.sectionId)
  const own = { siteSpace, language: languageAt(visit, siteSpace) }
  const byLanguage = new Map([[own.language, own]])
  for (const one of siblings) {
    const language = languageAt(visit, one)
    if (sourceOf(visit, one) === source && !byLanguage.has(language))
      byLanguage.set(language, { siteSpace: one, language })
  }
  if (byLanguage.size < 2) return []
  const position = new Map(siblings.map(({ id }, index) => [id, index]))
  return [...byLanguage.values()].sort(
    (a, b) => (position.get(a.siteSpace.id) ?? 0) - (position.get(b.siteSpace.id) ?? 0),
  )
}

/** Whether two site spaces are the same content in different languages. */
export const isSameContent = (visit: BaseVisit, a: SiteSpaceRow, b: SiteSpaceRow): boolean =>
  sourceOf(visit, a) === sourceOf(visit, b)

/** The languages that a space can be read in on the site; empty unless there are several. */
export async function languageVariants(
  visit: BaseVisit,
  view: SpaceView,
): Promise<readonly LanguageVariant[]> {
  const toSource = await pairing(visit, view.siteSpace.spaceId)
  return Promise.all(
    languagesAt(visit, view.siteSpace).map(async ({ siteSpace, language }) => {
      if (siteSpace.id === view.siteSpace.id)
        return { siteSpace, language, view, counterpart: (node: PageNode) => node }
      const variant = await viewOf(visit, siteSpace)
      const fromSource = await pairing(visit, siteSpace.spaceId)
      const counterpart = (node: PageNode) => {
        const sourceId = toSource.sourceOf(node.entry.id)
        const id = sourceId === undefined ? undefined : fromSource.pageOf(sourceId)
        return id === undefined ? undefined : variant.page(id)
      }
      return { siteSpace, language, view: variant, counterpart }
    }),
  )
}

/** The path of a page in another language: that of the same page; the home page has no other page than the home page. */
export function hrefIn(
  { view: variant, counterpart }: LanguageVariant,
  view: SpaceView,
  node: PageNode | undefined,
): string | undefined {
  const page = node && counterpart(node)
  return (page && variant.hrefOf(page)) ?? (node === view.first ? variant.root : undefined)
}

/** A page in one of its languages, for search engines. */
export type Alternate = { readonly hreflang: string; readonly href: string }

/** The URLs of a page in all of its languages, its own included, and the one for all other languages. */
export function alternatesOf(
  visit: BaseVisit,
  variants: readonly LanguageVariant[],
  view: SpaceView,
  node: PageNode | undefined,
): readonly Alternate[] {
  const defaultId = defaultSiteSpaceIn(visit.state.shape.structure, view.siteSpace.sectionId)
  const pages = variants.flatMap((variant) => {
    const href = hrefIn(variant, view, node)
    return href === undefined ? [] : [{ variant, href: canonicalOf(visit, href) }]
  })
  if (pages.length < 2) return []
  const original = pages.find(({ variant }) => variant.siteSpace.id === defaultId) ?? pages[0]
  return [
    ...pages.map(({ variant, href }) => ({ hreflang: languageTag(variant.language), href })),
    ...(original ? [{ hreflang: 'x-default', href: original.href }] : []),
  ]
}

/** A language tag as BCP 47 writes it, such as `pt-BR`. */
export const languageTag = (language: string): string => new Intl.Locale(language).toString()

/** Which pages of a translation and its original correspond, by page id. */
type Pairing = {
  readonly sourceOf: (pageId: string) => string | undefined
  readonly pageOf: (sourceId: string) => string | undefined
}

const itself: Pairing = { sourceOf: (id) => id, pageOf: (id) => id }

const pairings = new LRUCache<string, Pairing>({ max: 200 })

/** The pairs of a translation; every page of an original is its own counterpart. */
async function pairing(visit: BaseVisit, spaceId: string): Promise<Pairing> {
  const { organizationId, heads, languages } = visit.state
  const { sourceSpaceId, pairsVersion } = languages.get(spaceId) ?? { sourceSpaceId: null, pairsVersion: 0 }
  if (sourceSpaceId === null) return itself
  const [source, translation] = await Promise.all([
    contentOf(visit.db, { organizationId, spaceId: sourceSpaceId }, heads.get(sourceSpaceId)),
    contentOf(visit.db, { organizationId, spaceId }, heads.get(spaceId)),
  ])
  const key = [organizationId, spaceId, pairsVersion, source.revision.id, translation.revision.id].join(' ')
  const cached = pairings.get(key)
  if (cached !== undefined) return cached
  const stored = await storedPairsOf(visit.db, { organizationId, spaceId })
  const pairs = pairPages(documentsOf(source), documentsOf(translation), stored).flatMap(
    (pair): [string, string][] => (pair.source && pair.page ? [[pair.page.id, pair.source.id]] : []),
  )
  const [byPage, bySource] = [new Map(pairs), new Map(pairs.map(([page, id]) => [id, page]))]
  const result = { sourceOf: (id: string) => byPage.get(id), pageOf: (id: string) => bySource.get(id) }
  pairings.set(key, result)
  return result
}

const documentsOf = ({ tree }: Content) =>
  [...tree.all()].flatMap(({ entry, path }) =>
    entry.type === 'document' && path !== null ? [{ id: entry.id, path }] : [],
  )
