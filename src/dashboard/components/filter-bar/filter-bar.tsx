import { Plus } from 'lucide-react'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { useOnDemand } from '../../hooks/use-on-demand.ts'
import { onDemand } from '../../lib/on-demand.ts'
import { Button } from '../ui/button.tsx'
import type { FilterBarProps, FilterParams } from './fields.ts'

const loadedBar = onDemand(() => import('./loaded-filter-bar.tsx'))

type Props<P extends FilterParams> = Pick<FilterBarProps, 'fields'> & {
  params: P
  onChange: (change: Partial<P>) => void
}

/**
 * The filters of a list as `field, operator, value`, and a button that adds one; `f` opens it. Only the button is part
 * of the first view.
 */
export function FilterBar<P extends FilterParams>({ fields, params, onChange }: Props<P>) {
  const Bar = useOnDemand(loadedBar, useIsFirstViewLoaded())?.LoadedFilterBar
  if (!Bar) return <Button icon={Plus}>Filter</Button>
  // The schema of the route checks the values again.
  return <Bar fields={fields} params={params} onChange={(change) => onChange(change as Partial<P>)} />
}
