import { History, ListChecks } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { AddMenu } from './add-menu.tsx'
import type { OnSearch, StructureSearch } from './structure-search.ts'

type Props = { hasSections: boolean; search: StructureSearch; onSearch: OnSearch }

/** Beside the title of the site: its history, planning, and adding. */
export function StructureHeadActs({ hasSections, search, onSearch }: Props) {
  const isPlan = search.plan === true
  const isHistory = search.history !== undefined
  return (
    <>
      <IconButton
        icon={History}
        label="History"
        className="btn-line"
        aria-pressed={isHistory}
        onClick={() => onSearch(isHistory ? {} : { history: 'list' })}
      />
      <Button
        look="line"
        icon={ListChecks}
        className="st-plan-switch"
        aria-pressed={isPlan}
        onClick={() => onSearch({ plan: isPlan ? undefined : true })}
      >
        {isPlan ? 'Leave the plan' : 'Plan changes'}
      </Button>
      <AddMenu hasSections={hasSections} onSearch={onSearch} />
    </>
  )
}
