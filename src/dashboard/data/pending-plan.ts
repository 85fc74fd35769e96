import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SitePlanSummary } from '#contract/site-plans.ts'
import { q } from './api.ts'

type Site = { readonly organizationId: string; readonly siteId: string }

/** The plan that waits for a site, for those who may edit it; undefined while nothing is planned. */
export function usePendingPlan(
  { organizationId, siteId }: Site,
  mayEdit: boolean,
): SitePlanSummary | undefined {
  const { data } = useQuery({
    ...q(api.sitePlans.summary, { params: { organizationId, siteId } }),
    enabled: mayEdit,
  })
  return data && data.steps > 0 ? data : undefined
}
