import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { AskForAccess } from '../../components/ask-for-access/ask-for-access.tsx'
import { confirm } from '../../components/confirm.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { changedOf } from '../../components/merge-fields.ts'
import { Button } from '../../components/ui/button.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { siteSubject } from '../../data/access.ts'
import { useApi } from '../../data/api.ts'
import { readSiteAudience } from '../../data/site-audience.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { deletionEffect } from '../../lib/site-audience.ts'
import { toast } from '../../lib/toast.ts'
import { addressBase, siteAddress } from './labels.tsx'
import { siteQuery } from './queries.ts'
import { SiteHostname } from './site-hostname.tsx'
import { SiteProxy } from './site-proxy.tsx'
import styles from './sites.module.css'

type Props = { params: SiteParams; site: Site }
/** `variables` is the section of its variables. */
type SettingsProps = Props & { variables: ReactNode }

/** Name, addresses and deletion of a site. */
export function SiteSettings({ params, site, variables }: SettingsProps) {
  if (!site.permissions.edit) {
    return (
      <NoPermission
        title="You can’t change the settings of this site"
        actions={<AskForAccess subject={siteSubject(params)} needed="edit" />}
      >
        You need the Edit role on the site.
      </NoPermission>
    )
  }
  return (
    <div className="scroll">
      <div className={styles.sections}>
        <SiteSettingsForm params={params} site={site} />
        {variables}
        {site.permissions.admin && <SiteHostname params={params} site={site} />}
        {site.permissions.admin && <SiteProxy params={params} site={site} />}
        {site.permissions.admin && <Deletion params={params} site={site} />}
      </div>
    </div>
  )
}

function Deletion({ params, site }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const name = labels.quoted(site.title)
  const deleting = useApi(api.sites.delete, {
    meta: { refused: `Couldn’t delete ${name}` },
    onSuccess: async () => {
      await navigate({ to: paths.sites(params.organizationId) })
      toast.done(`Deleted ${name}`)
    },
  })
  const effectOnReaders = async () => {
    if (!site.published) return ''
    const readers = await readSiteAudience(client, params)
    return `${readers ? deletionEffect(readers) : `Readers get a 404 at ${shortAddress(siteAddress(site))}.`} `
  }
  const run = async () => {
    const isSure = await confirm({
      title: `Delete the site ${name}?`,
      description: `${await effectOnReaders()}The site’s structure is deleted permanently. Its spaces stay in the library.`,
      action: `Delete ${site.title}`,
      danger: true,
    })
    if (isSure) deleting.mutate({ params, ifMatch: site.version })
  }
  useActions([{ id: 'delete-site', label: `Delete ${site.title}`, icon: Trash2, run: () => void run() }])
  return (
    <section className={styles.deletion} aria-labelledby="site-end">
      <div>
        <h2 id="site-end">Delete this site</h2>
        <p className="soft">
          Its structure and address are deleted. Its spaces and their pages stay in the library.
        </p>
      </div>
      <Button
        variant="danger-outline"
        icon={Trash2}
        onClick={() => void run()}
        aria-busy={deleting.isPending}
      >
        Delete site
      </Button>
    </section>
  )
}

const { update } = api.sites
const fields = update.body.pick({ title: true, basename: true }).required()

const valuesOf = ({ title, basename = '' }: Site) => ({ title, basename })

/** The title of a site and the last part of its address. */
function SiteSettingsForm({ params, site }: { params: SiteParams; site: Site }) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: valuesOf(site) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: site,
    target: { organizationId: params.organizationId, type: 'site', id: params.siteId },
    valuesOf,
    read: () => client.fetchQuery({ ...siteQuery(params), staleTime: 0 }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: changedOf(values, valuesOf(now)), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => client.setQueryData(siteQuery(params).queryKey, saved),
    savedMessage: ({ title }) => `Saved ${labels.quoted(title)}`,
  })
  return (
    <section aria-labelledby={styles.name}>
      <h2 id={styles.name}>Name and address</h2>
      <Form {...editing} form={form} schema={fields} shape="bare" submit={labels.save}>
        <TextField name="title" label="Title" autoComplete="off" />
        <TextField
          name="basename"
          label="Address"
          affix={`${shortAddress(addressBase(site))}/`}
          autoComplete="off"
          disabled={!site.permissions.admin}
          help={helpFor(site)}
        />
        {form.formState.isDirty && (
          <div className="form-foot">
            <Button type="submit" variant="outline" size="form" keys="mod+enter" aria-busy={saving.isPending}>
              {labels.save}
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
  if (!permissions.admin) return 'To change its address, you need the Create role on this site.'
  return published
    ? 'The new address works right away. The old one redirects to it until another site uses it.'
    : 'Readers find the site here once you publish it.'
}
