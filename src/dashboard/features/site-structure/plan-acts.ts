import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { PlanAct, SitePlan } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { ask, isRefusal } from '../../lib/api.ts'
import { type Change, Outrun, withAll } from './change.ts'
import type { SitePlace } from './parts.ts'
import { planQuery, showPlanned } from './plan-query.ts'

type Asked = {
  readonly client: QueryClient
  readonly site: SitePlace
  /** Why it makes no sense any more, once somebody else planned something. */
  readonly obstacle: (now: SiteStructure) => string | null
  /** What is shown and not sent yet. */
  readonly waiting?: () => readonly Change[]
}

/** Plans acts on what is planned by now; answers the ids of what they add, in their order. */
export async function addActs(
  { client, site, obstacle, waiting }: Asked,
  acts: PlanAct[],
): Promise<string[]> {
  const { queryKey } = planQuery(site)
  const before = client.getQueryData(queryKey) ?? (await client.fetchQuery(planQuery(site)))
  const plan = await addTo(site, before, acts).catch(async (error: unknown) => {
    if (!isRefusal(error, 412)) throw asOfOneAct(error)
    const now = await client.fetchQuery({ ...planQuery(site), staleTime: 0 })
    const reason = obstacle(now.structure)
    if (reason !== null) throw new Outrun(reason)
    return addTo(site, now, acts)
  })
  client.setQueryData(queryKey, plan)
  const shown = waiting?.() ?? []
  if (shown.length > 0) showPlanned(client, site, (structure) => withAll(structure, shown))
  const known = new Set(before.steps.map(({ id }) => id))
  return plan.steps.flatMap(({ id, act, item }) =>
    !known.has(id) && act.type.startsWith('add-') && item !== undefined ? [item] : [],
  )
}

const addTo = (site: SitePlace, { version }: SitePlan, acts: PlanAct[]): Promise<SitePlan> =>
  ask(
    api.sitePlans.addSteps,
    { params: { organizationId: site.organizationId, siteId: site.siteId }, body: { acts } },
    { ifMatch: version },
  )

/** A fault in an act is one in the fields of the form that it was written in. */
function asOfOneAct(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const issues = error.issues.map((issue) => {
    const [body, acts, at, ...field] = issue.path
    return body === 'body' && acts === 'acts' && typeof at === 'number'
      ? { ...issue, path: [body, ...field] }
      : issue
  })
  const { status, type, message, details, requestId } = error
  return new ApiError(status, { code: status, type, message, details: { ...details, issues } }, requestId)
}
