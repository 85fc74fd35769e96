import type { ContentReference } from '#contract/pages.ts'
import { fileUrl } from '../content/files.ts'
import { addressKey, type PageAddress, relocationsOf } from '../content/relocations.ts'
import type { PageNode } from '../content/snapshot.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { type LinkData, rebased } from '../text-tasks/link-data.ts'
import { filesIn } from './files.ts'
import { spacesOfPages } from './queries.ts'
import { type SpaceView, viewOf } from './view.ts'
import { type BaseVisit, basePathOf, servesFilesBelowSite, servicePath, type Visit } from './visit.ts'

/** The target of a link on the site. */
export type Target = {
  readonly href: string
  readonly external: boolean
  readonly title?: string
  readonly description?: string
}

/**
 * The view of a space for links from `near`: in the same section if possible, else the first in order. Undefined if the
 * space is not on the site.
 */
export async function viewOfSpace(
  visit: BaseVisit,
  near: SpaceView,
  spaceId: string,
): Promise<SpaceView | undefined> {
  const shown = siteSpacesInOrder(visit.state.shape.structure).filter((one) => one.spaceId === spaceId)
  if (near.siteSpace.spaceId === spaceId) return near
  const target = shown.find(({ sectionId }) => sectionId === near.siteSpace.sectionId) ?? shown[0]
  return target && viewOf(visit, target)
}

/** A page on the site, with the view of its space. */
export type PageOnSite = { readonly view: SpaceView; readonly node: PageNode }

/** Pages by their space and id, where they are now: those that moved to another space are found there. */
export async function pagesByAddress(
  visit: BaseVisit,
  near: SpaceView,
  addresses: readonly PageAddress[],
): Promise<(address: PageAddress) => PageOnSite | undefined> {
  const pages = new Map<string, PageOnSite>()
  const find = async (address: PageAddress, { spaceId, pageId }: PageAddress) => {
    const view = await viewOfSpace(visit, near, spaceId)
    const node = view?.page(pageId)
    if (view && node) pages.set(addressKey(address), { view, node })
  }
  for (const address of addresses) await find(address, address)
  const missing = addresses.filter((one) => !pages.has(addressKey(one)))
  const relocated = await relocationsOf(visit.db, visit.state.organizationId, missing)
  for (const address of missing) {
    const to = relocated.get(addressKey(address))
    if (to !== undefined) await find(address, to)
  }
  return (address) => pages.get(addressKey(address))
}

/** Pages in other spaces of the site, each with its view. */
export async function pagesInOtherSpaces(
  visit: Visit,
  near: SpaceView,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, PageOnSite>> {
  if (pageIds.length === 0) return new Map()
  const { organizationId, heads } = visit.state
  const spaces = await spacesOfPages(visit.db, organizationId, [...heads.keys()], pageIds)
  const pages = new Map<string, PageOnSite>()
  for (const [id, spaceId] of spaces) {
    const view = await viewOfSpace(visit, near, spaceId)
    const node = view?.page(id)
    if (view && node) pages.set(id, { view, node })
  }
  return pages
}

/** A page as a target; undefined without an address, for example for an empty group. */
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

/** Path of a file, relative so that it works at every host. Below the site where `servesFilesBelowSite` says so. */
export function fileHref(
  visit: Pick<Visit, 'urls' | 'state'>,
  spaceId: string,
  file: Parameters<typeof fileUrl>[2],
): string {
  const { pathname, search } = new URL(fileUrl(visit.urls, spaceId, file))
  const path = pathname + search
  if (!servesFilesBelowSite(visit)) return path
  return `${basePathOf(visit)}/~files/${path.slice(`${servicePath(visit.urls)}/files/`.length)}`
}

/**
 * How URLs of images change: files of the service are below the site behind a proxy, which forwards nothing else.
 */
export const imageRebase = ({ urls, state }: Pick<Visit, 'urls' | 'state'>): Pick<LinkData, 'rebase'> =>
  urls.isProxied
    ? {
        rebase: {
          prefix: `${urls.app('files')}/`,
          base: `${basePathOf({ urls, state })}/~files/`,
          spaces: new Set(state.heads.keys()),
        },
      }
    : {}

/** The URL of an image as visitors reach it. */
export const imageHref = (visit: Pick<Visit, 'urls' | 'state'>, url: string): string =>
  rebased(url, imageRebase(visit))

/** The URL of a content reference; undefined if its target is not visible to the visitor. */
export async function hrefOfReference(
  visit: Visit,
  near: SpaceView,
  reference: ContentReference,
): Promise<string | undefined> {
  if (reference.kind === 'url') return safeAddress(reference.url)
  if (reference.kind === 'space') return (await viewOfSpace(visit, near, reference.space))?.root
  if (reference.kind === 'file') return hrefOfFile(visit, near, reference)
  if (reference.kind !== 'page' && reference.kind !== 'anchor') return undefined
  const spaceId = reference.space ?? near.siteSpace.spaceId
  const target = await pageOrFirst(visit, near, spaceId, reference.page)
  const anchor = reference.kind === 'anchor' ? `#${encodeURIComponent(reference.anchor)}` : ''
  return target && targetOfPage(target.view, target.node, anchor)?.href
}

/** A page of a space on the site, by default its first one. */
async function pageOrFirst(
  visit: BaseVisit,
  near: SpaceView,
  spaceId: string,
  pageId: string | undefined,
): Promise<PageOnSite | undefined> {
  if (pageId === undefined) return firstPageOf(visit, near, spaceId)
  const address = { spaceId, pageId }
  return (await pagesByAddress(visit, near, [address]))(address)
}

/** The first page of a space on the site. */
export async function firstPageOf(
  visit: BaseVisit,
  near: SpaceView,
  spaceId: string,
): Promise<PageOnSite | undefined> {
  const view = await viewOfSpace(visit, near, spaceId)
  return view?.first && { view, node: view.first }
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

/** Whether the target of a link is in another space. */
export const dependsOnOtherSpace = (reference: ContentReference, spaceId: string): boolean =>
  'space' in reference && reference.space !== undefined && reference.space !== spaceId

/** The URL if it is safe to link to, for example no `javascript:` URL. */
export function safeAddress(url: unknown): string | undefined {
  return typeof url === 'string' && /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(url) ? url : undefined
}
