import type { Reference } from '../../content/entries.ts'
import { linkRowsOf, type PageLinks } from '../../content/link-rows.ts'
import type { Snapshot } from '../../content/snapshot.ts'

/** A link that stands in no table, as `page_link` would have it. `place` orders the links of a space. */
export type GivenLink = ReturnType<typeof linkRowsOf>[number] & {
  readonly place: string
  /** It was not there before the change request. */
  readonly isNew: boolean
}

/** Kept as long as the content store keeps the tree. */
const known = new WeakMap<Snapshot, readonly GivenLink[]>()

/**
 * What pages lead to or show by their fields rather than their text: the targets of links in the table of contents,
 * the pictures of covers. Where these lead to other spaces, people or specifications is not followed.
 */
export function pointersIn(tree: Snapshot, spaceId: string): readonly GivenLink[] {
  const made = known.get(tree)
  if (made !== undefined) return made
  const pages: PageLinks[] = []
  for (const { entry } of tree.all()) {
    const cover = entry.cover as { ref?: Reference; refDark?: Reference } | undefined
    const references = [entry.target, cover?.ref, cover?.refDark].filter((one) => one !== undefined)
    const urls = references.flatMap((reference) => addressOf(reference, spaceId) ?? [])
    if (urls.length > 0) pages.push({ page: entry.id, urls })
  }
  const links = linkRowsOf(pages).map((row) => ({ ...row, place: placeOf(row, '~'), isNew: false }))
  known.set(tree, links)
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
export const placeOf = (
  { page_id, ordinal }: { readonly page_id: string; readonly ordinal: number },
  mark = '',
): string => `${page_id} ${mark}${String(ordinal).padStart(7, '0')}`
