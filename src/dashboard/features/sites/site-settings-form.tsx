import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type SitePlace, siteQuery } from './site-queries.ts'
import { baseOf, spoken } from './site-words.ts'

const { update } = api.sites
const fields = update.body.pick({ title: true, basename: true })

/** What a site is called and the last part of its address. */
export function SiteSettingsForm({ place, site }: { place: SitePlace; site: Site }) {
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(fields),
    values: { title: site.title, basename: site.basename ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      client.setQueryData(siteQuery(place).queryKey, now)
      form.reset({ title: now.title, basename: now.basename ?? '' })
      toast.done(`Saved ${words.quoted(now.title)}`)
    },
  })
  return (
    <section aria-labelledby="site-name">
      <h2 id="site-name">Name and address</h2>
      <Form
        form={form}
        mutation={saving}
        schema={fields}
        shape="bare"
        submit={words.save}
        onSubmit={(body) => saving.mutate({ params: place, body, ifMatch: site.version })}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <TextField
          name="basename"
          label="Address"
          affix={`${spoken(baseOf(site))}/`}
          autoComplete="off"
          help={
            site.published
              ? 'A new address counts at once; links to the old one lead nowhere then.'
              : 'Where readers find the site once it is published.'
          }
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
