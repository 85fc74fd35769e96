import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type SiteSpace, siteSpaces } from '#contract/site-spaces.ts'
import { faultIn } from '../../components/condition/condition-fault.ts'
import { ConditionField } from '../../components/condition/condition-field.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { titleOf } from './parts.ts'
import { useAct } from './use-act.ts'
import { useClaims, useTemplates } from './use-claims.ts'
import type { Desk } from './use-desk.ts'
import { versionToMatch } from './version-to-match.ts'

type Props = { desk: Desk; siteSpace: SiteSpace; onClose: () => void }

const { update } = siteSpaces

/** Path and condition of a space in the site; its title is that of the space. */
export function EditSpaceDialog({ desk, siteSpace, onClose }: Props) {
  const [seen] = useState(siteSpace)
  const { path, condition = null } = seen
  const form = useForm({ resolver: zodResolver(update.body), defaultValues: { path, condition } })
  const saving = useAct(desk, onClose)
  const claims = useClaims(desk.place)
  const templates = useTemplates(desk.place)
  return (
    <Dialog
      title={`Edit ${words.quoted(titleOf(siteSpace))}`}
      description="How the site shows this space. Its title is changed in the library."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={saving}
        schema={update.body}
        submit={words.save}
        onCancel={onClose}
        onSubmit={(body) => {
          if (faultIn(body.condition ?? '') !== null) return form.setFocus('condition')
          saving.mutate({
            act: { type: 'change-space', id: siteSpace.id, ...body },
            ifMatch: versionToMatch(seen, siteSpace, ['path', 'condition']),
          })
        }}
      >
        <TextField
          name="path"
          label="Path"
          affix="/"
          autoComplete="off"
          help={
            siteSpace.default === true
              ? 'The default stands at the address above it; its path counts once it is the default no more.'
              : 'Old addresses lead on to the new one.'
          }
        />
        <ConditionField what="space" claims={claims} templates={templates} />
      </Form>
    </Dialog>
  )
}
