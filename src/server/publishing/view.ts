import { LRUCache } from 'lru-cache'
import type { PageEntry, Variables } from '../content/entries.ts'
import { type Content, contentOf } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { ConditionFilter } from '../domain/sites/adaptive-content.ts'
import { type Address, pageAddresses } from '../domain/sites/structure/addresses.ts'
import type { SiteSpaceRow } from '../domain/sites/structure/structure.ts'
import type { Shape } from './state.ts'
import { type BaseVisit, basePathOf, rootOfSiteSpace } from './visit.ts'

/** One space of the site as its visitors see it. Immutable. */
export type SpaceView = {
  /** Unique for the site space, its revision and the state of the site. */
  readonly key: string
  readonly siteSpace: SiteSpaceRow
  readonly content: Content
  /** Whether the visitor sees content of the space with a condition; a condition on a page can read its variables. */
  readonly shows: (
    condition: string | null | undefined,
    page: Pick<PageEntry, 'variables'> | undefined,
  ) => boolean
  /** Path of the space with a trailing slash: `/sites/acme/guides/`. */
  readonly root: string
  /** The page at the root; undefined if the space has no pages. */
  readonly first: PageNode | undefined
  /** The pages in the navigation, in reading order, without groups, links and hidden pages. */
  readonly order: readonly PageNode[]
  /** The visible page or group at a path. */
  readonly pageAt: (path: string) => PageNode | undefined
  /** The visible page, group or link with this id. */
  readonly page: (id: string) => PageNode | undefined
  /** Whether it or one of its ancestors is hidden from navigation, search and sitemap. */
  readonly isHidden: (node: PageNode) => boolean
  /** Path of a page; of its first page for a group. Undefined for links and empty groups. */
  readonly hrefOf: (node: PageNode) => string | undefined
  /** The path with the page's own path, for the first page as well. */
  readonly longHrefOf: (node: PageNode) => string
}

/** The views of each state of a site. Those of a former state are useless, and go with it. */
const views = new WeakMap<Shape, Map<string, SpaceView>>()

/** The least recently used are removed. Weighted by number of pages, which determines their size. */
const uses = new LRUCache<string, { readonly among: WeakRef<Map<string, SpaceView>>; readonly size: number }>(
  {
    maxSize: 100_000,
    maxEntrySize: 100_000,
    sizeCalculation: ({ size }) => size + 50,
    dispose: ({ among }, key) => among.deref()?.delete(key),
  },
)

/** The view of a site space of the site. */
export async function viewOf(visit: BaseVisit, siteSpace: SiteSpaceRow): Promise<SpaceView> {
  const { shape, heads, organizationId } = visit.state
  const { spaceId } = siteSpace
  const revision = heads.get(spaceId) ?? ''
  const key = `${visit.urls.base} ${shape.stamp} ${siteSpace.id} ${revision}`
  const among = views.get(shape) ?? new Map<string, SpaceView>()
  views.set(shape, among)
  const cached = among.get(key)
  if (cached !== undefined) {
    uses.get(key)
    return cached
  }
  const content = await contentOf(visit.db, { organizationId, spaceId }, revision)
  const root = rootOfSiteSpace(visit, siteSpace.id)
  const longHrefOf = longHrefs(basePathOf(visit), pageAddresses(shape, siteSpace))
  const shows = showsWith(shape.shows, await content.variables())
  const view = viewFrom({ key, siteSpace, content, root, longHrefOf, shows })
  uses.set(key, { among: new WeakRef(among), size: view.order.length })
  if (uses.has(key)) among.set(key, view)
  return view
}

/** A function of its own, so that a view does not keep the visit. */
const longHrefs =
  (basePath: string, addressOf: (pagePath: string) => Address) =>
  (node: PageNode): string =>
    pathBelow(basePath, addressOf(node.path ?? ''), node.path ?? '')

/** A function of its own for the same reason. */
const showsWith =
  (shows: ConditionFilter, space: Variables): SpaceView['shows'] =>
  (condition, page) =>
    shows(condition, { space, page: page?.variables })

type ViewBase = Pick<SpaceView, 'key' | 'siteSpace' | 'content' | 'root' | 'longHrefOf' | 'shows'>

function viewFrom(base: ViewBase): SpaceView {
  const { tree } = base.content
  const shows = (entry: PageEntry) => base.shows(entry.condition, entry)
  const parentOf = (node: PageNode) => (node.parent === null ? undefined : tree.page(node.parent))
  const everyAncestorOrSelf = (node: PageNode, test: (one: PageNode) => boolean): boolean => {
    for (let one: PageNode | undefined = node; one; one = parentOf(one)) if (!test(one)) return false
    return true
  }
  const isVisible = (node: PageNode) => everyAncestorOrSelf(node, ({ entry }) => shows(entry))
  const isHidden = (node: PageNode) =>
    !everyAncestorOrSelf(node, ({ entry }) => !entry.hidden && shows(entry))
  const visible = (node: PageNode | undefined) => (node !== undefined && isVisible(node) ? node : undefined)
  const order = [...documentsAmong(tree.pages, (entry) => !entry.hidden && shows(entry))]
  const first = order[0] ?? documentsAmong(tree.pages, shows).next().value
  const hrefOf = (node: PageNode): string | undefined => {
    if (node.entry.type === 'link') return undefined
    if (node.entry.type === 'document') return node === first ? base.root : base.longHrefOf(node)
    const within = documentsAmong(node.pages, (entry) => !entry.hidden && shows(entry)).next().value
    return within && hrefOf(within)
  }
  return {
    ...base,
    first,
    order,
    pageAt: (path) => visible(tree.pageAt(path)),
    page: (id) => visible(tree.page(id)),
    isHidden,
    hrefOf,
  }
}

function pathBelow(basePath: string, address: string, path: string): string {
  const segments = [...address.split('/'), ...path.split('/')].filter((segment) => segment !== '')
  return [basePath, ...segments.map(encodeURIComponent)].join('/')
}

/** The documents among pages and their descendants, in order. Excluded pages exclude their descendants. */
function* documentsAmong(
  nodes: readonly PageNode[],
  isIncluded: (entry: PageNode['entry']) => boolean,
): Generator<PageNode, undefined> {
  for (const node of nodes) {
    if (!isIncluded(node.entry)) continue
    if (node.entry.type === 'document') yield node
    yield* documentsAmong(node.pages, isIncluded)
  }
}
