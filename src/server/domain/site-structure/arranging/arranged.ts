import type { PlanAct } from '#contract/site-plans.ts'
import type { Structure } from '../structure.ts'
import { defaultsSet, settled } from './defaults.ts'
import { groupAdded, groupChanged, groupDeleted } from './groups.ts'
import { moved } from './moved.ts'
import { type Joining, type Made, sectionAdded, sectionChanged, sectionDeleted } from './sections.ts'
import { spaceAdded, spaceChanged, spaceRemoved } from './spaces.ts'

/**
 * An act on a structure. `stays` says of a move that it does not go where the neighbour stands unless a parent is
 * named.
 */
export type Arrangement = PlanAct | (Extract<PlanAct, { type: 'move' }> & { readonly stays: true })

/** What an act may need that the structure does not hold. */
export type With = {
  readonly made: Made
  /** A space that is to be shown. @throws {DomainError} `not_found` or `forbidden` for one that may not be. */
  readonly space: (id: string) => Joining
}

/**
 * The structure that an act leads to: the one rule behind what is done at once, what is planned and what is shown of
 * a plan. Pure, so that trying it costs nothing and holds nothing.
 *
 * @throws {DomainError} when the act cannot be done on this structure.
 */
export const arranged = (structure: Structure, act: Arrangement, given: With): Structure =>
  settled(structure, acted(structure, act, given))

function acted(structure: Structure, act: Arrangement, { made, space }: With): Structure {
  switch (act.type) {
    case 'add-section':
      return sectionAdded(structure, { ...act, space: space(act.spaceId) }, made)
    case 'change-section':
      return sectionChanged(structure, act.id, act)
    case 'delete-section':
      return sectionDeleted(structure, act.id)
    case 'add-group':
      return groupAdded(structure, act, made.item)
    case 'change-group':
      return groupChanged(structure, act.id, act)
    case 'delete-group':
      return groupDeleted(structure, act.id)
    case 'add-space':
      return spaceAdded(structure, { ...act, space: space(act.spaceId) }, made.item)
    case 'change-space':
      return spaceChanged(structure, act.id, act)
    case 'remove-space':
      return spaceRemoved(structure, act.id)
    case 'move': {
      const { item, parent, position } = act
      return moved(
        structure,
        { kind: item.type, id: item.id },
        { parent, position, follow: !('stays' in act) },
      )
    }
    case 'set-default':
      return defaultsSet(structure, act)
  }
}

/** The item that an act is about; null for the site itself. */
export function itemIn(act: Arrangement, made: Made): string | null {
  if (act.type === 'set-default') return null
  if (act.type === 'move') return act.item.id
  return 'id' in act ? act.id : made.item
}
