import { useState } from 'react'
import type { SitePlan } from '#contract/site-plans.ts'
import { Button } from '../../components/ui/button.tsx'
import { counted } from '../../lib/words.ts'
import { HistoryPanel } from './history-panel.tsx'
import type { SitePlace } from './parts.ts'
import { PlanPanel } from './plan-panel.tsx'
import type { OnSearch, StructureSearch } from './structure-search.ts'
import { StructureSide } from './structure-side.tsx'
import type { Merged } from './use-merged.ts'
import type { PlanActs } from './use-plan-acts.ts'

/** What stands beside the tree. */
export type SideShown = 'library' | 'history' | 'plan' | null

/** One thing at a time: what one adds from, else what was, else what is planned. */
export function sideOf(
  { add, history, plan }: StructureSearch,
  mayEdit: boolean,
  mayChange: boolean,
): SideShown {
  if (add === 'library' && mayChange) return 'library'
  if (!mayEdit) return null
  if (history !== undefined) return 'history'
  return plan === true ? 'plan' : null
}

type Props = {
  side: SideShown
  place: SitePlace
  isNarrow: boolean
  search: StructureSearch
  onSearch: OnSearch
  planActs: PlanActs
  merged: Merged
  /** Where the library is drawn, which belongs to the tree. */
  slot: (element: HTMLElement | null) => void
}

export function StructureSides({ side, isNarrow, slot, onSearch, ...props }: Props) {
  const close = () => onSearch({})
  const isList = props.search.history === 'list'
  if (side === 'library') {
    return (
      <StructureSide title="Library" isNarrow={isNarrow} shape="half" onClose={close}>
        <div className="st-slot" ref={slot} />
      </StructureSide>
    )
  }
  if (side === 'history') {
    return (
      <StructureSide title="History" isNarrow={isNarrow} shape={isList ? 'sheet' : 'half'} onClose={close}>
        <HistoryPanel
          place={props.place}
          entryId={props.search.history ?? 'list'}
          onEntry={(history) => onSearch({ history })}
          onClose={close}
        />
      </StructureSide>
    )
  }
  if (side !== 'plan' || isNarrow) return null
  return (
    <StructureSide title="Plan" isNarrow={false} onClose={close}>
      <PlanPanel place={props.place} acts={props.planActs} merged={props.merged} />
    </StructureSide>
  )
}

type BarProps = { place: SitePlace; plan: SitePlan | undefined; acts: PlanActs; merged: Merged }

/** Where there is no room beside the tree: how much is planned, and the way to it. */
export function PlanBar({ place, plan, acts, merged }: BarProps) {
  const [isReviewing, setIsReviewing] = useState(false)
  const close = () => setIsReviewing(false)
  return (
    <>
      <div className="plan-bar">
        <span className="name nowrap">{plan && plannedInWords(plan)}</span>
        <span className="grow" />
        <Button look={plan?.publishable ? 'ink' : 'line'} onClick={() => setIsReviewing(true)}>
          {plan?.steps.length === 0 ? 'Show the plan' : 'Review and publish'}
        </Button>
      </div>
      {isReviewing && (
        <StructureSide title="Plan" isNarrow onClose={close}>
          <PlanPanel place={place} acts={acts} merged={merged} onClose={close} />
        </StructureSide>
      )}
    </>
  )
}

const plannedInWords = ({ steps }: SitePlan): string =>
  steps.length === 0 ? 'Nothing is planned yet' : `${counted(steps.length, 'change')} planned`
