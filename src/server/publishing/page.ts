import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Link, PageModel, Switcher } from '#published/model.ts'
import { renderPage } from '#published/render-page.ts'
import type { PageNode } from '../content/snapshot.ts'
import { sectionOf, siteSpacesIn } from '../domain/sites/structure/structure.ts'
import { type Article, articleOf } from './article.ts'
import { coverOf } from './cover.ts'
import { directionOf } from './language.ts'
import { leadsToContent, looksFor } from './looks.ts'
import { offersMarkdown } from './markdown-offered.ts'
import { offersPdf } from './pdf.ts'
import { spacesWithPath } from './queries.ts'
import { readerSiteOf } from './reader-site.ts'
import { cardPath } from './social-cards.ts'
import { dependsOnOthers, treeOf } from './tree.ts'
import { type SpaceView, viewOf } from './view.ts'
import { basePathOf, canonicalOf, pathBefore, rootOfSiteSpace, type Visit } from './visit.ts'

/** A printed page, and whether changes of other spaces of the site change it too. */
export type PrintedPage = { readonly html: string; readonly dependsOnOthers: boolean }

/** Prints a page of a space, or the root of a space without any page. */
export async function printPage(
  visit: Visit,
  view: SpaceView,
  node: PageNode | undefined,
): Promise<PrintedPage> {
  const tree = await treeOf(visit, view)
  const choices = await switchersOf(visit, view, node)
  const article = node && (await articleOf(visit, view, node.entry))
  const cover = node && (await coverOf(visit, view, node.entry))
  const href = (node && view.hrefOf(node)) ?? view.root
  const site = await readerSiteOf(visit, view.siteSpace)
  const html = renderPage({
    site,
    switchers: choices,
    tree,
    breadcrumbs: crumbsOf(visit, view, node),
    canonical: canonicalOf(visit, href),
    page: {
      ...(node ? factsOf(visit, view, node) : emptyPage(visit, view)),
      ...(cover ? { cover } : {}),
      ...(article ? writingOf(article, site.dir, looksOf(visit, view)) : {}),
      article: article?.root ?? { type: 'root', children: [] },
      outline: node && !isShown(node, 'outline') ? [] : (article?.outline ?? []),
    },
  })
  const others =
    choices.length > 0 ||
    article?.dependsOnOthers === true ||
    dependsOnOthers(view) ||
    leadsToContent(looksOf(visit, view))
  return { html, dependsOnOthers: others }
}

/** Said of a text that runs the other way than what stands around it. */
function writingOf(
  { language }: Article,
  around: 'ltr' | 'rtl',
  { internationalization }: SiteCustomization,
): Pick<PageModel['page'], 'writing'> {
  if (language === undefined) return {}
  const lang = language ?? internationalization.locale
  const dir = directionOf(lang)
  return dir === around ? {} : { writing: { lang, dir } }
}

type Facts = Omit<PageModel['page'], 'article' | 'outline'>

function factsOf(visit: Visit, view: SpaceView, node: PageNode): Facts {
  const { id, title, description, updatedAt } = node.entry
  const looks = looksOf(visit, view)
  const turns = looks.pagination.enabled && isShown(node, 'pagination') ? neighboursOf(view, node) : {}
  return {
    id,
    title,
    ...(description && isShown(node, 'description') ? { description } : {}),
    ...(isShown(node, 'metadata') ? { updatedAt } : {}),
    ...(offersMarkdown(visit) && listsMarkdown(looks) ? { markdownHref: `${view.longHrefOf(node)}.md` } : {}),
    ...(offersPdf(visit, looks) ? { pdfHref: `${view.longHrefOf(node)}.pdf` } : {}),
    ...turns,
    ...(looks.git.showEditLink ? editingOf(visit, view, node) : {}),
    socialImage: canonicalOf(visit, cardPath(visit, view, node)),
    ...(looks.feedback.enabled ? { feedbackHref: feedbackHref(visit, view, node) } : {}),
    noIndex: isKeptFromRobots(visit, node),
  }
}

/** Where what a reader thinks of a page is posted: it says which page, so that it is the same for all. */
export const feedbackHref = (visit: Visit, view: SpaceView, node: PageNode): string =>
  `${basePathOf(visit)}/~feedback?${new URLSearchParams({ at: view.hrefOf(node) ?? view.root })}`

