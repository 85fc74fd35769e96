import type { ImportRun } from '#contract/imports.ts'
import type { SiteImport } from '#contract/site-imports.ts'
import { pluralize } from '../../lib/labels.ts'

/** The source of an import: `example.org/docs`, `guide.zip`, `docs, 214 files`. */
export function sourceLabel({ source }: Pick<ImportRun, 'source'>): string {
  if (source.type === 'website') return bareAddress(source.url)
  if (source.type === 'git') {
    const branch = source.ref === undefined ? '' : ` at ${source.ref.replace(/^refs\/(?:heads|tags)\//, '')}`
    return `${bareAddress(source.url).replace(/\.git$/, '')}${branch}`
  }
  const [first = '', ...more] = source.files
  if (source.filesTotal === 1) return first
  const folder = first.includes('/') ? first.split('/')[0] : undefined
  const isOneFolder = folder !== undefined && more.every((path) => path.startsWith(`${folder}/`))
  const count = pluralize(source.filesTotal, 'file')
  return isOneFolder ? `${folder}, ${count}` : count
}

const bareAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

const phases = {
  fetching: 'Fetching the repository',
  reading: 'Reading the source',
  files: 'Reading the files',
  adding: 'Adding the pages',
} as const

/** The progress of an import: `Adding the pages, 38 of 194`. */
export function progressLabel({ status, progress }: Pick<ImportRun, 'status' | 'progress'>): string {
  if (status === 'pending') return 'Waiting in the queue'
  const phase = phases[progress.phase ?? 'reading']
  if (progress.imported === 0) return phase
  const isOpen = progress.total <= progress.imported
  // Pages are added in one transaction, so there is no progress to show.
  if (isOpen && progress.phase === 'adding') return phase
  return isOpen
    ? `${phase}, ${progress.imported} so far`
    : `${phase}, ${progress.imported} of ${progress.total}`
}

/** Progress from 0 to 1; null while unknown. */
export function progressFraction({
  progress: { imported, total },
}: Pick<ImportRun, 'progress'>): number | null {
  return total > imported ? imported / total : null
}

/** The result of an import: `38 pages, 12 files, 2 left out`. */
export function resultLabel({ status, report }: Pick<ImportRun, 'status' | 'report'>): string {
  if (status === 'cancelled') return 'Canceled'
  if (status === 'failed') return 'Failed'
  if (!report) return 'Running'
  const leftOut = report.skippedTotal > 0 ? `, ${report.skippedTotal.toLocaleString('en')} left out` : ''
  return `${pluralize(report.pages, 'page')}, ${pluralize(report.files, 'file')}${leftOut}`
}

export const isActive = ({ status }: { readonly status: SiteImport['status'] }): boolean =>
  status === 'pending' || status === 'in-progress'

/** `0.4 s`, `12 s`, `2 min 5 s` */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const remainder = Math.round(seconds % 60)
  return `${Math.floor(seconds / 60)} min${remainder > 0 ? ` ${remainder} s` : ''}`
}
