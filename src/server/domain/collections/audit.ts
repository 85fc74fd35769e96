import type { Act } from '../audit-events/record.ts'
import { difference } from '../audit-events/record.ts'
import { writtenLevel } from '../library-tree/default-levels.ts'
import { spaceAct } from '../spaces/audit.ts'
import { transferSides } from '../transfers/transfer.ts'
import type { HeldCollection } from './queries.ts'

type Verb = 'create' | 'update' | 'move' | 'transfer' | 'delete'

/** What was done to a collection, for the log. */
export const collectionAct = (
  verb: Verb,
  { id, title }: Pick<HeldCollection, 'id' | 'title'>,
  sides: Pick<Act, 'before' | 'after' | 'organizationId'>,
): Act => ({ action: `collection.${verb}`, target: { type: 'collection', id, label: title }, ...sides })

/** A collection's settings as a PATCH would write them. */
const settingsOf = ({ title, description, defaultLevel }: HeldCollection) => ({
  title,
  description: description ?? '',
  defaultLevel: writtenLevel(defaultLevel),
})

/** What a collection is, with its place, for the log of its making and of its end. */
export const wholeOf = (collection: HeldCollection) => ({
  ...settingsOf(collection),
  parent: collection.parentId,
})

/** What changed about a collection's settings; nothing when they are the same. */
export function updateActs(before: HeldCollection, after: HeldCollection): readonly Act[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [collectionAct('update', after, changed)]
}

/** A collection that went to the top of another organization with its spaces, as both logs tell it. */
export function transferActs(
  collection: HeldCollection,
  spaces: readonly { readonly id: string; readonly title: string; readonly parentId: string }[],
  from: string,
  to: string,
): readonly Act[] {
  const arrived = { organizationId: to, parentId: null }
  const own = transferSides({ organizationId: from, parentId: collection.parentId }, arrived)
  return [
    ...own.map((sides) => collectionAct('transfer', collection, sides)),
    ...spaces.flatMap((space) => {
      const { parentId } = space
      const sides = transferSides({ organizationId: from, parentId }, { organizationId: to, parentId })
      return sides.map((one) => spaceAct('transfer', space, one))
    }),
  ]
}
