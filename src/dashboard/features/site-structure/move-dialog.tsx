import { useState } from 'react'
import type { SiteStructure } from '#contract/site-structure.ts'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { moveTargets, theTop } from './move-targets.ts'
import { namedOrCounted } from './parts.ts'
import type { StructureRow } from './structure-rows.ts'

type Props = {
  structure: SiteStructure
  rows: readonly StructureRow[]
  onMove: (parentId: string | null) => void
  onClose: () => void
}

/** Chooses the group that sections go into, or the section that spaces go into. */
export function MoveDialog({ structure, rows, onMove, onClose }: Props) {
  const targets = moveTargets(structure, rows)
  const [chosen, setChosen] = useState(targets.find(({ refusal }) => refusal === undefined)?.id)
  const noun = rows[0]?.kind === 'site-section' ? 'group' : 'section'
  const title = targets.find(({ id }) => id === chosen)?.title
  const move = () => chosen !== undefined && onMove(chosen === theTop ? null : chosen)
  return (
    <Dialog title={`Move ${namedOrCounted(rows.map(({ part }) => part))}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          move()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) move()
        }}
      >
        <DialogBody>
          <SpacePicker
            label={`${noun === 'group' ? 'Groups' : 'Sections'}`}
            noun={noun}
            spaces={targets.map(({ id, title: name, where, refusal }) => ({
              space: { id, title: name, emoji: '' },
              where,
              refusal,
            }))}
            chosen={chosen === undefined ? [] : [chosen]}
            onChange={([id]) => setChosen(id)}
          />
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            look="ink"
            size="form"
            keys="mod+enter"
            disabledReason={chosen === undefined ? `There is no ${noun} to move into` : undefined}
          >
            {chosen === theTop ? 'Move to the top' : `Move into ${title ?? `a ${noun}`}`}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
