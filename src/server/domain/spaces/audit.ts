import type { Act } from '../audit-events/record.ts'
import { difference } from '../audit-events/record.ts'
import { writtenLevel } from '../library-tree/default-levels.ts'
import { type Target, transferSides } from '../transfers/transfer.ts'
import type { HeldSpace } from './queries.ts'

type Verb = 'create' | 'update' | 'move' | 'transfer' | 'duplicate' | 'restore'

/** What was done to a space, for the log. */
export const spaceAct = (
  verb: Verb,
  { id, title }: Pick<HeldSpace, 'id' | 'title'>,
  sides: Pick<Act, 'before' | 'after' | 'organizationId'>,
): Act => ({ action: `space.${verb}`, target: { type: 'space', id, label: title }, ...sides })

/** A space's settings as a PATCH would write them. */
const settingsOf = ({ title, emoji, icon, editMode, defaultLevel }: HeldSpace) => ({
  title,
  emoji,
  icon,
  editMode,
  defaultLevel: writtenLevel(defaultLevel),
})

/** What a space is when it is made, with its place, for the log. */
export const wholeOf = (space: HeldSpace) => ({ ...settingsOf(space), parent: space.parentId })

/** What changed about a space's settings; nothing when they are the same. */
export function updateActs(before: HeldSpace, after: HeldSpace): readonly Act[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [spaceAct('update', after, changed)]
}

/** A space that went elsewhere, as the logs of both organizations tell it. */
export const transferActs = (space: HeldSpace, from: Target, to: Target): readonly Act[] =>
  transferSides(from, to).map((sides) => spaceAct('transfer', space, sides))
