import type { StructureChange } from '#contract/site-plans.ts'
import { withDefaults, withValidDefaults } from './defaults.ts'
import { addGroup, changeGroup, deleteGroup } from './group-rules.ts'
import { type ItemKind, itemOf, type MoveTarget, neighborPosition, resolvePosition } from './positions.ts'
import { withGroup, withSection, withSiteSpace } from './row-updates.ts'
import { addSection, changeSection, deleteSection, type NewIds, type ShowableSpace } from './section-rules.ts'
import { addSiteSpace, changeSiteSpace, removeSiteSpace } from './site-space-rules.ts'
import type { Structure } from './structure.ts'

/**
 * A change as the operations request it. A move with `keepsParent` leaves the item in its parent unless `parent` is
 * set, while other moves put it where its new neighbor is.
 */
export type StructureCommand =
  | StructureChange
  | (Extract<StructureChange, { type: 'move' }> & { readonly keepsParent: true })

/** What a change needs besides the structure itself. */
export type ChangeContext = {
  readonly ids: NewIds
  /** A space to show on the site. @throws {DomainError} `not_found` or `forbidden` if the caller may not show it. */
  readonly space: (id: string) => ShowableSpace
}

/**
 * The structure after a change. Operations that change the site, plans and previews of plans all use this one pure
 * function, so a plan shows exactly what publishing it does.
 *
 * @throws {DomainError} when the structure does not allow the change.
 */
export const applyChange = (
  structure: Structure,
  change: StructureCommand,
  context: ChangeContext,
): Structure => withValidDefaults(structure, reduce(structure, change, context))

function reduce(structure: Structure, change: StructureCommand, { ids, space }: ChangeContext): Structure {
  switch (change.type) {
    case 'add-section': {
      const position = neighborPosition(change.position)
      return addSection(structure, { ...change, space: space(change.spaceId), position }, ids)
    }
    case 'change-section':
      return changeSection(structure, change.id, change)
    case 'delete-section':
      return deleteSection(structure, change.id)
    case 'add-group':
      return addGroup(structure, change, ids.item)
    case 'change-group':
      return changeGroup(structure, change.id, change)
    case 'delete-group':
      return deleteGroup(structure, change.id)
    case 'add-space': {
      const position = neighborPosition(change.position)
      return addSiteSpace(structure, { ...change, space: space(change.spaceId), position }, ids.item)
    }
    case 'change-space':
      return changeSiteSpace(structure, change.id, change)
    case 'remove-space':
      return removeSiteSpace(structure, change.id)
    case 'move': {
      const { item, parent, position } = change
      const target = { parent, position, follow: !('keepsParent' in change) }
      return moveItem(structure, { kind: item.type, id: item.id }, target)
    }
    case 'set-default':
      return withDefaults(structure, change)
  }
}

/** The item that a change adds, changes, moves or removes; null for the site itself. */
export function changedItemId(change: StructureCommand, ids: NewIds): string | null {
  if (change.type === 'set-default') return null
  if (change.type === 'move') return change.item.id
  return 'id' in change ? change.id : ids.item
}

/** Moves one item; no other row changes. */
function moveItem(
  structure: Structure,
  { kind, id }: { readonly kind: ItemKind; readonly id: string },
  target: MoveTarget,
): Structure {
  const { isSame, parentId, orderKey } = resolvePosition(structure, itemOf(structure, kind, id), target)
  if (isSame) return structure
  if (kind === 'site-section-group') return withGroup(structure, id, { orderKey })
  if (kind === 'site-section') return withSection(structure, id, { groupId: parentId, orderKey })
  return withSiteSpace(structure, id, { sectionId: parentId, orderKey })
}
