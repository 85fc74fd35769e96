import { useState } from 'react'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { labels } from '../../lib/labels.ts'
import { AddGroupDialog, AddSectionDialog, AddSpaceDialog } from './add-dialogs.tsx'
import { EditGroupDialog, EditSectionDialog, EditSpaceDialog } from './edit-dialogs.tsx'
import type { EditTarget } from './edits.ts'
import { moveTargets, rootTarget } from './move-targets.ts'
import type { StructureSearch } from './queries.ts'
import { nameOrCount, nodeById } from './structure-nodes.ts'
import type { StructureRow } from './structure-rows.ts'

type Props = {
  editTarget: EditTarget
  site: Site
  structure: SiteStructure
  search: StructureSearch
  onClose: () => void
}

/** The dialog that the address asks for. */
export function StructureDialogs({ editTarget, site, structure, search: { add, to, edit }, onClose }: Props) {
  const shared = { editTarget, onClose }
  if (add === 'group' && structure.type === 'sections') return <AddGroupDialog {...shared} />
  if (add === 'section')
    return <AddSectionDialog {...shared} site={site} structure={structure} groupId={to} />
  if (add === 'space') return <AddSpaceDialog {...shared} site={site} structure={structure} sectionId={to} />
  const node = edit === undefined ? undefined : nodeById(structure, edit)
  switch (node?.object) {
    case 'site-section-group':
      return <EditGroupDialog key={node.id} {...shared} group={node} />
    case 'site-section':
      return <EditSectionDialog key={node.id} {...shared} section={node} />
    case 'site-space':
      return <EditSpaceDialog key={node.id} {...shared} siteSpace={node} />
    default:
      return null
  }
}

type MoveDialogProps = {
  structure: SiteStructure
  rows: readonly StructureRow[]
  onMove: (parentId: string | null) => void
  onClose: () => void
}

/** Chooses the group that sections go into, or the section that spaces go into. */
export function MoveDialog({ structure, rows, onMove, onClose }: MoveDialogProps) {
  const targets = moveTargets(structure, rows)
  const [chosen, setChosen] = useState(targets.find(({ refusal }) => refusal === undefined)?.id)
  const noun = rows[0]?.kind === 'site-section' ? 'group' : 'section'
  const title = targets.find(({ id }) => id === chosen)?.title
  const move = () => chosen !== undefined && onMove(chosen === rootTarget ? null : chosen)
  return (
    <Dialog title={`Move ${nameOrCount(rows.map(({ node }) => node))}`} onClose={onClose}>
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
            {labels.cancel}
          </Button>
          <Button
            type="submit"
            look="ink"
            size="form"
            keys="mod+enter"
            disabledReason={chosen === undefined ? `There is no ${noun} to move into` : undefined}
          >
            {chosen === rootTarget ? 'Move to the top' : `Move into ${title ?? `a ${noun}`}`}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
