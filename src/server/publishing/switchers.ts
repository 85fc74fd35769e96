import type { Switcher } from '#published/model.ts'
import type { PageNode } from '../content/snapshot.ts'
import { type SiteSpaceRow, siteSpacesIn } from '../domain/sites/structure/structure.ts'
import { nativeLanguageName } from '../domain/space-languages/language-name.ts'
import { hrefIn, isSameContent, type LanguageVariant, languagesAt, languageTag } from './languages.ts'
import { languageHref } from './preferred-language.ts'
import { spacesWithPath } from './queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import { rootOfSiteSpace, type Visit } from './visit.ts'

/** Links to the languages and the other variants of the section, at the same page where they have one. */
export async function switchersOf(
  visit: Visit,
  view: SpaceView,
  node: PageNode | undefined,
  languages: readonly LanguageVariant[],
): Promise<Switcher[]> {
  const variants = variantsAt(visit, view, languages)
  return [
    ...(languages.length > 1 ? [languageSwitcher(view, node, languages)] : []),
    ...(variants.length > 1 ? [await variantSwitcher(visit, view, node, variants)] : []),
  ]
}

/** The languages by their own names. A page that is not translated leads to the home page of the language. */
function languageSwitcher(
  view: SpaceView,
  node: PageNode | undefined,
  languages: readonly LanguageVariant[],
): Switcher {
  const options = languages.map((variant) => ({
    id: variant.siteSpace.id,
    title: nativeLanguageName(variant.language),
    href: languageHref(hrefIn(variant, view, node) ?? variant.view.root, variant.language),
    lang: languageTag(variant.language),
    current: variant.siteSpace.id === view.siteSpace.id,
  }))
  return { kind: 'language', options }
}

/** One site space for each content: the current one, or else the one in the current language. */
function variantsAt(
  visit: Visit,
  view: SpaceView,
  languages: readonly LanguageVariant[],
): readonly SiteSpaceRow[] {
  const siblings = siteSpacesIn(visit.state.shape.structure, view.siteSpace.sectionId)
  if (siblings.length <= Math.max(1, languages.length)) return []
  const language = languages.find(({ siteSpace }) => siteSpace.id === view.siteSpace.id)?.language
  const isFirst = (one: SiteSpaceRow) => siblings.find((other) => isSameContent(visit, one, other)) === one
  return siblings.filter(isFirst).map((one) => {
    if (isSameContent(visit, one, view.siteSpace)) return view.siteSpace
    return languagesAt(visit, one).find((other) => other.language === language)?.siteSpace ?? one
  })
}

async function variantSwitcher(
  visit: Visit,
  view: SpaceView,
  node: PageNode | undefined,
  variants: readonly SiteSpaceRow[],
): Promise<Switcher> {
  const path = node && node !== view.first ? (node.path ?? '') : ''
  const spaceIds = variants.map(({ spaceId }) => spaceId)
  const withSamePath =
    path === '' ? new Set() : await spacesWithPath(visit.db, visit.state.organizationId, spaceIds, path)
  const options = variants.map(async (one) => {
    const isCurrent = one.id === view.siteSpace.id
    const variant = isCurrent || withSamePath.has(one.spaceId) ? await viewOf(visit, one) : undefined
    const same = isCurrent ? node : variant?.pageAt(path)
    const href = (variant && same && variant.hrefOf(same)) ?? rootOfSiteSpace(visit, one.id)
    return { id: one.id, title: one.title, href, current: isCurrent }
  })
  return { kind: 'variant', options: await Promise.all(options) }
}
