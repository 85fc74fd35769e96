import { pageMetaLinks } from '#contract/pages.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import { emptyArticle } from '#published/article.ts'
import type { Link, PageModel } from '#published/model.ts'
import { renderPage } from '#published/render-page.ts'
import type { PageNode } from '../content/snapshot.ts'
import { sectionOf } from '../domain/sites/structure/structure.ts'
import { articleOf, type PageArticle } from './article.ts'
import { coverOf } from './cover.ts'
import { customizationFor, linksToContent } from './customization.ts'
import { directionOf } from './language.ts'
import { alternatesOf, languageVariants } from './languages.ts'
import { offersMarkdown } from './markdown-availability.ts'
import { offersPdf } from './pdf.ts'
import { readerSiteOf } from './reader-site.ts'
import { cardPath } from './social-cards.ts'
import { switchersOf } from './switchers.ts'
import { tagStylesOf, tagsOfPage } from './tags.ts'
import { dependsOnOthers, treeOf } from './tree.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, canonicalOf, servicePath, type Visit } from './visit.ts'

/** A rendered page, whether it depends on other spaces of the site, and the servers that it connects to. */
export type RenderedPage = {
  readonly html: string
  readonly dependsOnOthers: boolean
  readonly connects: readonly string[]
}

/** Renders a page of a space, or the root of a space without pages. */
export async function renderSitePage(
  visit: Visit,
  view: SpaceView,
  node: PageNode | undefined,
): Promise<RenderedPage> {
  const tree = await treeOf(visit, view)
  const languages = await languageVariants(visit, view)
  const choices = await switchersOf(visit, view, node, languages)
  const article = node && (await articleOf(visit, view, node.entry))
  const cover = node && (await coverOf(visit, view, node.entry))
  const href = (node && view.hrefOf(node)) ?? view.root
  const site = await readerSiteOf(visit, view.siteSpace)
  const html = renderPage({
    site,
    switchers: choices,
    tree,
    breadcrumbs: breadcrumbsOf(visit, view, node),
    connects: article?.connects ?? [],
    canonical: (node && ownCanonicalOf(node)) ?? canonicalOf(visit, href),
    alternates: alternatesOf(visit, languages, view, node),
    page: {
      ...(node ? factsOf(visit, view, node) : emptyPage(visit, view)),
      ...(node && isPartShown(node, 'tags') ? { tags: await shownTags(visit, view, node) } : {}),
      ...(cover ? { cover } : {}),
      ...(article ? writingDirection(article, site.dir, customizationOf(visit, view)) : {}),
      article: article?.article ?? emptyArticle,
      ...(article?.hasUpdates && site.feedHref ? { feedHref: `${href.replace(/\/$/, '')}/~feed.xml` } : {}),
      outline: node && !isPartShown(node, 'outline') ? [] : (article?.outline ?? []),
    },
  })
  const others =
    choices.length > 0 ||
    article?.dependsOnOthers === true ||
    dependsOnOthers(view) ||
    linksToContent(customizationOf(visit, view))
  return { html, dependsOnOthers: others, connects: article?.connects ?? [] }
}

/** Set for content in another writing direction than the site. */
function writingDirection(
  { language }: PageArticle,
  siteDirection: 'ltr' | 'rtl',
  { internationalization }: SiteCustomization,
): Pick<PageModel['page'], 'language'> {
  if (language === undefined) return {}
  const lang = language ?? internationalization.locale
  const dir = directionOf(lang)
  return dir === siteDirection ? {} : { language: { lang, dir } }
}

type PageFacts = Omit<PageModel['page'], 'article' | 'outline'>

function factsOf(visit: Visit, view: SpaceView, node: PageNode): PageFacts {
  const { id, title, description, updatedAt } = node.entry
  const customization = customizationOf(visit, view)
  const adjacent =
    customization.pagination.enabled && isPartShown(node, 'pagination') ? adjacentPages(view, node) : {}
  return {
    id,
    title,
    ...(description ? { description } : {}),
    ...layoutOf(node),
    ...(isPartShown(node, 'metadata') ? { updatedAt } : {}),
    ...(offersMarkdown(visit) && listsMarkdown(customization)
      ? { markdownHref: `${view.longHrefOf(node)}.md` }
      : {}),
    ...(offersPdf(visit, customization) ? { pdfHref: `${view.longHrefOf(node)}.pdf` } : {}),
    ...outsideActions(visit, view, node, customization),
    ...adjacent,
    ...(customization.git.showEditLink ? editingOf(visit, view, node) : {}),
    socialImage: canonicalOf(visit, cardPath(visit, view, node)),
    ...(customization.feedback.enabled ? { feedbackHref: feedbackHref(visit, view, node) } : {}),
    noIndex: isHiddenFromRobots(visit, node),
  }
}

const layoutOf = (node: PageNode): Pick<PageFacts, 'layout'> => ({
  layout: {
    isWide: node.entry.layout?.width === 'wide',
    hidesTitle: !isPartShown(node, 'title'),
    hidesDescription: !isPartShown(node, 'description'),
    hidesTree: !isPartShown(node, 'tableOfContents'),
    hidesActions: !isPartShown(node, 'actions'),
  },
})

