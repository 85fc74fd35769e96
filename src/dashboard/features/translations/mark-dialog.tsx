import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { translationLanguage } from '#contract/translations.ts'
import { CheckboxField, SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useApi } from '../../data/api.ts'
import { useSpaceOptions } from '../../data/spaces.ts'
import { labels } from '../../lib/labels.ts'
import { languageChoices } from '../../lib/languages.ts'
import { toast } from '../../lib/toast.ts'

const schema = z.object({
  source: z.string().min(1, 'Select the original'),
  language: z.string().refine((value) => translationLanguage.safeParse(value).success, 'Select a language'),
  confirmed: z.boolean(),
})
type Values = z.infer<typeof schema>

type Props = { space: Space; onClose: () => void }

/** Marks a space as the translation of another one. */
export function MarkDialog({ space, onClose }: Props) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { source: '', language: space.language ?? '', confirmed: false },
  })
  const name = labels.quoted(space.title || labels.untitled)
  const marking = useApi(api.spaceTranslations.put, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      toast.done(`Linked ${name} to its original`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`Link ${name} to its original`}
      description="Pages with the same path are paired. You can pair the others one by one."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={marking}
        schema={schema}
        submit="Link to original"
        onCancel={onClose}
        onSubmit={({ source, language, confirmed }) =>
          marking.mutate({
            params: { spaceId: space.id },
            body: { source, language, ...(confirmed ? { confirmed: true as const } : {}) },
            ifMatch: space.version,
          })
        }
      >
        <SourceField space={space} />
        <SelectField
          name="language"
          label="Language of this space"
          choices={[{ value: '', label: 'Select a language' }, ...languageChoices]}
        />
        <CheckboxField
          name="confirmed"
          label="The translation is up to date"
          help="Marks all pages that have an original as up to date."
        />
      </Form>
    </Dialog>
  )
}

function SourceField({ space }: { space: Space }) {
  const { setValue } = useFormContext<Values>()
  const { field, fieldState } = useController<Values, 'source'>({ name: 'source' })
  const { spaces, isLoading } = useSpaceOptions(space.organization)
  const options = spaces
    .filter((one) => one.space.id !== space.id)
    .map(({ space: { id, title, emoji, translation }, where }) => ({
      space: { id, title, emoji },
      where,
      ...(translation ? { disabledReason: 'This space is a translation itself' } : {}),
    }))
  return (
    <Field label="Original" error={fieldState.error?.message}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Spaces"
          isLoading={isLoading}
          spaces={options}
          selected={field.value ? [field.value] : []}
          onChange={([id]) => setValue('source', id ?? '', { shouldValidate: true })}
        />
      )}
    </Field>
  )
}
