import type { Act } from '../audit-events/record.ts'
import type { SiteRow } from '../site-structure/structure.ts'

type Site = Pick<SiteRow, 'id' | 'title'>

const act = (
  action: 'site.plan-change' | 'site.plan-discard' | 'site.plan-publish',
  { id, title }: Site,
  sides: Pick<Act, 'before' | 'after'>,
): Act => ({ action, target: { type: 'site', id, label: title }, ...sides })

type Steps = readonly { readonly act: unknown }[]

const told = (steps: Steps) => ({ steps: steps.map((step) => step.act) })

/** The steps of a plan were others, or none any more. */
export const planChanged = (site: Site, before: Steps, after: Steps): Act =>
  after.length === 0
    ? act('site.plan-discard', site, { before: told(before) })
    : act('site.plan-change', site, { before: told(before), after: told(after) })

export const planPublished = (site: Site, steps: Steps, redirect: boolean): Act =>
  act('site.plan-publish', site, { after: { ...told(steps), redirect } })
