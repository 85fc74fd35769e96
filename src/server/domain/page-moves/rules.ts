import type { PageEntry, Reference } from '../../content/entries.ts'
import { suffixOf, targetOf } from '../../content/texts.ts'

/** What moves from one space to another, as links and fields refer to it. */
export type MoveMap = {
  /** What dashboard URLs of spaces begin with, such as `https://docs.example.com/s/`. */
  readonly prefix: string
  readonly from: string
  readonly to: string
  /** The ids in the target, by those in the source. */
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  /** Whether the source has a page that does not move. */
  readonly isLeftBehind: (page: string) => boolean
  readonly isInTarget: (page: string) => boolean
}

type PageLink = { readonly space: string; readonly page: string; readonly anchor: string }

/** The URL of a link in a text that moves; null if it stays the same. */
export function movedUrl(map: MoveMap, url: string): string | null {
  const target = targetOf(url)
  if (target.kind === 'file') return localUrl('files', map.files.get(target.id), suffixOf(url))
  if (target.kind !== 'page') {
    const link = dashboardLink(map, url)
    if (link?.space === map.from) return localUrl('pages', map.pages.get(link.page), link.anchor)
    return link?.space === map.to && map.isInTarget(link.page)
      ? localUrl('pages', link.page, link.anchor)
      : null
  }
  if (!map.isLeftBehind(target.id)) return localUrl('pages', map.pages.get(target.id), suffixOf(url))
  return dashboardUrl(map, { space: map.from, page: target.id, anchor: anchorOf(target.anchor) })
}

/** The URL of a link in a text of the source that stays; null if it stays the same. */
export function remainingUrl(map: MoveMap, url: string): string | null {
  const target = targetOf(url)
  const link =
    target.kind === 'page'
      ? { space: map.from, page: target.id, anchor: anchorOf(target.anchor) }
      : dashboardLink(map, url)
  const page = link?.space === map.from ? map.pages.get(link.page) : undefined
  return link === null || page === undefined ? null : dashboardUrl(map, { ...link, space: map.to, page })
}

/** The URL of a link in a text of the target; null if it stays the same. */
export function receivingUrl(map: MoveMap, url: string): string | null {
  const link = dashboardLink(map, url)
  return link?.space === map.from ? localUrl('pages', map.pages.get(link.page), link.anchor) : null
}

const localUrl = (kind: 'pages' | 'files', id: string | undefined, suffix: string): string | null =>
  id === undefined ? null : `/${kind}/${id}${suffix}`

const anchorOf = (anchor: string | undefined): string => (anchor === undefined ? '' : `#${anchor}`)

/** The page that a dashboard URL names. The dashboard has a prefix before the anchors of headings. */
function dashboardLink({ prefix }: MoveMap, url: string): PageLink | null {
  if (!url.startsWith(prefix)) return null
  const [, space, page, anchor = ''] =
    /^([\w-]{1,64})\/p\/([\w-]{1,64})(#.*)?$/s.exec(url.slice(prefix.length)) ?? []
  if (space === undefined || page === undefined) return null
  return { space, page, anchor: anchor.replace(/^#at-/, '#') }
}

const dashboardUrl = ({ prefix }: MoveMap, { space, page, anchor }: PageLink): string =>
  `${prefix}${space}/p/${page}${anchor.replace(/^#/, '#at-')}`

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

const INCLUDED = /\/reusable-contents\/([A-Za-z0-9_-]{1,64})/g
const FILES = /\/files\/([A-Za-z0-9_-]{1,64})/g

/** The ids of reusable contents that a text may include. */
export const includedBy = (text: string): string[] => [...text.matchAll(INCLUDED)].map(([, id = '']) => id)

/** The ids of files that a text may use. */
export const filesUsedBy = (text: string): string[] => [...text.matchAll(FILES)].map(([, id = '']) => id)

/** A text with other ids of reusable contents. */
export const withIncluded = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replaceAll(INCLUDED, (whole, id: string) => {
    const other = ids.get(id)
    return other === undefined ? whole : `/reusable-contents/${other}`
  })

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
