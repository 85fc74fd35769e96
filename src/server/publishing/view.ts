import { LRUCache } from 'lru-cache'
import { type Content, contentOf } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { ConditionFilter } from '../domain/sites/adaptive-content.ts'
import { pageAddresses } from '../domain/sites/structure/addresses.ts'
import type { SiteSpaceRow } from '../domain/sites/structure/structure.ts'
import { basePathOf, rootOfSiteSpace, type VisitAt } from './visit.ts'

/** One space at its place in the site, as its readers see it. Never changed once made. */
export type SpaceView = {
  /** Tells it from every other view, of other revisions and other states of the site too. */
  readonly key: string
  readonly siteSpace: SiteSpaceRow
  readonly content: Content
  /** Path of the space on this service, with a slash at its end: `/sites/acme/guides/`. */
  readonly root: string
  /** The page that stands at the root; absent when the space has none. */
  readonly first: PageNode | undefined
  /** The pages that navigation leads through, in reading order; no groups, links and hidden pages. */
  readonly order: readonly PageNode[]
  /** The page or group at a path; absent when it is not there or not to be seen. */
  readonly pageAt: (path: string) => PageNode | undefined
  /** A page, group or link by its id; absent when it is not there or not to be seen. */
  readonly page: (id: string) => PageNode | undefined
  /** Whether navigation, search and sitemap leave it out, by itself or with what it stands in. */
  readonly isHidden: (node: PageNode) => boolean
  /** Path of a page on this service; a group leads to its first page. Absent for links and empty groups. */
  readonly hrefOf: (node: PageNode) => string | undefined
  /** The same made of the page's own path, for the first page too. */
  readonly longHrefOf: (node: PageNode) => string
}

/** Kept by their number of pages, because it is what they weigh. */
const views = new LRUCache<string, SpaceView>({
  maxSize: 100_000,
  maxEntrySize: 100_000,
  sizeCalculation: ({ order }) => order.length + 10,
})

/** The view of a site space of the site. */
export async function viewOf(visit: VisitAt, siteSpace: SiteSpaceRow): Promise<SpaceView> {
  const { shape, heads, organizationId } = visit.state
  const { spaceId } = siteSpace
  const revision = heads.get(spaceId) ?? ''
  const key = `${visit.urls.base} ${shape.stamp} ${siteSpace.id} ${revision}`
  const known = views.get(key)
  if (known !== undefined) return known
  const content = await contentOf(visit.db, { organizationId, spaceId }, revision)
  const root = rootOfSiteSpace(visit, siteSpace.id)
  const way = pageAddresses(shape, siteSpace)
  const longHrefOf = (node: PageNode) => pathBelow(basePathOf(visit), way(node.path ?? ''), node.path ?? '')
  const view = viewFrom({ key, siteSpace, content, root, longHrefOf }, shape.shows)
  views.set(key, view)
  return view
}

type Base = Pick<SpaceView, 'key' | 'siteSpace' | 'content' | 'root' | 'longHrefOf'>

function viewFrom(base: Base, shows: ConditionFilter): SpaceView {
  const { tree } = base.content
  const parentOf = (node: PageNode) => (node.parent === null ? undefined : tree.page(node.parent))
  const holds = (node: PageNode, test: (one: PageNode) => boolean): boolean => {
    for (let one: PageNode | undefined = node; one; one = parentOf(one)) if (!test(one)) return false
    return true
  }
  const isSeen = (node: PageNode) => holds(node, ({ entry }) => shows(entry.condition))
  const isHidden = (node: PageNode) => !holds(node, ({ entry }) => !entry.hidden && shows(entry.condition))
  const seen = (node: PageNode | undefined) => (node !== undefined && isSeen(node) ? node : undefined)
  const order = [...documentsIn(tree.pages, (entry) => !entry.hidden && shows(entry.condition))]
  const first = order[0] ?? documentsIn(tree.pages, ({ condition }) => shows(condition)).next().value
  const hrefOf = (node: PageNode): string | undefined => {
    if (node.entry.type === 'link') return undefined
    if (node.entry.type === 'document') return node === first ? base.root : base.longHrefOf(node)
    const within = documentsIn(node.pages, (entry) => !entry.hidden && shows(entry.condition)).next().value
    return within && hrefOf(within)
  }
  return {
    ...base,
    first,
    order,
    pageAt: (path) => seen(tree.pageAt(path)),
    page: (id) => seen(tree.page(id)),
    isHidden,
    hrefOf,
  }
}

function pathBelow(basePath: string, way: string, path: string): string {
  const steps = [...way.split('/'), ...path.split('/')].filter((step) => step !== '')
  return [basePath, ...steps.map(encodeURIComponent)].join('/')
}

/** The documents among some pages and below them, in order; what is not wanted is left out with all below it. */
function* documentsIn(
  nodes: readonly PageNode[],
  isWanted: (entry: PageNode['entry']) => boolean,
): Generator<PageNode, undefined> {
  for (const node of nodes) {
    if (!isWanted(node.entry)) continue
    if (node.entry.type === 'document') yield node
    yield* documentsIn(node.pages, isWanted)
  }
}
