import {
  ChevronDown,
  Eye,
  FileText,
  Globe,
  History,
  Layers,
  Library,
  ListChecks,
  PanelTop,
  Plus,
} from 'lucide-react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SitePlan } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { useActions, useShortcuts } from '../../hooks/use-actions.ts'
import type { PlanActions } from './plan-mutations.ts'
import { openPlanPreview } from './plan-panel.tsx'
import type { OnSearch } from './queries.ts'
import type { StructureSearch } from './search-params.ts'
import styles from './structure.module.css'

type Props = {
  hasSections: boolean
  /** Adding is the main action once the site is published. Before, a plan is only in the palette. */
  isPrimary: boolean
  search: StructureSearch
  onSearch: OnSearch
}

/** The buttons next to the title: history, plan and add. */
export function StructureActions({ hasSections, isPrimary, search, onSearch }: Props) {
  const isPlan = search.plan === true
  const isHistory = search.history !== undefined
  return (
    <>
      <IconButton
        icon={History}
        label="History"
        className="btn-outline"
        aria-pressed={isHistory}
        onClick={() => onSearch(isHistory ? {} : { history: 'list' })}
      />
      {(isPrimary || isPlan) && (
        <Button
          variant="outline"
          icon={ListChecks}
          className={styles.planSwitch}
          aria-pressed={isPlan}
          onClick={() => onSearch({ plan: isPlan ? undefined : true })}
        >
          {isPlan ? 'Exit plan' : 'Plan changes'}
        </Button>
      )}
      <AddMenu hasSections={hasSections} isPrimary={isPrimary} onSearch={onSearch} />
    </>
  )
}

type AddMenuProps = { hasSections: boolean; isPrimary: boolean; onSearch: OnSearch }

/** What can be added to a site. */
const AddMenu = ({ hasSections, isPrimary, onSearch }: AddMenuProps) => (
  <Menu
    trigger={
      <button type="button" className={isPrimary ? 'btn btn-primary' : 'btn btn-outline'}>
        <Icon of={Plus} />
        <span>Add</span>
        <Icon of={ChevronDown} size="xs" />
      </button>
    }
  >
    <MenuItem icon={Library} keys="l" onSelect={() => onSearch({ add: 'library' })}>
      From the library
    </MenuItem>
    <MenuSeparator />
    {hasSections ? (
      <>
        <MenuItem icon={PanelTop} keys="c" onSelect={() => onSearch({ add: 'section' })}>
          Section…
        </MenuItem>
        <MenuItem icon={Layers} onSelect={() => onSearch({ add: 'group' })}>
          Group…
        </MenuItem>
        <MenuItem icon={FileText} onSelect={() => onSearch({ add: 'space' })}>
          Space in a section…
        </MenuItem>
      </>
    ) : (
      <>
        <MenuItem icon={FileText} keys="c" onSelect={() => onSearch({ add: 'space' })}>
          Space…
        </MenuItem>
        <MenuItem icon={PanelTop} onSelect={() => onSearch({ add: 'section' })}>
          Split into sections…
        </MenuItem>
      </>
    )}
  </Menu>
)

type CommandOptions = {
  params: SiteParams
  canEdit: boolean
  isPlan: boolean
  plan: SitePlan | undefined
  planActions: PlanActions
  structure: SiteStructure
  search: StructureSearch
  onSearch: OnSearch
}

/** The commands of the structure in the palette, and their shortcuts. */
export function useStructureCommands({
  params,
  canEdit,
  isPlan,
  plan,
  planActions,
  structure,
  onSearch,
}: CommandOptions): void {
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
    label: isPlan ? 'Exit plan' : 'Plan changes',
    icon: ListChecks,
    run: () => onSearch({ plan: isPlan ? undefined : true }),
  }
  const preview = {
    id: 'preview-plan',
    label: 'Preview plan',
    icon: Eye,
    run: () => openPlanPreview(params),
  }
  const previews = isPlan && plan && plan.steps.length > 0 ? [preview] : []
  const history = {
    id: 'history',
    label: 'Show the history of the structure',
    icon: History,
    run: () => onSearch({ history: 'list' }),
  }
  const adds = hasSections ? [{ ...section, keys: 'c' }, group, space] : [{ ...space, keys: 'c' }, section]
  useActions(canEdit ? [...adds, library, planning, ...previews, history] : [])
  useShortcuts(
    canEdit && isPlan && plan?.publishable
      ? [
          {
            keys: 'mod+enter',
            label: 'Publish the plan',
            group: 'On this page',
            run: () => planActions.publish(plan),
          },
        ]
      : [],
  )
}
