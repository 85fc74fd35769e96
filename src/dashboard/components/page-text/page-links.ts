import type { File } from '#contract/files.ts'
import type { Revision } from '#contract/revision.ts'
import { mentionedUser } from '#markup/mentions.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
import type { ResolvedImage, ResolvedLink } from '#markup/render/context.ts'
import type { RevisionRef } from '../../data/content.ts'
import type { IncludedContent } from '../../data/reusable-content.ts'
import { anchorPrefix, paths } from '../../lib/paths.ts'
import type { IndexedPage, PageIndex } from './page-index.ts'

type Values = NonNullable<Revision['variables']>

/** What a text's links and expressions are resolved against. */
export type LinkContext = {
  /** Whose specifications its blocks name. */
  readonly organizationId?: string
  readonly spaceId: string
  /** Path of the page, `a/b` for a page b in a. */
  readonly path: string
  readonly index: PageIndex
  readonly files: ReadonlyMap<string, File>
  /** Where the reusable content is that the text includes; without it, none is shown. */
  readonly at?: RevisionRef
  /** The reusable content that the text includes, as far as it is known. */
  readonly included?: IncludedContent
  /** Of the space and the page, for expressions. */
  readonly variables?: { readonly space: Values; readonly page: Values }
  /** Address of a page, where it is not the one in the space: within a change request. */
  readonly pageTo?: (pageId: string) => string
}

/** Where an address in a text leads within the dashboard. */
export function resolveLink(url: string, place: LinkContext): ResolvedLink {
  if (isOutside(url)) return { href: url, external: true }
  const suffix = /[?#].*$/s.exec(url)?.[0] ?? ''
  const address = percentDecoded(url.slice(0, url.length - suffix.length))
  const file = fileMeant(address, place)
  if (file) return file
  const person = mentionedUser(address)
  if (person !== undefined && place.organizationId !== undefined)
    return { href: paths.member(place.organizationId, person) }
  const placed = linkedPage(address, place)
  if (!placed) return { href: url, broken: true }
  return { href: hrefOf(placed, place, suffix), title: placed.page.title, ...described(placed) }
}

function hrefOf({ page }: IndexedPage, { spaceId, pageTo }: LinkContext, suffix: string): string {
  if (page.type === 'link') return page.href ?? paths.space(spaceId)
  const anchor = /#(.+)$/.exec(suffix)?.[1]
  if (pageTo) return pageTo(page.id) + (anchor ? `#${anchorPrefix}${anchor}` : '')
  return anchor ? paths.heading(spaceId, page.id, anchor) : paths.page(spaceId, page.id)
}

const described = ({ page }: IndexedPage) =>
  page.type === 'document' && page.description ? { description: page.description } : {}

/** An image in a text; its size, if known, prevents layout shifts while it loads. */
export function resolveImage(url: string, place: LinkContext): ResolvedImage | null {
  if (isOutside(url)) return { src: url }
  const id = fileIdIn(percentDecoded(url.replace(/[?#].*$/s, '')))
  if (id === undefined) return null
  return { src: addressOf(id, place), ...place.files.get(id)?.dimensions }
}

function fileMeant(address: string, place: LinkContext): ResolvedLink | undefined {
  const id = fileIdIn(address)
  if (id === undefined) return undefined
  const file = place.files.get(id)
  return {
    href: addressOf(id, place),
    external: true,
    ...(file ? { title: file.name, description: formatFileSize(file.size) } : {}),
  }
}

const fileIdIn = (address: string): string | undefined =>
  /^\/files\/([A-Za-z0-9_-]{1,64})(?:\/|$)/.exec(address)?.[1]

/**
 * The name in the address is for people only, so that a file just uploaded needs no second look; the version is that
 * of a file whose bytes were replaced.
 */
const addressOf = (id: string, { spaceId, files }: LinkContext): string => {
  const file = files.get(id)
  const version = /\?v=[0-9a-f]+$/.exec(file?.downloadURL ?? '')?.[0] ?? ''
  return `/files/${spaceId}/${id}/${encodeURIComponent(file?.name ?? 'file')}${version}`
}

/** `812 bytes`, `48 KB`, `2.4 MB`, `1.2 GB` */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** Resolves links like the server does when a text is saved: by id, by path, or relative to the page. */
function linkedPage(address: string, { path, index }: LinkContext): IndexedPage | undefined {
  const byId = /^\/pages\/([A-Za-z0-9_-]{1,64})\/?$/.exec(address)?.[1]
  const folder = path.split('/').slice(0, -1).join('/')
  const candidates = address.startsWith('/')
    ? candidatePaths(address)
    : [...candidatePaths(`${folder}/${address}`), ...candidatePaths(`${path}/${address}`)]
  const match = candidates.find((one) => index.byPath.has(one))
  return (byId && index.byId.get(byId)) || (match === undefined ? undefined : index.byPath.get(match))
}

function candidatePaths(address: string): string[] {
  const steps: string[] = []
  for (const step of address.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  const exact = steps.join('/').replace(/\.md$/i, '')
  const folder = exact.replace(/(?:^|\/)(?:readme|index)$/i, '')
  return [exact, folder, exact.toLowerCase(), folder.toLowerCase()].filter((one) => one !== '')
}

const isOutside = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)

const known = new WeakMap<readonly File[], ReadonlyMap<string, File>>()

/** The files of a content by id. */
export function filesById(files: readonly File[]): ReadonlyMap<string, File> {
  const made = known.get(files) ?? new Map(files.map((file) => [file.id, file]))
  known.set(files, made)
  return made
}
