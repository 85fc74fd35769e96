import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm-store.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { HostnameStatus } from './hostname-status.tsx'
import { type SitePlace, siteQuery } from './site-queries.ts'
import { baseOf } from './site-words.ts'

const { setHostname, removeHostname } = api.sites

type Props = { place: SitePlace; site: Site }

/** The host name of a site's own, and what has to be entered where the domain is kept. */
export function SiteHostname({ place, site }: Props) {
  const { hostname } = site
  return (
    <section aria-labelledby="site-hostname">
      <h2 id="site-hostname">Host name</h2>
      {hostname === undefined ? (
        <Naming place={place} site={site} />
      ) : (
        <Named place={place} site={site} hostname={hostname} />
      )}
    </section>
  )
}

function Naming({ place, site }: Props) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(setHostname.body), defaultValues: { hostname: '' } })
  const saving = useApi(setHostname, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      client.setQueryData(siteQuery(place).queryKey, now)
      toast.done(`“${now.title}” stands at ${now.hostname}`)
    },
  })
  return (
    <Form
      form={form}
      mutation={saving}
      schema={setHostname.body}
      shape="page"
      submit="Set host name"
      look="line"
      onSubmit={(body) => saving.mutate({ params: place, body, ifMatch: site.version })}
    >
      <TextField
        name="hostname"
        label="Host name of its own"
        mono
        placeholder="docs.example.org"
        autoComplete="off"
        help="The site then stands at its root. Its address on this service keeps working."
      />
    </Form>
  )
}

function Named({ place, site, hostname }: Props & { hostname: string }) {
  const client = useQueryClient()
  const back = useApi(setHostname, {
    meta: { refused: `${hostname} was not given back` },
    onSuccess: (now) => client.setQueryData(siteQuery(place).queryKey, now),
  })
  const removing = useApi(removeHostname, { meta: { refused: `The site keeps ${hostname}` } })
  const service = new URL(baseOf(site)).hostname
  const run = async () => {
    const isSure = await confirm({
      title: `Take ${hostname} away?`,
      description: `“${site.title}” then stands on this service alone; links to ${hostname} lead nowhere.`,
      act: 'Take it away',
      danger: true,
    })
    if (!isSure) return
    removing.mutate(
      { params: place, ifMatch: site.version },
      {
        onSuccess: () =>
          toast.undoable(`Took ${hostname} away`, () => back.mutate({ params: place, body: { hostname } })),
      },
    )
  }
  return (
    <div className="site-dns">
      <p>
        The site stands at <b className="mono">{hostname}</b> as soon as that name leads here.
      </p>
      <p className="soft">Where the domain is kept, enter this record:</p>
      <dl className="facts">
        <div>
          <dt>Type</dt>
          <dd>CNAME</dd>
        </div>
        <div>
          <dt>Name</dt>
          <dd>
            <CopyField text={hostname} what="Name of the record" />
          </dd>
        </div>
        <div>
          <dt>Target</dt>
          <dd>
            <CopyField text={service} what="Target of the record" />
          </dd>
        </div>
      </dl>
      <HostnameStatus hostname={hostname} />
      <p className="soft">
        In front of the service a proxy has to take the certificate for this name, and to keep the Host
        header.
      </p>
      <Button look="danger-line" aria-busy={removing.isPending} onClick={() => void run()}>
        Take the host name away
      </Button>
    </div>
  )
}
