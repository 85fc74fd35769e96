import { Move as MoveIcon, Trash2 } from 'lucide-react'
import type { SiteStructure } from '#contract/site-structure.ts'
import { BulkBar } from '../../components/bulk-bar.tsx'
import type { Selection } from '../../components/tree-ways.ts'
import { Button } from '../../components/ui/button.tsx'
import { whyNotMoved } from './move-targets.ts'
import type { StructureRow } from './structure-rows.ts'

type Props = {
  selection: Selection
  rows: readonly StructureRow[]
  structure: SiteStructure
  onMove: () => void
  onRemove: () => void
}

/** What can be done with all rows that are chosen. */
export const StructureBulk = ({ selection, rows, structure, onMove, onRemove }: Props) => (
  <BulkBar selection={selection}>
    <Button look="bare" icon={MoveIcon} disabledReason={whyNotMoved(rows, structure)} onClick={onMove}>
      Move
    </Button>
    <Button look="bare" icon={Trash2} onClick={onRemove}>
      {rows.every(({ kind }) => kind === 'site-section-group') ? 'Dissolve' : 'Remove'}
    </Button>
  </BulkBar>
)
