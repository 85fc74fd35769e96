import { useQueryClient } from '@tanstack/react-query'
import type { SiteStructure } from '#contract/site-structure.ts'
import { useLatest } from '../../hooks/use-latest.ts'
import type { MakeChanges } from './change.ts'
import type { SitePlace } from './parts.ts'
import { planQuery } from './plan-query.ts'
import { structureQuery } from './structure-query.ts'
import { useLiveChanges } from './use-live-changes.ts'
import { usePlanChanges } from './use-plan-changes.ts'

/** Where changes are made: on what readers see, or in the plan. */
export type Desk = {
  readonly place: SitePlace
  readonly isPlan: boolean
  /** What is shown there now. */
  readonly seen: () => SiteStructure | undefined
  readonly change: MakeChanges
}

export function useDesk(place: SitePlace, isPlan: boolean): Desk {
  const client = useQueryClient()
  const live = useLiveChanges(place)
  const planned = usePlanChanges(place)
  const latest = useLatest({ live, planned })
  return {
    place,
    isPlan,
    seen: () =>
      isPlan
        ? client.getQueryData(planQuery(place).queryKey)?.structure
        : client.getQueryData(structureQuery(place).queryKey),
    change: (changes) => (isPlan ? latest.current.planned(changes) : latest.current.live(changes)),
  }
}
