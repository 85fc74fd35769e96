import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Site } from '#contract/sites.ts'
import { Form, useFieldDescription } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { AddGroupDialog, AddSectionDialog, AddSpaceDialog } from './add-dialogs.tsx'
import { EditGroupDialog, EditSectionDialog, EditSpaceDialog } from './edit-dialogs.tsx'
import type { EditTarget } from './edits.ts'
import { type MoveTarget, moveTargets, rootTarget } from './move-targets.ts'
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

/** The dialog that the search parameters name. */
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

/** Chooses the group that sections move into, or the section that spaces move into. */
export function MoveDialog({ structure, rows, onMove, onClose }: MoveDialogProps) {
  const targets = moveTargets(structure, rows)
  const noun = rows[0]?.kind === 'site-section' ? 'group' : 'section'
  const form = useForm({
    resolver: zodResolver(z.object({ target: z.string().min(1, `There is no ${noun} to move into`) })),
    defaultValues: { target: targets.find(({ refusal }) => refusal === undefined)?.id ?? '' },
  })
  const chosen = form.watch('target')
  const title = targets.find(({ id }) => id === chosen)?.title
  return (
    <Dialog title={`Move ${nameOrCount(rows.map(({ node }) => node))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={idle}
        submit={chosen === rootTarget ? 'Move to the top' : `Move into ${title ?? `a ${noun}`}`}
        isGuarded={false}
        onCancel={onClose}
        onSubmit={({ target }) => onMove(target === rootTarget ? null : target)}
      >
        <TargetField label={noun === 'group' ? 'Groups' : 'Sections'} noun={noun} targets={targets} />
      </Form>
    </Dialog>
  )
}

/** The rows move after the dialog has closed. */
const idle = { isPending: false, error: null }

function TargetField({
  label,
  noun,
  targets,
}: {
  label: string
  noun: string
  targets: readonly MoveTarget[]
}) {
  const { field, fieldState } = useController({ name: 'target' })
  useFieldDescription('target', label)
  return (
    <>
      <SpacePicker
        label={label}
        noun={noun}
        spaces={targets.map(({ id, title, where, refusal }) => ({
          space: { id, title, emoji: '' },
          where,
          refusal,
        }))}
        selected={field.value === '' ? [] : [field.value]}
        onChange={([id]) => field.onChange(id)}
      />
      {fieldState.error && <p role="alert">{fieldState.error.message}</p>}
    </>
  )
}
