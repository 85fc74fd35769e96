import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { CustomHostname } from '#contract/custom-hostnames.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type Site, siteHostname } from '#contract/sites.ts'
import { confirm } from '../../components/confirm.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { q, useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { readSiteAudience } from '../../data/site-audience.ts'
import { offerUndo } from '../../data/undo.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { addressRemovalEffect } from '../../lib/site-audience.ts'
import { addressBase } from './labels.tsx'
import { siteQuery } from './queries.ts'
import styles from './sites.module.css'

const { setHostname, removeHostname } = api.sites

/** The domain in a text, which may be the full address of a page, or have other scripts and capitals. */
const domainOf = (text: string): string =>
  URL.parse(`https://${text.trim().replace(/^https?:\/\//i, '')}`)?.hostname ?? text

const fields = z.object({ hostname: z.string().transform(domainOf).pipe(siteHostname) })

type Props = { params: SiteParams; site: Site }

/** The custom hostname of a site and its DNS record. */
export function SiteHostname({ params, site }: Props) {
  const { hostname } = site
  return (
    <section aria-labelledby="site-hostname">
      <h2 id="site-hostname">Custom domain</h2>
      {hostname === undefined ? (
        <HostnameForm params={params} site={site} />
      ) : (
        <ConnectedHostname params={params} site={site} hostname={hostname} />
      )}
    </section>
  )
}

function HostnameForm({ params, site }: Props) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { hostname: '' } })
  const show = (now: Site) => client.setQueryData(siteQuery(params).queryKey, now)
  const removing = useApi(removeHostname, {
    meta: { refused: 'Couldn’t remove the custom domain' },
    onSuccess: () => client.invalidateQueries({ queryKey: siteQuery(params).queryKey }),
  })
  const saving = useApi(setHostname, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      show(now)
      offerUndo(`“${now.title}” is now at ${now.hostname}`, () =>
        removing.mutate({ params, ifMatch: now.version }),
      )
    },
  })
  return (
    <Form
      form={form}
      mutation={saving}
      schema={setHostname.body}
      shape="page"
      submit="Set custom domain"
      variant="outline"
      onSubmit={(body) => saving.mutate({ params, body, ifMatch: site.version })}
    >
      <TextField
        name="hostname"
        label="Domain"
        mono
        placeholder="docs.example.org"
        autoComplete="off"
        help="The site is then at the root of this domain. Its address on this service keeps working."
      />
    </Form>
  )
}

function ConnectedHostname({ params, site, hostname }: Props & { hostname: string }) {
  const client = useQueryClient()
  const restoring = useApi(setHostname, {
    meta: { refused: `${hostname} couldn’t be restored` },
    onSuccess: (now) => client.setQueryData(siteQuery(params).queryKey, now),
  })
  const removing = useApi(removeHostname, { meta: { refused: `Couldn’t remove ${hostname}` } })
  const service = new URL(addressBase(site)).hostname
  const effectOnReaders = async () => {
    if (!site.published) return `The site won’t use ${hostname} when it’s published.`
    const readers = await readSiteAudience(client, params)
    return readers
      ? addressRemovalEffect(readers, hostname)
      : `Every page and link at ${hostname} stops working right away.`
  }
  const run = async () => {
    const isSure = await confirm({
      title: `Remove ${hostname}?`,
      description: `${await effectOnReaders()} The site stays at ${shortAddress(`${addressBase(site)}${site.basename ?? site.id}`)}. You can undo this.`,
      action: 'Remove custom domain',
      danger: true,
    })
    if (!isSure) return
    removing.mutate(
      { params, ifMatch: site.version },
      {
        onSuccess: () =>
          offerUndo(`Removed ${hostname}`, () => restoring.mutate({ params, body: { hostname } })),
      },
    )
  }
  return (
    <div className={styles.dns}>
      <p>
        The site will be at <b className="mono">{hostname}</b> once you add its DNS record.
      </p>
      <p className="soft">Add this record at your DNS provider:</p>
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
        The proxy in front of the service needs a certificate for this domain, and must forward the Host
        header.
      </p>
      <Button variant="danger-outline" aria-busy={removing.isPending} onClick={() => void run()}>
        Remove custom domain
      </Button>
    </div>
  )
}

const { get, check } = api.customHostnames

/** The last DNS check of a hostname, with a button to check again. */
function HostnameStatus({ hostname }: { hostname: string }) {
  const client = useQueryClient()
  const query = q(get, { params: { hostname } })
  const { data: result } = useQuery(query)
  const checking = useApi(check, {
    meta: { shown: 'in-form' },
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  if (result === undefined) return null
  return (
    <div className={styles.dnsStatus} role="status">
      <DotStatus {...toneOf(result)}>{statusLabels[result.status ?? 'none']}</DotStatus>
      {result.checkedAt && (
        <span className="soft">
          Last checked <Time at={result.checkedAt} ago />
        </span>
      )}
      <Button
        variant="outline"
        aria-busy={checking.isPending}
        onClick={() => checking.mutate({ params: { hostname } })}
      >
        {result.status === undefined ? 'Check' : 'Check again'}
      </Button>
      {checking.error && !isStatusError(checking.error) && (
        <p className="soft">{errorMessage(checking.error)}</p>
      )}
    </div>
  )
}

const statusLabels = {
  dns_passed: 'DNS is set up correctly',
  dns_no_cname: 'DNS has no record for this name yet. New records can take a few hours',
  dns_wrong_cname: 'DNS points elsewhere',
  none: 'Not checked yet',
} as const

function toneOf({ status }: CustomHostname): { tone?: 'success' | 'warning' } {
  if (status === undefined) return {}
  return { tone: status === 'dns_passed' ? 'success' : 'warning' }
}

/** An error that carries a status is shown by that status. */
const isStatusError = (error: Error): boolean =>
  error instanceof ApiError && error.details?.status !== undefined
