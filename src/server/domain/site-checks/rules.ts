import type { PageNode } from '../../content/snapshot.ts'
import { addressesOf } from '../sites/structure/addresses.ts'
import type { SiteSpaceRow, Structure } from '../sites/structure/structure.ts'

/** A path in one space at which another site space stands. */
export type Overlap = {
  readonly siteSpaceId: string
  readonly spaceId: string
  readonly by: string
  readonly bySpaceId: string
  /** Of the page that would stand there. */
  readonly path: string
}

/** Where the address of a site space lies within that of another one. */
export function overlapsIn(structure: Structure): readonly Overlap[] {
  const addresses = addressesOf(structure)
  const at = new Map<string, SiteSpaceRow>()
  for (const one of structure.siteSpaces) at.set(addresses.get(one.id) ?? '', one)
  return structure.siteSpaces.flatMap((one) => {
    const parts = (addresses.get(one.id) ?? '').split('/').filter((part) => part !== '')
    return parts.flatMap((_, index) => {
      const around = at.get(parts.slice(0, index).join('/'))
      if (around === undefined) return []
      return {
        siteSpaceId: around.id,
        spaceId: around.spaceId,
        by: one.id,
        bySpaceId: one.spaceId,
        path: parts.slice(index).join('/'),
      }
    })
  })
}

/** The page that stands at the address of a space itself, as far as everybody sees it. */
export function firstDocument(pages: readonly PageNode[]): PageNode | undefined {
  for (const node of pages) {
    if (node.entry.hidden) continue
    const found = node.entry.type === 'document' ? node : firstDocument(node.pages)
    if (found !== undefined) return found
  }
  return undefined
}
