import { type DashboardLink, dashboardLinkOf, dashboardUrlOf } from '../../content/dashboard-links.ts'
import type { PageEntry, Reference } from '../../content/entries.ts'
import { suffixOf, targetOf } from '../../content/texts.ts'

/** What moves from one space to another, as links and fields refer to it. */
export type MoveMap = {
  /** The URL of the service. */
  readonly baseUrl: string
  readonly from: string
  readonly to: string
  /** The ids in the target, by those in the source. */
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  /** Whether the source has a page that does not move. */
  readonly isLeftBehind: (page: string) => boolean
  readonly isInTarget: (page: string) => boolean
}

/** The URL of a link in a text that moves; null if it stays the same. */
export function movedUrl(map: MoveMap, url: string): string | null {
  const target = targetOf(url)
  if (target.kind === 'file') return localUrl('files', map.files.get(target.id), suffixOf(url))
  if (target.kind !== 'page') {
    const link = pageLinkOf(map, url)
    if (link?.spaceId === map.from) return localUrl('pages', map.pages.get(link.pageId), link.suffix)
    return link?.spaceId === map.to && map.isInTarget(link.pageId)
      ? localUrl('pages', link.pageId, link.suffix)
      : null
  }
  if (!map.isLeftBehind(target.id)) return localUrl('pages', map.pages.get(target.id), suffixOf(url))
  return dashboardUrlOf(map.baseUrl, { spaceId: map.from, pageId: target.id }, anchorOf(target.anchor))
}

/** The URL of a link in a text of the source that stays; null if it stays the same. */
export function remainingUrl(map: MoveMap, url: string): string | null {
  const target = targetOf(url)
  const link =
    target.kind === 'page'
      ? { spaceId: map.from, pageId: target.id, suffix: anchorOf(target.anchor) }
      : pageLinkOf(map, url)
  const pageId = link?.spaceId === map.from ? map.pages.get(link.pageId) : undefined
  return link === null || pageId === undefined
    ? null
    : dashboardUrlOf(map.baseUrl, { spaceId: map.to, pageId }, link.suffix)
}

/** The URL of a link in a text of the target; null if it stays the same. */
export function receivingUrl(map: MoveMap, url: string): string | null {
  const link = pageLinkOf(map, url)
  return link?.spaceId === map.from ? localUrl('pages', map.pages.get(link.pageId), link.suffix) : null
}

const localUrl = (kind: 'pages' | 'files', id: string | undefined, suffix: string): string | null =>
  id === undefined ? null : `/${kind}/${id}${suffix}`

const anchorOf = (anchor: string | undefined): string => (anchor === undefined ? '' : `#${anchor}`)

/** The page of a dashboard URL. */
function pageLinkOf({ baseUrl }: MoveMap, url: string): (DashboardLink & { readonly pageId: string }) | null {
  const link = dashboardLinkOf(baseUrl, url)
  return link?.pageId === undefined ? null : { ...link, pageId: link.pageId }
}

/** A field of a page that moves: the target of a link, or an image. */
export function movedReference(map: MoveMap, reference: Reference): Reference {
  const { kind, page, file, space = map.from } = reference
  if (kind === 'file') {
    const id = space === map.from ? map.files.get(String(file)) : undefined
    return id === undefined ? reference : { ...inSpace(reference, undefined), file: id }
  }
  if (!isPageReference(reference)) return reference
  if (space === map.to) return inSpace(reference, undefined)
  if (space !== map.from) return reference
  const id = map.pages.get(String(page))
  if (id !== undefined) return { ...inSpace(reference, undefined), page: id }
  return map.isLeftBehind(String(page)) ? inSpace(reference, map.from) : reference
}

/** A field of a page that stays in the source. */
export const remainingReference = (map: MoveMap, reference: Reference): Reference =>
  moved(map, reference, map.from, map.to)

/** A field of a page of the target. */
export const receivingReference = (map: MoveMap, reference: Reference): Reference =>
  moved(map, reference, map.to, undefined)

/** A reference in a space to a page that moved, with its new id and space. */
function moved(map: MoveMap, reference: Reference, home: string, space: string | undefined): Reference {
  const { page, space: owner = home } = reference
  const id = owner === map.from && isPageReference(reference) ? map.pages.get(String(page)) : undefined
  return id === undefined ? reference : { ...inSpace(reference, space), page: id }
}

const isPageReference = ({ kind, page }: Reference): boolean =>
  (kind === 'page' || kind === 'anchor') && page !== undefined

function inSpace({ space: _, ...reference }: Reference, space: string | undefined): Reference {
  return space === undefined ? (reference as Reference) : { ...(reference as Reference), space }
}

/** The fields of a page that refer to others. */
export function movedFields(map: MoveMap, { target, cover }: PageEntry): Pick<PageEntry, 'target' | 'cover'> {
  const images = Object.entries(cover ?? {}).map(([name, value]) =>
    name === 'ref' || name === 'refDark'
      ? ([name, movedReference(map, value as Reference)] as const)
      : ([name, value] as const),
  )
  return {
    ...(target === undefined ? {} : { target: movedReference(map, target) }),
    ...(cover === undefined ? {} : { cover: Object.fromEntries(images) }),
  }
}

/** A page that returns gets the slug back that it had before another page had it, unless it was changed since. */
export function slugOfReturning(slug: string, former: string | undefined): string {
  if (former === undefined || !slug.startsWith(`${former}-`)) return slug
  return /^\d+$/.test(slug.slice(former.length + 1)) ? former : slug
}

const FILES = /\/files\/([A-Za-z0-9_-]{1,64})/g

/** The ids of files that a text may use. */
export const filesUsedBy = (text: string): string[] => [...text.matchAll(FILES)].map(([, id = '']) => id)

/** The ids of files that the fields of a page use. */
export const filesInFields = ({ target, cover }: PageEntry): string[] =>
  [target, cover?.ref as Reference | undefined, cover?.refDark as Reference | undefined].flatMap((one) =>
    one?.kind === 'file' && typeof one.file === 'string' ? [one.file] : [],
  )

/** The slugs of the tags of a page. */
export const tagsOf = ({ tags = [] }: PageEntry): string[] =>
  tags.flatMap(({ tag }) => {
    const slug = (tag as { tag?: unknown } | undefined)?.tag
    return typeof slug === 'string' ? [slug] : []
  })
