import type { PageNode } from '../content/snapshot.ts'
import {
  defaultSiteSpaceIn,
  type SiteSpaceRow,
  siteSpacesInOrder,
} from '../domain/sites/structure/structure.ts'
import { languageAt, languagesAt } from './languages.ts'
import { isHiddenFromRobots } from './page.ts'
import { type SpaceView, viewOf } from './view.ts'
import { canonicalOf, type Visit } from './visit.ts'

/** A page in the sitemap, the feed and `llms.txt`, with its canonical URL. */
export type IndexablePage = { readonly view: SpaceView; readonly node: PageNode; readonly url: string }

/** The pages in the navigation that robots may read, space by space in reading order. */
export async function* indexablePages(visit: Visit): AsyncGenerator<IndexablePage, undefined> {
  for (const siteSpace of siteSpacesInOrder(visit.state.shape.structure)) {
    const view = await viewOf(visit, siteSpace)
    for (const node of view.order) {
      const href = view.hrefOf(node)
      if (href === undefined || isHiddenFromRobots(visit, node)) continue
      yield { view, node, url: canonicalOf(visit, href) }
    }
  }
}

/** The indexable pages that the site's own search includes as well. */
export async function* searchablePages(visit: Visit): AsyncGenerator<IndexablePage, undefined> {
  for await (const page of indexablePages(visit)) if (page.node.entry.noIndex !== true) yield page
}

/**
 * Pages without those of other variants that the default variant of the section also has, in the same language. Pages
 * in other languages are no duplicates: they name each other as alternates.
 */
export async function* withoutDuplicates(
  visit: Visit,
  pages: AsyncIterable<IndexablePage>,
): AsyncGenerator<IndexablePage, undefined> {
  for await (const page of pages) {
    const canonical = canonicalVariantOf(visit, page.view.siteSpace)
    if (canonical === undefined || !hasPage(await viewOf(visit, canonical), page)) yield page
  }
}

/** The default variant of the section in the language of a variant; undefined if it is that one or there is none. */
function canonicalVariantOf(visit: Visit, siteSpace: SiteSpaceRow): SiteSpaceRow | undefined {
  const { structure } = visit.state.shape
  const defaultId = defaultSiteSpaceIn(structure, siteSpace.sectionId)
  const byDefault = structure.siteSpaces.find(({ id }) => id === defaultId)
  if (byDefault === undefined || byDefault.id === siteSpace.id) return undefined
  const language = languageAt(visit, siteSpace)
  const canonical =
    languagesAt(visit, byDefault).find((one) => one.language === language)?.siteSpace ?? byDefault
  return canonical.id === siteSpace.id || languageAt(visit, canonical) !== language ? undefined : canonical
}

/** Whether a variant has the page at the same path; first pages correspond. */
function hasPage(canonical: SpaceView, { view, node }: IndexablePage): boolean {
  if (node === view.first) return canonical.first !== undefined
  const same = node.path === null ? undefined : canonical.pageAt(node.path)
  return same?.entry.type === 'document' && !canonical.isHidden(same)
}
