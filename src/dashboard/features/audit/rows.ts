import type { AuditEvent } from '#contract/audit-events.ts'

/** A row of the log: the latest of some events, and how many it represents. */
export type AuditRow = AuditEvent & { readonly steps: number }

/** Steps that one person adds to a plan one after the other are one row. */
export function rowsOf(events: readonly AuditEvent[]): AuditRow[] {
  const rows: AuditRow[] = []
  for (const event of events) {
    const latest = rows.at(-1)
    if (latest && isStepOfSamePlan(latest, event))
      rows[rows.length - 1] = { ...latest, steps: latest.steps + 1 }
    else rows.push({ ...event, steps: 1 })
  }
  return rows
}

const isStepOfSamePlan = (a: AuditEvent, b: AuditEvent): boolean =>
  a.action === 'site.plan-change' &&
  b.action === a.action &&
  b.target.id === a.target.id &&
  b.actor.id === a.actor.id &&
  b.source === a.source
