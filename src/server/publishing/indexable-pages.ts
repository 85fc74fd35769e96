import type { PageNode } from '../content/snapshot.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
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
