import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, ChevronRight, CircleAlert, CircleSlash, type LucideIcon, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { ImportItem, ImportReport as Report } from '#contract/import-results.ts'
import type { ImportRun } from '#contract/imports.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf, qPages } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './imports.module.css'
import { formatDuration, resultLabel, sourceLabel } from './labels.ts'

type Props = {
  runs: readonly ImportRun[]
  open: string | undefined
  onOpen: (id: string | undefined) => void
  organizationId: string
  onRepeat: (run: ImportRun) => void
}

/** Finished imports, newest first; one of them can be expanded. */
export const ImportHistory = ({ runs, open, onOpen, organizationId, onRepeat }: Props) => (
  <section aria-labelledby={styles.history}>
    <h2 className={styles.head} id={styles.history}>
      Imports into this space
    </h2>
    <ul className={styles.history}>
      {runs.map((run) => {
        const isOpen = run.id === open
        return (
          <li key={run.id}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? undefined : run.id)}
            >
              <Icon of={ChevronRight} size="s" className={styles.twisty} />
              <span className={clsx(styles.source, 'truncate')}>{sourceLabel(run)}</span>
              <Result run={run} />
              <span className="im-who soft truncate wide">{run.createdBy?.displayName}</span>
              <span className={clsx(styles.when, 'soft num')}>
                <Time at={run.completedAt ?? run.createdAt} />
              </span>
            </button>
            {isOpen && <ImportReport run={run} organizationId={organizationId} onRepeat={onRepeat} />}
          </li>
        )
      })}
    </ul>
  </section>
)

const statusIcons: Readonly<Record<string, { icon: LucideIcon; className: string }>> = {
  completed: { icon: Check, className: 'i-success' },
  failed: { icon: CircleAlert, className: 'i-danger' },
  cancelled: { icon: CircleSlash, className: 'i-faint' },
}

function Result({ run }: { run: ImportRun }) {
  const statusIcon = statusIcons[run.status]
  return (
    <span className={clsx(styles.result, 'truncate')}>
      {statusIcon && (
        <span className={`line ${statusIcon.className}`}>
          <Icon of={statusIcon.icon} size="s" />
        </span>
      )}
      {resultLabel(run)}
    </span>
  )
}

type ImportReportProps = { run: ImportRun; organizationId: string; onRepeat: (run: ImportRun) => void }

