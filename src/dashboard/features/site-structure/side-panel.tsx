import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SitePlan } from '#contract/site-plans.ts'
import { Button } from '../../components/ui/button.tsx'
import { pluralize } from '../../lib/labels.ts'
import { HistoryPanel } from './history-panel.tsx'
import planStyles from './plan.module.css'
import type { PlanActions } from './plan-mutations.ts'
import { PlanPanel } from './plan-panel.tsx'
import type { OnSearch } from './queries.ts'
import type { StructureSearch } from './search-params.ts'
import styles from './structure.module.css'
import type { LiveChangeNotice } from './structure-state.ts'

/** Which panel is next to the tree. */
export type SidePanelKind = 'library' | 'history' | 'plan' | null

/** The one panel to show: the library, else the history, else the plan. */
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
  /** The element that the library is rendered into; the library itself belongs to the tree. */
  slot: (element: HTMLElement | null) => void
}

export function StructureSidePanel({ side, isNarrow, slot, onSearch, ...props }: Props) {
  const close = () => onSearch({})
  const isList = props.search.history === 'list'
  if (side === 'library') {
    return (
      <SidePanel title="Library" isNarrow={isNarrow} shape="half" onClose={close}>
        <div className={styles.librarySlot} ref={slot} />
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

/** On narrow screens: the number of planned changes, and a button that opens the plan. */
export function PlanBar({ params, plan, actions, liveChange }: BarProps) {
  const [isReviewing, setIsReviewing] = useState(false)
  const close = () => setIsReviewing(false)
  return (
    <>
      <div className={planStyles.bar}>
        <span className="name nowrap">{plan && plannedInWords(plan)}</span>
        <span className="grow" />
        <Button variant={plan?.publishable ? 'primary' : 'outline'} onClick={() => setIsReviewing(true)}>
          {plan?.steps.length === 0 ? 'View plan' : 'Review and publish'}
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
  steps.length === 0 ? 'No planned changes yet' : `${pluralize(steps.length, 'change')} planned`

type SidePanelProps = {
  /** The accessible name, when it is a sheet over the page. */
  title: string
  isNarrow: boolean
  /** `half` leaves the tree visible above it, so that rows can be dragged there. */
  shape?: 'sheet' | 'half'
  onClose: () => void
  children: ReactNode
}

/** A panel next to the tree on wide screens, and a bottom sheet on narrow ones. */
function SidePanel({ title, isNarrow, shape = 'sheet', onClose, children }: SidePanelProps) {
  if (!isNarrow || shape === 'half') {
    return <aside className={clsx(styles.side, isNarrow && 'is-half')}>{children}</aside>
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={styles.scrim} />
        <Radix.Content className={styles.sheet} aria-describedby={undefined}>
          <Radix.Title className="sr">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
