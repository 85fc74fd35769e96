import type { SitePlanSummary } from '#contract/site-plans.ts'
import { Time } from './ui/time.tsx'

/** Who started a plan, and when: `begun by Ada, 2 min ago`. */
export const PlanAuthor = ({
  plan: { startedBy, startedAt },
}: {
  plan: Pick<SitePlanSummary, 'startedBy' | 'startedAt'>
}) =>
  startedBy && startedAt ? (
    <>
      begun by {startedBy.displayName}, <Time ago at={startedAt} />
    </>
  ) : null
