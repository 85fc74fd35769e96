import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { SiteImport } from '#contract/site-imports.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { FilesSource } from './files-source.tsx'
import styles from './imports.module.css'
import { isActive, sourceLabel } from './labels.ts'
import { useReadSite } from './mutations.ts'
import { siteImportQuery } from './queries.ts'
import { SiteImportPlan } from './site-import-plan.tsx'
import { GitSourceForm } from './source-forms.tsx'

const sources = { git: 'Git repository', files: 'Files and folders' } as const
export type SiteSource = keyof typeof sources

type Props = {
  organization: Organization
  from: SiteSource
  /** The import that is shown; undefined for a new one. */
  open: string | undefined
}

/** Imports documentation of several spaces as a site: its source, what it will become, and the progress. */
export function SiteImportPage({ organization, from, open }: Props) {
  const canCreate = organization.permissions.createContent
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Import a site</h1>
        </div>
      </div>
      <div className={clsx('scroll', styles.root)}>
        {!canCreate && (
          <NoPermission title="You can’t import a site">
            To import a site, you need the Create role in the organization.
          </NoPermission>
        )}
        {canCreate && open === undefined && <NewSiteImport organizationId={organization.id} from={from} />}
        {canCreate && open !== undefined && (
          <OpenSiteImport key={open} organizationId={organization.id} siteImportId={open} />
        )}
      </div>
    </>
  )
}

function NewSiteImport({ organizationId, from }: { organizationId: string; from: SiteSource }) {
  const navigate = useNavigate()
  const to = paths.siteImport(organizationId)
  const { git, files, progress } = useReadSite(
    organizationId,
    (id) => void navigate({ to, search: { open: id } }),
  )
  return (
    <div className={styles.new}>
      <p className="soft">
        Documentation with several spaces becomes a site with sections, groups and languages. You see what the
        import creates before it starts.
      </p>
      <nav className={clsx('tabs', styles.tabs)} aria-label="Source">
        {Object.entries(sources).map(([kind, name]) => (
          <Link
            key={kind}
            className="tab"
            to={to}
            search={{ from: kind }}
            replace
            activeProps={{ 'aria-current': undefined }}
            aria-current={kind === from ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {from === 'git' && <GitSourceForm mutation={git} isSite />}
      {from === 'files' && <FilesSource kind="site" upload={files} progress={progress} />}
    </div>
  )
}

type OpenProps = { organizationId: string; siteImportId: string }

function OpenSiteImport({ organizationId, siteImportId }: OpenProps) {
  const { data: siteImport } = useSuspenseQuery(siteImportQuery(organizationId, siteImportId))
  useCreatedSite(siteImport)
  const { plan, status, reason } = siteImport
  return (
    <section className={styles.new} aria-label={`Import of ${sourceLabel(siteImport)}`}>
      <div className={styles.runHead}>
        <h2 className={clsx(styles.head, 'truncate')}>{headOf(siteImport)}</h2>
        <span className="grow" />
        <Actions organizationId={organizationId} siteImport={siteImport} />
      </div>
      {isActive(siteImport) && (
        <>
          <progress className={styles.bar} aria-label="Progress" {...progressOf(plan)} />
          <p className="meta faint">You can leave this page. The import continues.</p>
        </>
      )}
      <p className={status === 'failed' ? 'i-danger' : 'soft'} role="status">
        {reason ?? statusLabels[status]}
      </p>
      {plan && <SiteImportPlan plan={plan} />}
    </section>
  )
}

const headOf = ({ plan, status, ...run }: SiteImport): string =>
  plan && status !== 'failed' && status !== 'cancelled' ? plan.title : sourceLabel(run)

const statusLabels: Readonly<Record<SiteImport['status'], string>> = {
  pending: 'Waiting in the queue',
  'in-progress': 'Importing',
  planned: 'This is what the import creates. Nothing exists yet, and nothing is published.',
  completed: 'The site is ready. Look through it, then publish it.',
  failed: 'The import failed.',
  cancelled: 'Canceled',
}

type Plan = NonNullable<SiteImport['plan']>

const spacesOf = ({ items, spaces }: Plan): Plan['spaces'] => [
  ...spaces,
  ...items.flatMap((item) => (item.type === 'group' ? item.sections : [item])).flatMap((one) => one.spaces),
]

/** Indeterminate while the source is being read. */
function progressOf(plan: Plan | undefined) {
  const spaces = plan ? spacesOf(plan) : []
  const done = spaces.filter(({ status }) => status === 'completed' || status === 'failed').length
  return spaces.length === 0 ? {} : { value: done, max: spaces.length }
}

function Actions({ organizationId, siteImport }: { organizationId: string; siteImport: SiteImport }) {
  const { id: siteImportId, status, site } = siteImport
  const client = useQueryClient()
  const params = { organizationId, siteImportId }
  const show = (now: SiteImport) =>
    client.setQueryData(siteImportQuery(organizationId, siteImportId).queryKey, now)
  const start = useApi(api.siteImports.start, {
    meta: { refused: 'Couldn’t start the import' },
    onSuccess: show,
  })
  const cancel = useApi(api.siteImports.cancel, {
    meta: { refused: 'Couldn’t cancel the import' },
    onSuccess: show,
  })
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled'
  return (
    <>
      {isOver && (
        <Link className={buttonClass('outline')} to={paths.siteImport(organizationId)}>
          <ButtonContent>Import another site</ButtonContent>
        </Link>
      )}
      {!isOver && (
        <Button variant="outline" aria-busy={cancel.isPending} onClick={() => cancel.mutate({ params })}>
          Cancel import
        </Button>
      )}
      {status === 'planned' && (
        <Button variant="primary" aria-busy={start.isPending} onClick={() => start.mutate({ params })}>
          Import the site
        </Button>
      )}
      {site !== undefined && isOver && (
        <Link className={buttonClass('primary')} to={paths.siteOverview(organizationId, site)}>
          <ButtonContent>Open the site</ButtonContent>
        </Link>
      )}
    </>
  )
}

/** The site and its spaces are in all lists as soon as the import that was watched here is done. */
function useCreatedSite(siteImport: SiteImport): void {
  const client = useQueryClient()
  const isRunning = isActive(siteImport)
  const wasRunning = useRef(isRunning)
  const { status, plan } = siteImport
  useEffect(() => {
    if (isRunning || !wasRunning.current) {
      wasRunning.current = isRunning
      return
    }
    wasRunning.current = false
    if (status !== 'completed') return
    for (const resource of ['sites', 'spaces']) void invalidateResource(client, resource)
    toast.done(`Imported “${plan?.title ?? ''}”`)
  }, [client, isRunning, status, plan?.title])
}
