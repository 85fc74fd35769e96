import type { PageNode } from '../content/snapshot.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { isKeptFromRobots } from './page.ts'
import { type SpaceView, viewOf } from './view.ts'
import { canonicalOf, type Visit } from './visit.ts'

/** A page that programs are told of, with its one whole address. */
export type ToldPage = { readonly view: SpaceView; readonly node: PageNode; readonly url: string }

/** The pages that navigation leads the visitor to and robots may read, space by space in reading order. */
export async function* toldPagesOf(visit: Visit): AsyncGenerator<ToldPage, undefined> {
  for (const siteSpace of siteSpacesInOrder(visit.state.shape.structure)) {
    const view = await viewOf(visit, siteSpace)
    for (const node of view.order) {
      const href = view.hrefOf(node)
      if (href === undefined || isKeptFromRobots(visit, node)) continue
      yield { view, node, url: canonicalOf(visit, href) }
    }
  }
}

/** Those of them that the site's own search finds too: what is kept from that is in no list of texts either. */
export async function* foundPagesOf(visit: Visit): AsyncGenerator<ToldPage, undefined> {
  for await (const page of toldPagesOf(visit)) if (page.node.entry.noIndex !== true) yield page
}
