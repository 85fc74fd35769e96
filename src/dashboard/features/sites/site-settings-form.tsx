import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { Button } from '../../components/ui/button.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type SitePlace, siteQuery } from './site-queries.ts'
import { baseOf, spoken } from './site-words.ts'

const { update } = api.sites
const fields = update.body.pick({ title: true, basename: true }).required()

const valuesOf = ({ title, basename = '' }: Site) => ({ title, basename })

/** What a site is called and the last part of its address. */
export function SiteSettingsForm({ place, site }: { place: SitePlace; site: Site }) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: valuesOf(site) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: site,
    valuesOf,
    read: () => client.fetchQuery({ ...siteQuery(place), staleTime: 0 }),
    send: (values, now) =>
      saving.mutateAsync({ params: place, body: changedOf(values, valuesOf(now)), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => {
      client.setQueryData(siteQuery(place).queryKey, saved)
      toast.done(`Saved ${words.quoted(saved.title)}`)
    },
  })
  return (
    <section aria-labelledby="site-name">
      <h2 id="site-name">Name and address</h2>
      <Form {...editing} form={form} schema={fields} shape="bare" submit={words.save}>
        <TextField name="title" label="Title" autoComplete="off" />
        <TextField
          name="basename"
          label="Address"
          affix={`${spoken(baseOf(site))}/`}
          autoComplete="off"
          disabled={!site.permissions.admin}
          help={helpFor(site)}
        />
        {form.formState.isDirty && (
          <div className="form-foot">
            <Button type="submit" look="line" size="form" keys="mod+enter" aria-busy={saving.isPending}>
              {words.save}
            </Button>
            <Button size="form" onClick={() => form.reset()}>
              Discard
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}

function helpFor({ permissions, published }: Site): string {
  if (!permissions.admin) return 'To move the site you need the role Create on it.'
  return published
    ? 'A new address counts at once; the old one leads on to it until another site takes it.'
    : 'Where readers find the site once it is published.'
}
