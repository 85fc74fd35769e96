import type { Reference } from '../../content/entries.ts'
import { linkRowsOf, type PageLinks } from '../../content/link-rows.ts'
import type { Snapshot } from '../../content/snapshot.ts'

/** A link that stands in no table, as `page_link` would have it. `position` orders the links of a space. */
export type UnstoredLink = ReturnType<typeof linkRowsOf>[number] & {
  readonly position: string
  /** It was not there before the change request. */
  readonly isNew: boolean
}

/** Kept as long as the content store keeps the tree. */
const cache = new WeakMap<Snapshot, readonly UnstoredLink[]>()

/**
 * What pages lead to or show by their fields rather than their text: the targets of links in the table of contents,
 * the pictures of covers. Where these lead to other spaces, people or specifications is not followed.
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

/** As links in stored texts are written; null for what is not followed. */
function addressOf(reference: Reference, spaceId: string): string | null {
  const { kind, url, page, file, anchor, space = spaceId } = reference
  if (kind === 'url') return typeof url === 'string' ? url : null
  if (space !== spaceId) return null
  if (kind === 'file') return `/files/${file}`
  if (kind === 'page') return `/pages/${page}`
  return kind === 'anchor' && page !== undefined ? `/pages/${page}#${anchor}` : null
}

/** Links stand in the order of their pages' ids and of the text, those of fields behind it. */
export const positionOf = (
  { page_id, ordinal }: { readonly page_id: string; readonly ordinal: number },
  prefix = '',
): string => `${page_id} ${prefix}${String(ordinal).padStart(7, '0')}`
