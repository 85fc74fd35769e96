import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SiteStructure } from '#contract/site-structure.ts'
import { type SitePlace, sectionsOf } from './parts.ts'
import { entryQuery, planQuery } from './plan-query.ts'
import { structureQuery } from './structure-query.ts'
import { type Beside, isOneRow, rowsOf } from './structure-rows.ts'
import type { StructureSearch } from './structure-search.ts'

/** The structure on screen: the live one, the planned one, or an earlier one; the latter two beside the live one. */
export function useShown(place: SitePlace, mayEdit: boolean, search: StructureSearch) {
  const isPlan = search.plan === true
  const { history } = search
  const { data: live } = useSuspenseQuery(structureQuery(place))
  const entryId = mayEdit && history !== undefined && history !== 'list' ? history : undefined
  const { data: plan, error: planError } = useQuery({ ...planQuery(place), enabled: mayEdit && isPlan })
  const { data: entry } = useQuery({ ...entryQuery(place, entryId ?? ''), enabled: entryId !== undefined })
  const other = entryId !== undefined ? entry : isPlan ? plan : undefined
  const structure: SiteStructure = other?.structure ?? live
  const mayChange = mayEdit && entryId === undefined && (!isPlan || plan !== undefined)
  const marks = other?.marks
  const beside = useMemo<Beside | undefined>(() => marks && { structure: live, marks }, [live, marks])
  const rows = useMemo(() => rowsOf(structure, mayChange, beside), [structure, mayChange, beside])
  const single = useMemo(
    () => new Set(sectionsOf(structure).flatMap((section) => (isOneRow(section) ? [section.id] : []))),
    [structure],
  )
  return { live, plan, planError, structure, rows, single, mayChange }
}