/** The canonical URL that a page sets itself. */
const ownCanonicalOf = ({ entry }: PageNode): string | undefined =>
  pageMetaLinks.catch({}).parse(entry.metaLinks ?? {}).canonical?.url

const shownTags = async (visit: Visit, view: SpaceView, { entry }: PageNode) =>
  entry.tags === undefined
    ? []
    : tagsOfPage(entry, await tagStylesOf(view), customizationOf(visit, view).styling.icons)

/** Actions of services elsewhere, which have to be able to read the site without a visitor's credentials. */
function outsideActions(
  visit: Visit,
  view: SpaceView,
  node: PageNode,
  { pageActions: { items, externalAI } }: SiteCustomization,
): Pick<PageFacts, 'actions' | 'askUrl' | 'mcp'> {
  const { title, visibility } = visit.state.shape.structure.site
  const isOpen = visibility === 'public' || visibility === 'unlisted'
  const asks = items?.includes('external-ai') ?? externalAI
  const href = offersMarkdown(visit) ? `${view.longHrefOf(node)}.md` : (view.hrefOf(node) ?? view.root)
  const mcp = { name: title, url: canonicalOf(visit, `${basePathOf(visit)}/~mcp`) }
  return {
    actions: items ?? ['markdown', 'pdf', 'external-ai'],
    ...(isOpen && asks ? { askUrl: canonicalOf(visit, href) } : {}),
    ...(isOpen && items?.includes('mcp') ? { mcp } : {}),
  }
}

/** URL that the feedback form of a page posts to. */
export const feedbackHref = (visit: Visit, view: SpaceView, node: PageNode): string =>
  `${basePathOf(visit)}/~feedback?${new URLSearchParams({ at: view.hrefOf(node) ?? view.root })}`

/** Sessions of the dashboard are known only at the service's own address. */
function editingOf({ urls }: Visit, view: SpaceView, { entry }: PageNode): Pick<PageFacts, 'editing'> {
  if (urls.isOwn || urls.previewPrefix !== undefined) return {}
  return { editing: { space: `${servicePath(urls)}/v1/spaces/${view.siteSpace.spaceId}`, page: entry.id } }
}

const customizationOf = ({ state }: Visit, view: SpaceView): SiteCustomization =>
  customizationFor(state.shape.customizations, view.siteSpace.id)

/** The list of page actions takes precedence over the older flag. */
const listsMarkdown = ({ pageActions: { items, markdown } }: SiteCustomization): boolean =>
  items?.includes('markdown') ?? markdown

export const isHiddenFromRobots = ({ state }: Visit, { entry }: PageNode): boolean =>
  state.shape.structure.site.visibility !== 'public' || entry.noRobotsIndex === true

/** Parts of a page are visible unless its layout hides them. */
const isPartShown = (
  { entry }: PageNode,
  part:
    | 'title'
    | 'description'
    | 'tableOfContents'
    | 'outline'
    | 'pagination'
    | 'metadata'
    | 'tags'
    | 'actions',
): boolean => entry.layout?.[part] !== false

/** The root of a space without pages. */
const emptyPage = ({ state }: Visit, view: SpaceView): PageFacts => ({
  id: '',
  title: view.siteSpace.title,
  noIndex: state.shape.structure.site.visibility !== 'public',
})

const orderIndexes = new WeakMap<SpaceView, ReadonlyMap<string, number>>()

function adjacentPages(view: SpaceView, node: PageNode): { prev?: Link; next?: Link } {
  const indexes = orderIndexes.get(view) ?? new Map(view.order.map(({ entry }, index) => [entry.id, index]))
  orderIndexes.set(view, indexes)
  const at = indexes.get(node.entry.id)
  if (at === undefined) return {}
  const [prev, next] = [linkTo(view, view.order[at - 1]), linkTo(view, view.order[at + 1])]
  return { ...(prev ? { prev } : {}), ...(next ? { next } : {}) }
}

function linkTo(view: SpaceView, node: PageNode | undefined): Link | undefined {
  const href = node && view.hrefOf(node)
  return node && href !== undefined ? { title: node.entry.linkTitle ?? node.entry.title, href } : undefined
}

type Breadcrumb = PageModel['breadcrumbs'][number]

/** The section and the ancestors; empty on the first page of a section. */
function breadcrumbsOf(visit: Visit, view: SpaceView, node: PageNode | undefined): Breadcrumb[] {
  if (node === undefined || node === view.first) return []
  const { structure } = visit.state.shape
  const section = sectionOf(structure, view.siteSpace.sectionId)
  const home = section && structure.sections.length > 1 ? [{ title: section.title, href: view.root }] : []
  return [...home, ...ancestorsOf(view, node).map((ancestor) => breadcrumbOf(view, ancestor))]
}

/** The ancestors of a page, topmost first. */
export function ancestorsOf(view: SpaceView, node: PageNode): PageNode[] {
  const parent = node.parent === null ? undefined : view.page(node.parent)
  return parent === undefined ? [] : [...ancestorsOf(view, parent), parent]
}

function breadcrumbOf(view: SpaceView, node: PageNode): Breadcrumb {
  const title = node.entry.linkTitle ?? node.entry.title
  const href = node.entry.type === 'document' ? view.hrefOf(node) : undefined
  return href === undefined ? { title } : { title, href }
}
