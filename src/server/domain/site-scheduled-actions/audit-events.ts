import type { AuditEventInput } from '../audit-events/record.ts'
import type { SiteRow } from '../sites/structure/structure.ts'
import type { ScheduledActionRow } from './queries.ts'

/** The audit event of a scheduled action, which belongs to its site. */
export const scheduleAuditEvent = (
  verb: 'create' | 'cancel' | 'run' | 'fail',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  action: Pick<ScheduledActionRow, 'id' | 'change' | 'runsAt' | 'timeZone'>,
  failure?: string,
): AuditEventInput => {
  const { type, ...fields } = action.change
  const runsAt = action.runsAt.toISOString()
  const details = { scheduledAction: action.id, change: type, ...fields, runsAt, timeZone: action.timeZone }
  const target = { type: 'site' as const, id, label: title }
  return verb === 'cancel'
    ? { action: 'site.schedule-cancel', target, before: details }
    : {
        action: `site.schedule-${verb}`,
        target,
        after: failure === undefined ? details : { ...details, failure },
      }
}
