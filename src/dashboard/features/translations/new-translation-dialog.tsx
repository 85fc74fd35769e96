import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type Space, spaceTitle } from '#contract/spaces.ts'
import { translationLanguage } from '#contract/translations.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { languageChoices, languageName } from '../../lib/languages.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { allSettingsQuery } from './queries.ts'

const { create } = api.spaceTranslations
const schema = z.object({
  /** Id of translation settings; empty for all languages. */
  settings: z.string(),
  language: z.string().refine((value) => translationLanguage.safeParse(value).success, 'Select a language'),
  title: spaceTitle,
})
type Values = z.infer<typeof schema>

type Props = { space: Space; taken: readonly string[]; onClose: () => void }

/** Creates a translation of a space, as a copy to be translated. */
export function NewTranslationDialog({ space, taken, onClose }: Props) {
  const navigate = useNavigate()
  const { data: settings } = useQuery(allSettingsQuery(space.organization))
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { settings: '', language: '', title: '' },
  })
  const creating = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: async (created) => {
      toast.done(`Created ${labels.quoted(created.title)}`)
      onClose()
      await navigate({ to: paths.translations(created.id) })
    },
  })
  const selected = settings?.items.find(({ id }) => id === form.watch('settings'))
  const unavailable = [...taken, ...(space.language === undefined ? [] : [space.language])]
  const offered = languageChoices.filter(({ value }) => selected?.languages.includes(value) ?? true)
  const language = form.watch('language')
  return (
    <Dialog
      title={`Translate ${labels.quoted(space.title || labels.untitled)}`}
      description="The translation starts as a copy with the same pages and files."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creating}
        schema={schema}
        submit="Create translation"
        onCancel={onClose}
        onSubmit={({ title, ...values }) =>
          creating.mutate({
            params: { spaceId: space.id },
            body: {
              language: values.language,
              ...(values.settings === '' ? {} : { settings: values.settings }),
              ...(title.trim() === '' ? {} : { title }),
            },
          })
        }
      >
        {settings && settings.items.length > 0 && (
          <SelectField
            name="settings"
            label="Translation settings"
            isOptional
            choices={[
              { value: '', label: 'None' },
              ...settings.items.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
        <SelectField
          name="language"
          label="Language"
          choices={[
            { value: '', label: 'Select a language' },
            ...offered.map((choice) => ({ ...choice, disabled: unavailable.includes(choice.value) })),
          ]}
        />
        <TextField
          name="title"
          label="Title"
          isOptional
          autoComplete="off"
          placeholder={language === '' ? '' : `${space.title} (${languageName(language)})`}
        />
      </Form>
    </Dialog>
  )
}
