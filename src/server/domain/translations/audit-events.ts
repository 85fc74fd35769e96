import { type AuditEventInput, difference } from '../audit-events/record.ts'
import type { SettingsRow } from './queries.ts'

/** The fields of translation settings that a PUT sets. */
export const settingsAuditState = ({ title, languages }: Pick<SettingsRow, 'title' | 'languages'>) => ({
  title,
  languages,
})

/** An audit event about translation settings. */
export const settingsAuditEvent = (
  verb: 'create' | 'update' | 'delete',
  { id, title }: Pick<SettingsRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `translation-settings.${verb}`,
  target: { type: 'translation-settings', id, label: title },
  ...sides,
})

/** Audit events for changed settings; none when nothing changed. */
export function settingsUpdateAuditEvents(
  before: SettingsRow,
  after: SettingsRow,
): readonly AuditEventInput[] {
  const changed = difference(settingsAuditState(before), settingsAuditState(after))
  return changed === null ? [] : [settingsAuditEvent('update', after, changed)]
}