/** At an address of its own nobody is known who came in to the dashboard. */
function editingOf({ urls }: Visit, view: SpaceView, { entry }: PageNode): Pick<Facts, 'editing'> {
  if (urls.isOwn || urls.under !== undefined) return {}
  return { editing: { space: `${pathBefore(urls)}/v1/spaces/${view.siteSpace.spaceId}`, page: entry.id } }
}

const looksOf = ({ state }: Visit, view: SpaceView): SiteCustomization =>
  looksFor(state.shape.looks, view.siteSpace.id)

/** The ordered list decides over the flag where it is given. */
const listsMarkdown = ({ pageActions: { items, markdown } }: SiteCustomization): boolean =>
  items?.includes('markdown') ?? markdown

export const isKeptFromRobots = ({ state }: Visit, { entry }: PageNode): boolean =>
  state.shape.structure.site.visibility !== 'public' || entry.noRobotsIndex === true

/** Parts of a page are shown unless its layout says otherwise. */
const isShown = ({ entry }: PageNode, part: 'description' | 'outline' | 'pagination' | 'metadata'): boolean =>
  entry.layout?.[part] !== false

/** A space without pages has an address all the same. */
const emptyPage = ({ state }: Visit, view: SpaceView): Facts => ({
  id: '',
  title: view.siteSpace.title,
  noIndex: state.shape.structure.site.visibility !== 'public',
})

const places = new WeakMap<SpaceView, ReadonlyMap<string, number>>()

function neighboursOf(view: SpaceView, node: PageNode): { prev?: Link; next?: Link } {
  const known = places.get(view) ?? new Map(view.order.map(({ entry }, index) => [entry.id, index]))
  places.set(view, known)
  const at = known.get(node.entry.id)
  if (at === undefined) return {}
  const [prev, next] = [linkTo(view, view.order[at - 1]), linkTo(view, view.order[at + 1])]
  return { ...(prev ? { prev } : {}), ...(next ? { next } : {}) }
}

function linkTo(view: SpaceView, node: PageNode | undefined): Link | undefined {
  const href = node && view.hrefOf(node)
  return node && href !== undefined ? { title: node.entry.linkTitle ?? node.entry.title, href } : undefined
}

type Crumb = PageModel['breadcrumbs'][number]

/** The section and the pages above; nothing on the page that the section begins with. */
function crumbsOf(visit: Visit, view: SpaceView, node: PageNode | undefined): Crumb[] {
  if (node === undefined || node === view.first) return []
  const { structure } = visit.state.shape
  const section = sectionOf(structure, view.siteSpace.sectionId)
  const home = section && structure.sections.length > 1 ? [{ title: section.title, href: view.root }] : []
  return [...home, ...pagesAbove(view, node).map((above) => crumbOf(view, above))]
}

/** The pages above one, from the top down. */
export function pagesAbove(view: SpaceView, node: PageNode): PageNode[] {
  const parent = node.parent === null ? undefined : view.page(node.parent)
  return parent === undefined ? [] : [...pagesAbove(view, parent), parent]
}

function crumbOf(view: SpaceView, node: PageNode): Crumb {
  const title = node.entry.linkTitle ?? node.entry.title
  const href = node.entry.type === 'document' ? view.hrefOf(node) : undefined
  return href === undefined ? { title } : { title, href }
}

/** The other spaces of the section, each at the same page where it has one. */
async function switchersOf(visit: Visit, view: SpaceView, node: PageNode | undefined): Promise<Switcher[]> {
  const { state } = visit
  const siblings = siteSpacesIn(state.shape.structure, view.siteSpace.sectionId)
  if (siblings.length < 2) return []
  const path = node && node !== view.first ? (node.path ?? '') : ''
  const spaceIds = siblings.map(({ spaceId }) => spaceId)
  const having =
    path === '' ? new Set() : await spacesWithPath(visit.db, state.organizationId, spaceIds, path)
  const options = siblings.map(async (one) => {
    const isCurrent = one.id === view.siteSpace.id
    const there = isCurrent || having.has(one.spaceId) ? await viewOf(visit, one) : undefined
    const same = isCurrent ? node : there?.pageAt(path)
    const href = (there && same && there.hrefOf(same)) ?? rootOfSiteSpace(visit, one.id)
    return { id: one.id, title: one.title, href, current: isCurrent }
  })
  return [{ kind: 'variant', options: await Promise.all(options) }]
}
