import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type Site, siteProxy } from '#contract/sites.ts'
import { CodeSample } from '../../components/code-sample.tsx'
import { confirm } from '../../components/confirm-store.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { proxyKinds, proxySample } from './proxy-samples.ts'
import { type SitePlace, siteQuery } from './site-queries.ts'
import { proxiedOf, spoken } from './site-words.ts'

const { update } = api.sites

/** As people copy it from their browser: with the scheme and the last slash. */
const fields = z.object({
  proxy: z
    .string()
    .transform((text) => spoken(text.trim()))
    .pipe(siteProxy),
})

type Props = { place: SitePlace; site: Site }

/** A path of a host that somebody has already, whose server leads it here. */
export function SiteProxy({ place, site }: Props) {
  const { proxy } = site
  return (
    <section aria-labelledby="site-proxy">
      <h2 id="site-proxy">Path of another host</h2>
      {proxy === undefined ? (
        <Naming place={place} site={site} />
      ) : (
        <Named place={place} site={site} proxy={proxy} />
      )}
    </section>
  )
}

function Naming({ place, site }: Props) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { proxy: '' } })
  const saving = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      client.setQueryData(siteQuery(place).queryKey, now)
      toast.done(`“${now.title}” is written for ${now.proxy?.origin}${now.proxy?.target}`)
    },
  })
  return (
    <Form
      form={form}
      mutation={saving}
      schema={fields}
      shape="page"
      submit="Set path"
      look="line"
      onSubmit={(body) => saving.mutate({ params: place, body, ifMatch: site.version })}
    >
      <TextField
        name="proxy"
        label="Domain and path"
        mono
        placeholder="example.org/docs"
        autoComplete="off"
        help="For a part of a website that you have. Its server leads the path here; you are shown how."
      />
    </Form>
  )
}

function Named({ place, site, proxy }: Props & { proxy: NonNullable<Site['proxy']> }) {
  const client = useQueryClient()
  const shown = `${proxy.origin}${proxy.target}`
  const asked = proxiedOf(site)
  const meta = { refused: `${shown} was not changed` }
  const changing = useApi(update, {
    meta,
    onSuccess: (now) => client.setQueryData(siteQuery(place).queryKey, now),
  })
  const run = async () => {
    const isSure = await confirm({
      title: `No longer show the site at ${shown}?`,
      description: `“${site.title}” keeps its other addresses; links to ${shown} lead nowhere.`,
      act: 'Take it away',
      danger: true,
    })
    if (!isSure) return
    changing.mutate(
      { params: place, body: { proxy: null }, ifMatch: site.version },
      {
        onSuccess: () =>
          toast.undoable(`Took ${shown} away`, () =>
            changing.mutate({ params: place, body: { proxy: shown } }),
          ),
      },
    )
  }
  return (
    <div className="site-dns">
      <p>
        The site stands at <b className="mono">{shown}</b> as soon as the server of {proxy.origin} leads
        everything below that path to this address:
      </p>
      <CopyField text={asked} what="Address to ask" />
      <CodeSample
        label="Kind of server"
        choices={proxyKinds}
        textOf={(kind) => proxySample(kind, { ...proxy, asked })}
      />
      {site.hostname !== undefined && (
        <p className="soft">Search engines are told the host name above, which counts before this path.</p>
      )}
      <Button look="danger-line" aria-busy={changing.isPending} onClick={() => void run()}>
        Take the path away
      </Button>
    </div>
  )
}
