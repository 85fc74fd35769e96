import type { PageNode } from '../../content/snapshot.ts'
import { addressesOf } from '../sites/structure/addresses.ts'
import type { SiteSpaceRow, Structure } from '../sites/structure/structure.ts'

/** A path in one space that is the address of another site space. */
export type Overlap = {
  readonly siteSpaceId: string
  readonly spaceId: string
  readonly by: string
  readonly bySpaceId: string
  /** The path that a page would have there. */
  readonly path: string
}

/** The site spaces whose address is below that of another one. */
export function overlapsIn(structure: Structure): readonly Overlap[] {
  const addresses = addressesOf(structure)
  const at = new Map<string, SiteSpaceRow>()
  for (const one of structure.siteSpaces) at.set(addresses.get(one.id) ?? '', one)
  return structure.siteSpaces.flatMap((one) => {
    const parts = (addresses.get(one.id) ?? '').split('/').filter((part) => part !== '')
    return parts.flatMap((_, index) => {
      const outer = at.get(parts.slice(0, index).join('/'))
      if (outer === undefined) return []
      return {
        siteSpaceId: outer.id,
        spaceId: outer.spaceId,
        by: one.id,
        bySpaceId: one.spaceId,
        path: parts.slice(index).join('/'),
      }
    })
  })
}

/** The page at the root of a space, ignoring conditions. */
export function firstDocument(pages: readonly PageNode[]): PageNode | undefined {
  for (const node of pages) {
    if (node.entry.hidden) continue
    const first = node.entry.type === 'document' ? node : firstDocument(node.pages)
    if (first !== undefined) return first
  }
  return undefined
}
