import * as Radix from '@radix-ui/react-dialog'
import type { PlanActions } from './plan-mutations.ts'
import type { LiveChangeNotice } from './structure-state.ts'
import './structure-side.css'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SitePlan } from '#contract/site-plans.ts'
import { Button } from '../../components/ui/button.tsx'
import { pluralize } from '../../lib/labels.ts'
import { HistoryPanel } from './history-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import type { OnSearch, StructureSearch } from './queries.ts'

/** What stands beside the tree. */
export type SidePanelKind = 'library' | 'history' | 'plan' | null

/** One thing at a time: what one adds from, else what was, else what is planned. */
export function sidePanelOf(
  { add, history, plan }: StructureSearch,
  canEdit: boolean,
  isEditable: boolean,
): SidePanelKind {
  if (add === 'library' && isEditable) return 'library'
  if (!canEdit) return null
  if (history !== undefined) return 'history'
  return plan === true ? 'plan' : null
}

type Props = {
  side: SidePanelKind
  params: SiteParams
  isNarrow: boolean
  search: StructureSearch
  onSearch: OnSearch
  planActions: PlanActions
  liveChange: LiveChangeNotice
  /** Where the library is drawn, which belongs to the tree. */
  slot: (element: HTMLElement | null) => void
}

export function StructureSidePanel({ side, isNarrow, slot, onSearch, ...props }: Props) {
  const close = () => onSearch({})
  const isList = props.search.history === 'list'
  if (side === 'library') {
    return (
      <SidePanel title="Library" isNarrow={isNarrow} shape="half" onClose={close}>
        <div className="st-slot" ref={slot} />
      </SidePanel>
    )
  }
  if (side === 'history') {
    return (
      <SidePanel title="History" isNarrow={isNarrow} shape={isList ? 'sheet' : 'half'} onClose={close}>
        <HistoryPanel
          params={props.params}
          entryId={props.search.history ?? 'list'}
          onEntry={(history) => onSearch({ history })}
          onClose={close}
        />
      </SidePanel>
    )
  }
  if (side !== 'plan' || isNarrow) return null
  return (
    <SidePanel title="Plan" isNarrow={false} onClose={close}>
      <PlanPanel params={props.params} actions={props.planActions} liveChange={props.liveChange} />
    </SidePanel>
  )
}

type BarProps = {
  params: SiteParams
  plan: SitePlan | undefined
  actions: PlanActions
  liveChange: LiveChangeNotice
}

/** Where there is no room beside the tree: how much is planned, and the way to it. */
export function PlanBar({ params, plan, actions, liveChange }: BarProps) {
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
        <SidePanel title="Plan" isNarrow onClose={close}>
          <PlanPanel params={params} actions={actions} liveChange={liveChange} onClose={close} />
        </SidePanel>
      )}
    </>
  )
}

const plannedInWords = ({ steps }: SitePlan): string =>
  steps.length === 0 ? 'Nothing is planned yet' : `${pluralize(steps.length, 'change')} planned`

type SidePanelProps = {
  /** Name of what it shows, where it lies over the page. */
  title: string
  isNarrow: boolean
  /** `half` leaves the tree in view above it, so that rows can be dragged there. */
  shape?: 'sheet' | 'half'
  onClose: () => void
  children: ReactNode
}

/** Beside the tree on wide screens; over it, from below, on narrow ones. */
function SidePanel({ title, isNarrow, shape = 'sheet', onClose, children }: SidePanelProps) {
  if (!isNarrow || shape === 'half') {
    return <aside className={clsx('st-aside', isNarrow && 'is-half')}>{children}</aside>
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="st-scrim" />
        <Radix.Content className="st-sheet" aria-describedby={undefined}>
          <Radix.Title className="sr">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
