import type { StructureChange } from '#contract/site-plans.ts'
import { withDefaults, withValidDefaults } from './defaults.ts'
import { addGroup, changeGroup, deleteGroup } from './group-rules.ts'
import { type ItemKind, itemOf, type MoveTarget, resolvePosition } from './positions.ts'
import { withGroup, withSection, withSiteSpace } from './row-updates.ts'
import { addSection, changeSection, deleteSection, type NewIds, type ShowableSpace } from './section-rules.ts'
import { addSiteSpace, changeSiteSpace, removeSiteSpace } from './site-space-rules.ts'
import type { Structure } from './structure.ts'

/**
 * An act on a structure. `stays` says of a move that it does not go where the neighbour stands unless a parent is
 * named.
 */
export type StructureCommand =
  | StructureChange
  | (Extract<StructureChange, { type: 'move' }> & { readonly stays: true })

/** What an act may need that the structure does not hold. */
export type ChangeContext = {
  readonly made: NewIds
  /** A space that is to be shown. @throws {DomainError} `not_found` or `forbidden` for one that may not be. */
  readonly space: (id: string) => ShowableSpace
}

/**
 * The structure that an act leads to: the one rule behind what is done at once, what is planned and what is shown of
 * a plan. Pure, so that trying it costs nothing and holds nothing.
 *
 * @throws {DomainError} when the act cannot be done on this structure.
 */
export const applyChange = (structure: Structure, act: StructureCommand, given: ChangeContext): Structure =>
  withValidDefaults(structure, reduce(structure, act, given))

function reduce(structure: Structure, act: StructureCommand, { made, space }: ChangeContext): Structure {
  switch (act.type) {
    case 'add-section':
      return addSection(structure, { ...act, space: space(act.spaceId) }, made)
    case 'change-section':
      return changeSection(structure, act.id, act)
    case 'delete-section':
      return deleteSection(structure, act.id)
    case 'add-group':
      return addGroup(structure, act, made.item)
    case 'change-group':
      return changeGroup(structure, act.id, act)
    case 'delete-group':
      return deleteGroup(structure, act.id)
    case 'add-space':
      return addSiteSpace(structure, { ...act, space: space(act.spaceId) }, made.item)
    case 'change-space':
      return changeSiteSpace(structure, act.id, act)
    case 'remove-space':
      return removeSiteSpace(structure, act.id)
    case 'move': {
      const { item, parent, position } = act
      return withItemMoved(
        structure,
        { kind: item.type, id: item.id },
        { parent, position, follow: !('stays' in act) },
      )
    }
    case 'set-default':
      return withDefaults(structure, act)
  }
}

/** The item that an act is about; null for the site itself. */
export function changedItemId(act: StructureCommand, made: NewIds): string | null {
  if (act.type === 'set-default') return null
  if (act.type === 'move') return act.item.id
  return 'id' in act ? act.id : made.item
}

/** A site with one item moved; its row alone differs. */
export function withItemMoved(
  structure: Structure,
  { kind, id }: { readonly kind: ItemKind; readonly id: string },
  wish: MoveTarget,
): Structure {
  const { isSame, parentId, orderKey } = resolvePosition(structure, itemOf(structure, kind, id), wish)
  if (isSame) return structure
  if (kind === 'site-section-group') return withGroup(structure, id, { orderKey })
  if (kind === 'site-section') return withSection(structure, id, { groupId: parentId, orderKey })
  return withSiteSpace(structure, id, { sectionId: parentId, orderKey })
}
