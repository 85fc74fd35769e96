import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type SiteSection, siteSections } from '#contract/site-sections.ts'
import { faultIn } from '../../components/condition/condition-fault.ts'
import { ConditionField } from '../../components/condition/condition-field.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { IconField } from './icon-field.tsx'
import { titleOf } from './parts.ts'
import { useAct } from './use-act.ts'
import { useClaims, useTemplates } from './use-claims.ts'
import type { Desk } from './use-desk.ts'
import { versionToMatch } from './version-to-match.ts'

type Props = { desk: Desk; section: SiteSection; onClose: () => void }

const { update } = siteSections
const fields = update.body.omit({ defaultSiteSpace: true })
const shown = ['title', 'path', 'icon', 'description', 'condition'] as const

/** Everything about a section that is not its place. */
export function EditSectionDialog({ desk, section, onClose }: Props) {
  const [seen] = useState(section)
  const { title, path, icon = null, description = '', condition = null } = seen
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { title, path, icon, description, condition },
  })
  const saving = useAct(desk, onClose)
  const claims = useClaims(desk.place)
  const templates = useTemplates(desk.place)
  return (
    <Dialog title={`Edit ${words.quoted(titleOf(section))}`} onClose={onClose}>
      <Form
        form={form}
        mutation={saving}
        schema={fields}
        submit={words.save}
        onCancel={onClose}
        onSubmit={({ description: about, ...body }) => {
          if (faultIn(body.condition ?? '') !== null) return form.setFocus('condition')
          saving.mutate({
            act: { type: 'change-section', id: section.id, ...body, description: about || null },
            ifMatch: versionToMatch(seen, section, shown),
          })
        }}
      >
        <div className="st-titled">
          <TextField name="title" label="Title" autoComplete="off" />
          <IconField name="icon" />
        </div>
        <TextField
          name="path"
          label="Path"
          affix="/"
          autoComplete="off"
          help={
            section.default === true
              ? 'The default section stands at the site’s own address; its path counts once it is the default no more.'
              : 'Old addresses lead on to the new one.'
          }
        />
        <TextAreaField name="description" label="Description" rows={2} isOptional />
        <ConditionField what="section" claims={claims} templates={templates} />
      </Form>
    </Dialog>
  )
}
