import type { StoredStep } from '../../db/tables/sites.ts'
import type { AuditEventInput } from '../audit-events/record.ts'
import type { SiteRow } from '../sites/structure/structure.ts'

type Site = Pick<SiteRow, 'id' | 'title'>

const planAuditEvent = (
  action: 'site.plan-change' | 'site.plan-discard' | 'site.plan-publish',
  { id, title }: Site,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({ action, target: { type: 'site', id, label: title }, ...sides })

type Step = Pick<StoredStep, 'id' | 'act'>
type Steps = readonly Step[]

/** Further steps are only counted. */
const MAX_LISTED_STEPS = 50

const listedSteps = (steps: Steps) => ({
  count: steps.length,
  steps: steps.slice(0, MAX_LISTED_STEPS).map(({ act }) => act),
})

/** The audit event of changed or discarded steps; unchanged steps are left out. */
export function planChangeAuditEvent(site: Site, before: Steps, after: Steps): AuditEventInput {
  const removed = listedSteps(stepsMissingIn(after, before))
  if (after.length === 0) return planAuditEvent('site.plan-discard', site, { before: removed })
  const added = listedSteps(stepsMissingIn(before, after))
  return planAuditEvent('site.plan-change', site, {
    ...(removed.count === 0 ? {} : { before: removed }),
    ...(added.count === 0 ? {} : { after: added }),
  })
}

function stepsMissingIn(others: Steps, steps: Steps): Steps {
  const existing = new Map(others.map(({ id, act }) => [id, JSON.stringify(act)]))
  return steps.filter(({ id, act }) => existing.get(id) !== JSON.stringify(act))
}

/** The changed items have audit events of their own. */
export const planPublishAuditEvent = (site: Site, steps: Steps, redirect: boolean): AuditEventInput =>
  planAuditEvent('site.plan-publish', site, { after: { steps: steps.length, redirect } })