/** The report of an import and a button to repeat it. */
function ImportReport({ run, organizationId, onRepeat }: ImportReportProps) {
  const { report, reason, status } = run
  if (!report)
    return (
      <div className={styles.reason}>
        <p>
          {reason ??
            (status === 'cancelled' ? 'Nothing was added to the space.' : 'This import has no report.')}
        </p>
        <RepeatButton run={run} onRepeat={onRepeat} />
      </div>
    )
  return (
    <section className={styles.report} aria-label="Import report">
      <dl className={styles.figures}>
        {figuresOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {report.format && <p className="soft">{formats[report.format]}</p>}
      {report.redirects && <p className="soft">{redirectsLabel(report.redirects)}</p>}
      <div className={styles.picks}>
        <ImportedLink run={run} />
        <RepeatButton run={run} onRepeat={onRepeat} />
      </div>
      <ImportItems run={run} organizationId={organizationId} />
    </section>
  )
}

/** Uploaded files aren’t stored, so there is nothing to repeat: they are dropped above again. */
function RepeatButton({ run, onRepeat }: Pick<ImportReportProps, 'run' | 'onRepeat'>) {
  if (run.source.type === 'file') return null
  return (
    <Button variant="outline" icon={RotateCw} onClick={() => onRepeat(run)}>
      Import again
    </Button>
  )
}

function ImportedLink({ run: { target } }: { run: ImportRun }) {
  if (target.changeRequest !== undefined)
    return (
      <Link className={buttonClass('outline')} to={paths.change(target.space, target.changeRequest)}>
        <ButtonContent>Open the change request</ButtonContent>
      </Link>
    )
  const to = target.page === undefined ? paths.space(target.space) : paths.page(target.space, target.page)
  return (
    <Link className={buttonClass('outline')} to={to}>
      <ButtonContent>Open the pages</ButtonContent>
    </Link>
  )
}

const redirectReasons = {
  'change-request':
    'Once the change request is merged, paste those to other websites into the site’s redirects.',
  'no-site': 'No site shows this space yet. Once one does, paste those to other websites into its redirects.',
  'no-permission':
    'Someone who can edit a site with this space can paste those to other websites into its redirects.',
} as const

function redirectsLabel({ total, created, existing, reason }: NonNullable<Report['redirects']>): string {
  const all = `${pluralize(total, 'redirect')} found`
  if (reason !== undefined) return `${all}, ${created} added. ${redirectReasons[reason]}`
  return `${all}, ${created} added${existing > 0 ? `, ${existing} already on the site` : ''}.`
}

const formats = {
  confluence: 'Read as a Confluence export.',
  notion: 'Read as a Notion export.',
  mkdocs: 'Read as an MkDocs project.',
  docusaurus: 'Read as a Docusaurus project.',
  mintlify: 'Read as a Mintlify project.',
} as const

const figuresOf = (report: Report): [string, string][] => [
  ['Pages', report.pages.toLocaleString('en')],
  ['Files', report.files.toLocaleString('en')],
  ['Links resolved', report.linksResolved.toLocaleString('en')],
  ['Broken links', report.linksBroken.toLocaleString('en')],
  ['Left out', report.skippedTotal.toLocaleString('en')],
  ['Size', formatFileSize(report.bytes)],
  ['Duration', formatDuration(report.milliseconds)],
]

const filters = [
  [undefined, 'Everything'],
  ['page', 'Pages'],
  ['file', 'Files'],
  ['warning', 'Warnings'],
  ['left-out', 'Left out'],
] as const
type Filter = (typeof filters)[number][0]

/** The outcome of each item of the source, page by page. */
function ImportItems({ run, organizationId }: { run: ImportRun; organizationId: string }) {
  const [outcome, setOutcome] = useState<Filter>(undefined)
  const params = { organizationId, importRunId: run.id }
  const list = useInfiniteQuery(
    qPages(api.imports.items, {
      params,
      query: { limit: 50, ...(outcome === undefined ? {} : { outcome }) },
    }),
  )
  const items = itemsOf(list.data)
  const count = list.data?.pages[0]?.count
  return (
    <section className={styles.items} aria-label="Result">
      <div className={styles.filters} role="group" aria-label="Show">
        {filters.map(([value, name]) => (
          <Button
            key={name}
            size="small"
            variant={value === outcome ? 'outline' : 'plain'}
            aria-pressed={value === outcome}
            onClick={() => setOutcome(value)}
          >
            {name}
          </Button>
        ))}
        {count !== undefined && (
          <span className={clsx(styles.count, 'meta faint num')} role="status">
            {pluralize(count, 'item')}
          </span>
        )}
      </div>
      {list.error && <p className={styles.none}>{errorMessage(list.error)}</p>}
      {count === 0 && <p className={styles.none}>None.</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} run={run} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="outline"
          aria-busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

const outcomes: Readonly<Record<ImportItem['outcome'], string>> = {
  page: 'Page',
  file: 'File',
  read: 'Read',
  'left-out': 'Left out',
}

function Item({ item, run }: { item: ImportItem; run: ImportRun }) {
  const { outcome, source, title, page, reason, warnings } = item
  const isLinked = page !== undefined && run.target.changeRequest === undefined
  return (
    <>
      <span className={clsx('im-outcome', outcome === 'left-out' ? 'i-danger' : 'soft')}>
        {outcomes[outcome]}
      </span>
      <span className={styles.what}>
        {isLinked ? (
          <Link className={styles.made} to={paths.page(run.target.space, page)}>
            {title}
          </Link>
        ) : (
          title && <span className={styles.made}>{title}</span>
        )}
        {source !== undefined && source !== title && <span className="mono faint">{source}</span>}
        {outcome === 'read' && <span className="soft">It defines order or settings.</span>}
        {reason && <span className="soft">{reason}</span>}
        {warnings.map((warning) => (
          <span key={warning} className="i-warning">
            {warning}
          </span>
        ))}
      </span>
    </>
  )
}
