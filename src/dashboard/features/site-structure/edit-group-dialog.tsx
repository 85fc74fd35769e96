import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { IconField } from './icon-field.tsx'
import { type SitePlace, titleOf } from './parts.ts'
import { versionToMatch } from './version-to-match.ts'

type Props = { place: SitePlace; group: SiteSectionGroup; onClose: () => void }

const { update } = api.siteSectionGroups

/** Title and icon of a group. */
export function EditGroupDialog({ place, group, onClose }: Props) {
  const [seen] = useState(group)
  const { title, icon = null } = seen
  const form = useForm({ resolver: zodResolver(update.body), defaultValues: { title, icon } })
  const saving = useApi(update, { meta: { shown: 'in-form' }, onSuccess: onClose })
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
            params: { ...place, siteSectionGroupId: group.id },
            body,
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
