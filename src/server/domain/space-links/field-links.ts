import type { Reference } from '../../content/entries.ts'
import { linkRowsOf, type PageLinks } from '../../content/link-rows.ts'
import type { Snapshot } from '../../content/snapshot.ts'

/** A link that is not in the database, in the form of a `page_link` row. `position` orders the links of a space. */
export type UnstoredLink = ReturnType<typeof linkRowsOf>[number] & {
  readonly position: string
  /** Added by the change request. */
  readonly isNew: boolean
}

/** Cached as long as the content store caches the tree. */
const cache = new WeakMap<Snapshot, readonly UnstoredLink[]>()

/**
 * The links in fields of pages rather than in their text: targets in the table of contents and cover images. Links
 * to other spaces, users or specifications are ignored.
 */
export function fieldLinksIn(tree: Snapshot, spaceId: string): readonly UnstoredLink[] {
  const cached = cache.get(tree)
  if (cached !== undefined) return cached
  const pages: PageLinks[] = []
  for (const { entry } of tree.all()) {
    const cover = entry.cover as { ref?: Reference; refDark?: Reference } | undefined
    const references = [entry.target, cover?.ref, cover?.refDark].filter((one) => one !== undefined)
    const urls = references.flatMap((reference) => addressOf(reference, spaceId) ?? [])
    if (urls.length > 0) pages.push({ page: entry.id, urls })
  }
  const links = linkRowsOf(pages).map((row) => ({ ...row, position: positionOf(row, '~'), isNew: false }))
  cache.set(tree, links)
  return links
}

/** The link as stored texts contain it; null for one that is ignored. */
function addressOf(reference: Reference, spaceId: string): string | null {
  const { kind, url, page, file, anchor, space = spaceId } = reference
  if (kind === 'url') return typeof url === 'string' ? url : null
  if (space !== spaceId) return null
  if (kind === 'file') return `/files/${file}`
  if (kind === 'page') return `/pages/${page}`
  return kind === 'anchor' && page !== undefined ? `/pages/${page}#${anchor}` : null
}

/** Orders links by page id and position in the text, followed by those of fields. */
export const positionOf = (
  { page_id, ordinal }: { readonly page_id: string; readonly ordinal: number },
  prefix = '',
): string => `${page_id} ${prefix}${String(ordinal).padStart(7, '0')}`
