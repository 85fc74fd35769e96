import type { AuditEventInput } from '../audit-events/record.ts'
import { difference } from '../audit-events/record.ts'
import { apiLevel } from '../library-tree/default-levels.ts'
import { type Target, transferStates } from '../transfers/transfer.ts'
import type { StoredSpace } from './queries.ts'

type Verb = 'create' | 'update' | 'move' | 'transfer' | 'duplicate' | 'restore'

/** What was done to a space, for the log. */
export const spaceAuditEvent = (
  verb: Verb,
  { id, title }: Pick<StoredSpace, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>,
): AuditEventInput => ({ action: `space.${verb}`, target: { type: 'space', id, label: title }, ...sides })

/** A space's settings as a PATCH would write them. */
const settingsOf = ({ title, emoji, icon, editMode, defaultLevel }: StoredSpace) => ({
  title,
  emoji,
  icon,
  editMode,
  defaultLevel: apiLevel(defaultLevel),
})

/** What a space is when it is made, with its place, for the log. */
export const auditStateOf = (space: StoredSpace) => ({ ...settingsOf(space), parent: space.parentId })

/** What changed about a space's settings; nothing when they are the same. */
export function updateAuditEvents(before: StoredSpace, after: StoredSpace): readonly AuditEventInput[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [spaceAuditEvent('update', after, changed)]
}

/** A space that went elsewhere, as the logs of both organizations tell it. */
export const transferAuditEvents = (
  space: StoredSpace,
  from: Target,
  to: Target,
): readonly AuditEventInput[] =>
  transferStates(from, to).map((sides) => spaceAuditEvent('transfer', space, sides))
