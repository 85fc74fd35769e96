import { Eye, Globe, History, Layers, Library, ListChecks, Plus } from 'lucide-react'
import type { SitePlan } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { useActs } from '../../hooks/use-acts.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import type { SitePlace } from './parts.ts'
import { openPlanPreview } from './plan-preview.tsx'
import type { OnSearch, StructureSearch } from './structure-search.ts'
import type { PlanActs } from './use-plan-acts.ts'

type Given = {
  place: SitePlace
  mayEdit: boolean
  isPlan: boolean
  plan: SitePlan | undefined
  planActs: PlanActs
  structure: SiteStructure
  search: StructureSearch
  onSearch: OnSearch
}

/** What can be done with the structure as a whole, in the palette and by keys. */
export function useStructureActs({
  place,
  mayEdit,
  isPlan,
  plan,
  planActs,
  structure,
  onSearch,
}: Given): void {
  const hasSections = structure.type === 'sections'
  const section = {
    id: 'add-section',
    label: hasSections ? 'Add a section' : 'Split into sections',
    icon: Plus,
    run: () => onSearch({ add: 'section' }),
  }
  const group = { id: 'add-group', label: 'Add a group', icon: Layers, run: () => onSearch({ add: 'group' }) }
  const space = { id: 'add-space', label: 'Add a space', icon: Globe, run: () => onSearch({ add: 'space' }) }
  const library = {
    id: 'add-library',
    label: 'Add from the library',
    icon: Library,
    keys: 'l',
    run: () => onSearch({ add: 'library' }),
  }
  const planning = {
    id: 'plan',
    label: isPlan ? 'Leave the plan' : 'Plan changes',
    icon: ListChecks,
    run: () => onSearch({ plan: isPlan ? undefined : true }),
  }
  const preview = {
    id: 'preview-plan',
    label: 'Preview the plan',
    icon: Eye,
    run: () => openPlanPreview(place),
  }
  const previews = isPlan && plan && plan.steps.length > 0 ? [preview] : []
  const history = {
    id: 'history',
    label: 'Show the history of the structure',
    icon: History,
    run: () => onSearch({ history: 'list' }),
  }
  const adds = hasSections ? [{ ...section, keys: 'c' }, group, space] : [{ ...space, keys: 'c' }, section]
  useActs(mayEdit ? [...adds, library, planning, ...previews, history] : [])
  useKeys(
    mayEdit && isPlan && plan?.publishable
      ? [
          {
            keys: 'mod+enter',
            label: 'Publish the plan',
            group: 'On this page',
            act: () => planActs.publish(plan),
          },
        ]
      : [],
  )
}
