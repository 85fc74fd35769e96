import { ListChecks } from 'lucide-react'
import { BegunBy } from '../../components/begun-by.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { useWaitingPlan } from '../../lib/waiting-plan.ts'
import { counted } from '../../lib/words.ts'
import type { SitePlace } from './parts.ts'
import './plan-waiting.css'

type Props = { place: SitePlace; mayEdit: boolean; onOpen: () => void }

/** Above the live structure: that others, or oneself, planned something that visitors do not see yet. */
export function PlanWaiting({ place, mayEdit, onOpen }: Props) {
  const plan = useWaitingPlan(place, mayEdit)
  return (
    <div role="status">
      {plan && (
        <div className="plan-waiting">
          <Icon of={ListChecks} size="s" />
          <p>
            <b>A plan of {counted(plan.steps, 'change')} waits</b>
            <span className="plan-waiting-who">
              , <BegunBy plan={plan} />
            </span>
          </p>
          <Button look="line" size="small" onClick={onOpen}>
            Open the plan
          </Button>
        </div>
      )}
    </div>
  )
}
