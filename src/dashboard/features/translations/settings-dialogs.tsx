import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type TranslationSettings, translationLanguage } from '#contract/translations.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { LanguagesField } from '../../components/language-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { oneSettingsQuery } from './queries.ts'

const { create, put } = api.translations
const schema = z.object({ title: create.body.shape.title, languages: z.array(translationLanguage) })
type Values = z.infer<typeof schema>

const Fields = () => (
  <>
    <TextField name="title" label="Title" autoComplete="off" placeholder="Product documentation" />
    <LanguagesField name="languages" label="Languages" />
  </>
)

/** Creates translation settings. */
export function NewSettingsDialog({
  organizationId,
  onClose,
}: {
  organizationId: string
  onClose: () => void
}) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { title: '', languages: [] },
  })
  const creating = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ title }) => {
      toast.done(`Created ${labels.quoted(title)}`)
      onClose()
    },
  })
  return (
    <Dialog
      title="New translation settings"
      description="The languages that spaces are translated into."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creating}
        schema={schema}
        submit="Create settings"
        onCancel={onClose}
        onSubmit={(body) => creating.mutate({ params: { organizationId }, body })}
      >
        <Fields />
      </Form>
    </Dialog>
  )
}

type EditProps = { organizationId: string; settings: TranslationSettings; onClose: () => void }

const valuesOf = ({ title, languages }: TranslationSettings): Values => ({ title, languages })

/** Edits the title and the languages. */
export function EditSettingsDialog({ organizationId, settings, onClose }: EditProps) {
  const client = useQueryClient()
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: valuesOf(settings) })
  const saving = useApi(put, { meta: { shown: 'in-form' } })
  const params = { organizationId, translationSettingsId: settings.id }
  const editing = useVersionedForm({
    form,
    object: settings,
    target: { organizationId, type: 'translation-settings', id: settings.id },
    valuesOf,
    read: () => client.fetchQuery({ ...oneSettingsQuery(organizationId, settings.id), staleTime: 0 }),
    send: (body, now) => saving.mutateAsync({ params, body, ifMatch: now.version }),
    sending: saving,
    onSaved: (_saved, isUndo) => !isUndo && onClose(),
    savedMessage: ({ title }) => `Saved ${labels.quoted(title)}`,
  })
  return (
    <Dialog title={`Edit ${labels.quoted(settings.title)}`} onClose={onClose}>
      <Form {...editing} form={form} schema={schema} submit={labels.save} onCancel={onClose}>
        <Fields />
      </Form>
    </Dialog>
  )
}
