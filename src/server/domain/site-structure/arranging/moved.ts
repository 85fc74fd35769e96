import { type ItemKind, itemOf, placeFor, type Wish } from '../placement.ts'
import type { Structure } from '../structure.ts'
import { withGroup, withSection, withSiteSpace } from './rows.ts'

/** A site with one item moved; its row alone differs. */
export function moved(
  structure: Structure,
  { kind, id }: { readonly kind: ItemKind; readonly id: string },
  wish: Wish,
): Structure {
  const { isSame, parentId, orderKey } = placeFor(structure, itemOf(structure, kind, id), wish)
  if (isSame) return structure
  if (kind === 'site-section-group') return withGroup(structure, id, { orderKey })
  if (kind === 'site-section') return withSection(structure, id, { groupId: parentId, orderKey })
  return withSiteSpace(structure, id, { sectionId: parentId, orderKey })
}
