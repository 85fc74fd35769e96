import type { StoredStep } from '#server/db/tables/sites.ts'
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

/** Acts told one by one; the others are counted. */
const MAX_LISTED_STEPS = 50

const listedSteps = (steps: Steps) => ({
  count: steps.length,
  steps: steps.slice(0, MAX_LISTED_STEPS).map(({ act }) => act),
})

/** The steps of a plan were others, or none any more; those that stayed as they were are not told. */
export function planChangeAuditEvent(site: Site, before: Steps, after: Steps): AuditEventInput {
  const gone = listedSteps(stepsMissingIn(after, before))
  if (after.length === 0) return planAuditEvent('site.plan-discard', site, { before: gone })
  const come = listedSteps(stepsMissingIn(before, after))
  return planAuditEvent('site.plan-change', site, {
    ...(gone.count === 0 ? {} : { before: gone }),
    ...(come.count === 0 ? {} : { after: come }),
  })
}

function stepsMissingIn(others: Steps, steps: Steps): Steps {
  const kept = new Map(others.map(({ id, act }) => [id, JSON.stringify(act)]))
  return steps.filter(({ id, act }) => kept.get(id) !== JSON.stringify(act))
}

/** What it did to each part of the site is told by the rows about these. */
export const planPublishAuditEvent = (site: Site, steps: Steps, redirect: boolean): AuditEventInput =>
  planAuditEvent('site.plan-publish', site, { after: { steps: steps.length, redirect } })
