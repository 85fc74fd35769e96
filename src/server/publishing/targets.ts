import type { ContentReference } from '#contract/pages.ts'
import { fileUrl } from '../content/files.ts'
import type { PageNode } from '../content/snapshot.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { filesIn } from './files.ts'
import { spacesOfPages } from './queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import { basePathOf, keepsFiles, pathBefore, type Visit } from './visit.ts'

/** Where a link leads on the site. */
export type Target = {
  readonly href: string
  readonly external: boolean
  readonly title?: string
  readonly description?: string
}

/**
 * The space on the site that readers of `near` are to be led to: in the same section if it is there, else the first
 * in order. Undefined when the site does not show it.
 */
export async function viewOfSpace(
  visit: Visit,
  near: SpaceView,
  spaceId: string,
): Promise<SpaceView | undefined> {
  const shown = siteSpacesInOrder(visit.state.shape.structure).filter((one) => one.spaceId === spaceId)
  if (near.siteSpace.spaceId === spaceId) return near
  const found = shown.find(({ sectionId }) => sectionId === near.siteSpace.sectionId) ?? shown[0]
  return found && viewOf(visit, found)
}

/** Pages of other spaces of the site, each with the view it is to be read in. */
export async function pagesElsewhere(
  visit: Visit,
  near: SpaceView,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly view: SpaceView; readonly node: PageNode }>> {
  if (pageIds.length === 0) return new Map()
  const { organizationId, heads } = visit.state
  const spaces = await spacesOfPages(visit.db, organizationId, [...heads.keys()], pageIds)
  const found = new Map<string, { view: SpaceView; node: PageNode }>()
  for (const [id, spaceId] of spaces) {
    const view = await viewOfSpace(visit, near, spaceId)
    const node = view?.page(id)
    if (view && node) found.set(id, { view, node })
  }
  return found
}

/** A page as a target; undefined for one without an address, such as an empty group. */
export function targetOfPage(view: SpaceView, node: PageNode, suffix = ''): Target | undefined {
  const { entry } = node
  const outside = entry.type === 'link' ? safeAddress(entry.target?.url) : undefined
  const href = outside ?? view.hrefOf(node)
  if (href === undefined) return undefined
  const { title, description } = entry
  return {
    href: href + suffix,
    external: outside !== undefined,
    title,
    ...(description === undefined ? {} : { description }),
  }
}

/**
 * Path of a file on this service, so that it works under every name of the service. Below the site where only some
 * may read it, since that is where their cookies are sent.
 */
export function fileHref(
  visit: Pick<Visit, 'urls' | 'state'>,
  spaceId: string,
  file: Parameters<typeof fileUrl>[2],
): string {
  const { pathname, search } = new URL(fileUrl(visit.urls, spaceId, file))
  const path = pathname + search
  if (!keepsFiles(visit)) return path
  return `${basePathOf(visit)}/~files/${path.slice(`${pathBefore(visit.urls)}/files/`.length)}`
}

/**
 * The address of a picture: below the site where it is a file of this service that its readers reach by nothing else.
 */
export function pictureHref({ urls, state }: Pick<Visit, 'urls' | 'state'>, url: string): string {
  const files = `${urls.app('files')}/`
  if (!urls.isProxied || !url.startsWith(files)) return url
  const below = url.slice(files.length)
  return state.heads.has(below.split('/', 1)[0] ?? '')
    ? `${basePathOf({ urls, state })}/~files/${below}`
    : url
}

/** Where an entry of the page tree leads that is a link; undefined when there is nothing there for the reader. */
export async function hrefOfReference(
  visit: Visit,
  near: SpaceView,
  reference: ContentReference,
): Promise<string | undefined> {
  if (reference.kind === 'url') return safeAddress(reference.url)
  if (reference.kind === 'space') return (await viewOfSpace(visit, near, reference.space))?.root
  if (reference.kind === 'file') return hrefOfFile(visit, near, reference)
  if (reference.kind !== 'page' && reference.kind !== 'anchor') return undefined
  const view = await viewOfSpace(visit, near, reference.space ?? near.siteSpace.spaceId)
  const node = reference.page === undefined ? view?.first : view?.page(reference.page)
  const anchor = reference.kind === 'anchor' ? `#${encodeURIComponent(reference.anchor)}` : ''
  return view && node && targetOfPage(view, node, anchor)?.href
}

async function hrefOfFile(
  visit: Visit,
  near: SpaceView,
  { file, space }: Extract<ContentReference, { kind: 'file' }>,
): Promise<string | undefined> {
  const spaceId = space ?? near.siteSpace.spaceId
  if (!visit.state.heads.has(spaceId)) return undefined
  const row = (await filesIn(visit, spaceId, [file])).get(file)
  return row && fileHref(visit, spaceId, row)
}

/** Whether what a link leads to is decided by more than its own space. */
export const leadsElsewhere = (reference: ContentReference, spaceId: string): boolean =>
  'space' in reference && reference.space !== undefined && reference.space !== spaceId

/** An address that may be printed as it is: never one that runs something. */
export function safeAddress(url: unknown): string | undefined {
  return typeof url === 'string' && /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(url) ? url : undefined
}

/** A space or page that is named by its address in the dashboard, as people copy it from there. */
export function dashboardAddress(
  { urls }: Pick<Visit, 'urls'>,
  url: string,
): { readonly spaceId: string; readonly pageId: string | undefined; readonly suffix: string } | undefined {
  const begin = `${urls.app('s')}/`
  if (!url.startsWith(begin)) return undefined
  const match = /^([\w-]{1,64})(?:\/p\/([\w-]{1,64}))?(#.*)?$/.exec(url.slice(begin.length))
  return match ? { spaceId: match[1] ?? '', pageId: match[2], suffix: match[3] ?? '' } : undefined
}
