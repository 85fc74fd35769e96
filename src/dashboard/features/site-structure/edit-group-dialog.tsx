import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type SiteSectionGroup, siteSectionGroups } from '#contract/site-section-groups.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { IconField } from './icon-field.tsx'
import { titleOf } from './parts.ts'
import { useAct } from './use-act.ts'
import type { Desk } from './use-desk.ts'
import { versionToMatch } from './version-to-match.ts'

type Props = { desk: Desk; group: SiteSectionGroup; onClose: () => void }

const { update } = siteSectionGroups

/** Title and icon of a group. */
export function EditGroupDialog({ desk, group, onClose }: Props) {
  const [seen] = useState(group)
  const { title, icon = null } = seen
  const form = useForm({ resolver: zodResolver(update.body), defaultValues: { title, icon } })
  const saving = useAct(desk, onClose)
  return (
    <Dialog title={`Edit ${words.quoted(titleOf(group))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={update.body}
        submit={words.save}
        onCancel={onClose}
        onSubmit={(body) =>
          saving.mutate({
            act: { type: 'change-group', id: group.id, ...body },
            ifMatch: versionToMatch(seen, group, ['title', 'icon']),
          })
        }
      >
        <div className="st-titled">
          <TextField name="title" label="Title" autoComplete="off" />
          <IconField name="icon" />
        </div>
      </Form>
    </Dialog>
  )
}
