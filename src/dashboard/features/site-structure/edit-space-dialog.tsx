import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { faultIn } from './condition-fault.ts'
import { ConditionField } from './condition-field.tsx'
import { type SitePlace, titleOf } from './parts.ts'
import { versionToMatch } from './version-to-match.ts'

type Props = { place: SitePlace; siteSpace: SiteSpace; onClose: () => void }

const { update } = api.siteSpaces

/** Path and condition of a space in the site; its title is that of the space. */
export function EditSpaceDialog({ place, siteSpace, onClose }: Props) {
  const [seen] = useState(siteSpace)
  const { path, condition = null } = seen
  const form = useForm({ resolver: zodResolver(update.body), defaultValues: { path, condition } })
  const saving = useApi(update, { meta: { shown: 'in-form' }, onSuccess: onClose })
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
            params: { ...place, siteSpaceId: siteSpace.id },
            body,
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
        <ConditionField what="space" />
      </Form>
    </Dialog>
  )
}
