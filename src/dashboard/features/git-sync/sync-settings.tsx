import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { RadioField, SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { callApi, useApi } from '../../data/api.ts'
import { importModeChoices } from './import-modes.ts'
import { pollChoices } from './labels.ts'
import { showSync } from './mutations.ts'

type Values = { importMode: SpaceGitSync['importMode']; pollMinutes: string }

const valuesOf = ({ importMode, pollMinutes }: SpaceGitSync): Values => ({
  importMode,
  pollMinutes: String(pollMinutes),
})

/** Where pushed commits go, and how often Lectern looks for them. */
export function SyncSettings({ space, sync }: { space: Space; sync: SpaceGitSync }) {
  const client = useQueryClient()
  const params = { spaceId: space.id }
  const form = useForm<Values>({ defaultValues: valuesOf(sync) })
  const saving = useApi(api.spaceGitSyncs.update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: sync,
    target: { organizationId: space.organization, type: 'space', id: space.id },
    valuesOf,
    read: () => callApi(api.spaceGitSyncs.get, { params }),
    send: (values, now) => {
      const { pollMinutes, ...others } = changedOf(values, valuesOf(now))
      const body = { ...others, ...(pollMinutes === undefined ? {} : { pollMinutes: Number(pollMinutes) }) }
      return saving.mutateAsync({ params, body, ifMatch: now.version })
    },
    sending: saving,
    onSaved: (saved) => showSync(client, saved),
    savedMessage: () => 'Saved the settings of Git sync',
  })
  return (
    <section aria-labelledby="git-settings">
      <h2 id="git-settings">Settings</h2>
      <Form {...editing} form={form} shape="page" variant="outline" submit="Save settings">
        <RadioField name="importMode" label="Pushed commits" choices={importModeChoices(space)} />
        <SelectField
          name="pollMinutes"
          label="Look for commits"
          choices={pollChoices(sync.pollMinutes)}
          help="With a webhook, they arrive right away."
        />
      </Form>
    </section>
  )
}
