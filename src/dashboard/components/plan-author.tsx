import type { SitePlanSummary } from '#contract/site-plans.ts'
import { Time } from './ui/time.tsx'

/** Who started a plan, and when: `begun by Ada, 2 min ago`. */
export const PlanAuthor = ({
  plan: { begunBy, begunAt },
}: {
  plan: Pick<SitePlanSummary, 'begunBy' | 'begunAt'>
}) =>
  begunBy && begunAt ? (
    <>
      begun by {begunBy.displayName}, <Time ago at={begunAt} />
    </>
  ) : null
