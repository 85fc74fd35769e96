import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type Site, siteProxy } from '#contract/sites.ts'
import { CodeSample } from '../../components/code-sample.tsx'
import { confirm } from '../../components/confirm.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { proxyUpstream } from './labels.tsx'
import { siteQuery } from './queries.ts'
import styles from './sites.module.css'

const { update } = api.sites

/** Accepts an address as copied from a browser, with its scheme and last slash. */
const fields = z.object({
  proxy: z
    .string()
    .transform((text) => shortAddress(text.trim()))
    .pipe(siteProxy),
})

type Props = { params: SiteParams; site: Site }

/** Shows the site at a path of an existing website, whose server proxies it here. */
export function SiteProxy({ params, site }: Props) {
  const { proxy } = site
  return (
    <section aria-labelledby="site-proxy">
      <h2 id="site-proxy">Path on another website</h2>
      {proxy === undefined ? (
        <ProxyForm params={params} site={site} />
      ) : (
        <ConnectedProxy params={params} site={site} proxy={proxy} />
      )}
    </section>
  )
}

function ProxyForm({ params, site }: Props) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { proxy: '' } })
  const show = (now: Site) => client.setQueryData(siteQuery(params).queryKey, now)
  const removing = useApi(update, { meta: { refused: 'Couldn’t remove the path' }, onSuccess: show })
  const saving = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      show(now)
      offerUndo(`“${now.title}” is now at ${now.proxy?.origin}${now.proxy?.target}`, () =>
        removing.mutate({ params, body: { proxy: null }, ifMatch: now.version }),
      )
    },
  })
  return (
    <Form
      form={form}
      mutation={saving}
      schema={fields}
      shape="page"
      submit="Set path"
      variant="outline"
      onSubmit={(body) => saving.mutate({ params, body, ifMatch: site.version })}
    >
      <TextField
        name="proxy"
        label="Domain and path"
        mono
        placeholder="example.org/docs"
        autoComplete="off"
        help="Shows the site as part of an existing website, whose server forwards the path to Lectern. You’ll see how to configure it."
      />
    </Form>
  )
}

function ConnectedProxy({ params, site, proxy }: Props & { proxy: NonNullable<Site['proxy']> }) {
  const client = useQueryClient()
  const shown = `${proxy.origin}${proxy.target}`
  const upstream = proxyUpstream(site)
  const meta = { refused: `Couldn’t change ${shown}` }
  const changing = useApi(update, {
    meta,
    onSuccess: (now) => client.setQueryData(siteQuery(params).queryKey, now),
  })
  const run = async () => {
    const isSure = await confirm({
      title: `Remove ${shown}?`,
      description: `Every page and link below ${shown} stops working right away. “${site.title}” keeps its other addresses. You can undo this.`,
      action: 'Remove path',
      danger: true,
    })
    if (!isSure) return
    changing.mutate(
      { params, body: { proxy: null }, ifMatch: site.version },
      {
        onSuccess: () =>
          offerUndo(`Removed ${shown}`, () => changing.mutate({ params, body: { proxy: shown } })),
      },
    )
  }
  return (
    <div className={styles.dns}>
      <p>
        The site will be at <b className="mono">{shown}</b> once the server of {proxy.origin} forwards
        everything below that path to this address:
      </p>
      <CopyField text={upstream} what="Upstream address" />
      <CodeSample
        label="Server"
        choices={proxyKinds}
        textOf={(kind) => proxySample(kind, { ...proxy, upstream })}
      />
      {site.hostname !== undefined && (
        <p className="soft">Search engines use the custom domain above instead of this path.</p>
      )}
      <Button variant="danger-outline" aria-busy={changing.isPending} onClick={() => void run()}>
        Remove path
      </Button>
    </div>
  )
}

const proxyKinds = [
  { value: 'nginx', label: 'nginx' },
  { value: 'caddy', label: 'Caddy' },
  { value: 'worker', label: 'Cloudflare Worker' },
] as const
type ProxyKind = (typeof proxyKinds)[number]['value']

/** Where a site is shown, such as `example.org` and `/docs`, and the address to proxy to, with a trailing slash. */
type ProxyAddresses = { readonly origin: string; readonly target: string; readonly upstream: string }

/** The configuration with which a server proxies a path to a site. */
const proxySample = (kind: ProxyKind, addresses: ProxyAddresses): string => samples[kind](addresses)

const samples: Readonly<Record<ProxyKind, (addresses: ProxyAddresses) => string>> = {
  nginx: ({ target, upstream }) => `location ${target}/ {
    proxy_pass ${upstream};${upstream.startsWith('https:') ? '\n    proxy_ssl_server_name on;' : ''}
}
`,
  caddy: ({ origin, target, upstream }) => `${origin} {
    redir ${target} ${target}/
    handle_path ${target}/* {
        rewrite * ${new URL(upstream).pathname.replace(/\/$/, '')}{uri}
        reverse_proxy ${new URL(upstream).origin} {
            header_up Host {upstream_hostport}
        }
    }
}
`,
  worker: ({ target, upstream }) => `export default {
  async fetch(request) {
    const url = new URL(request.url)
    if (url.pathname === '${target}') return Response.redirect(url.origin + '${target}/', 308)
    if (!url.pathname.startsWith('${target}/')) return fetch(request)
    const asked = '${upstream}' + url.pathname.slice(${target.length + 1}) + url.search
    return fetch(new Request(asked, new Request(request, { redirect: 'manual' })))
  },
}
`,
}
