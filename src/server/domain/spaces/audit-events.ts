import type { AuditEventInput } from '../audit-events/record.ts'
import { difference } from '../audit-events/record.ts'
import { apiLevel } from '../library-tree/default-levels.ts'
import { type Target, transferStates } from '../transfers/transfer.ts'
import type { StoredSpace } from './queries.ts'

type Verb = 'create' | 'update' | 'move' | 'transfer' | 'duplicate' | 'restore'

/** An audit event about a space. */
export const spaceAuditEvent = (
  verb: Verb,
  { id, title }: Pick<StoredSpace, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>,
): AuditEventInput => ({ action: `space.${verb}`, target: { type: 'space', id, label: title }, ...sides })

type Settings = Pick<
  StoredSpace,
  'id' | 'title' | 'emoji' | 'icon' | 'editMode' | 'language' | 'defaultLevel'
>

/** The settings of a space, with the field names of a PATCH. */
const settingsOf = ({ title, emoji, icon, editMode, language, defaultLevel }: Settings) => ({
  title,
  emoji,
  icon,
  editMode,
  language,
  defaultLevel: apiLevel(defaultLevel),
})

/** A space with its parent, for audit events of its creation. */
export const auditStateOf = (space: Settings & Pick<StoredSpace, 'parentId'>) => ({
  ...settingsOf(space),
  parent: space.parentId,
})

/** Audit events for changed settings; none when nothing changed. */
export function updateAuditEvents(before: Settings, after: Settings): readonly AuditEventInput[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [spaceAuditEvent('update', after, changed)]
}

/** Audit events of a transfer, for the logs of both organizations. */
export const transferAuditEvents = (
  space: StoredSpace,
  from: Target,
  to: Target,
): readonly AuditEventInput[] =>
  transferStates(from, to).map((sides) => spaceAuditEvent('transfer', space, sides))
