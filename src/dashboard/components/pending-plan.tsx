import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SitePlanSummary } from '#contract/site-plans.ts'
import { q } from '../data/api.ts'
import { Time } from './ui/time.tsx'

/** Who started a plan, and when: `begun by Ada, 2 min ago`. */
export const PlanAuthor = ({
  plan: { startedBy, startedAt },
}: {
  plan: Pick<SitePlanSummary, 'startedBy' | 'startedAt'>
}) =>
  startedBy && startedAt ? (
    <>
      started by {startedBy.displayName}, <Time ago at={startedAt} />
    </>
  ) : null

type Site = { readonly organizationId: string; readonly siteId: string }

/** The unpublished plan of a site; undefined if there is none or the user can't edit it. */
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
