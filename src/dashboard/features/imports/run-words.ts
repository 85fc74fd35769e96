import type { ImportRun } from '#contract/imports.ts'
import { counted } from '../../lib/words.ts'

/** What is or was imported: `example.org/docs`, `guide.zip`, `docs, 214 files`. */
export function sourceOf({ source }: Pick<ImportRun, 'source'>): string {
  if (source.type === 'website') return bareAddress(source.url)
  if (source.type === 'git') {
    const branch = source.ref === undefined ? '' : ` at ${source.ref.replace(/^refs\/(?:heads|tags)\//, '')}`
    return `${bareAddress(source.url).replace(/\.git$/, '')}${branch}`
  }
  const [first = '', ...more] = source.files
  if (more.length === 0) return first
  const folder = first.includes('/') ? first.split('/')[0] : undefined
  const isOneFolder = folder !== undefined && more.every((path) => path.startsWith(`${folder}/`))
  const count = more.length >= 99 ? '100 files or more' : counted(more.length + 1, 'file')
  return isOneFolder ? `${folder}, ${count}` : count
}

const bareAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

const phases = {
  fetching: 'Fetching the repository',
  reading: 'Reading the source',
  files: 'Taking in the files',
  adding: 'Adding the pages',
} as const

/** What a run is at: `Adding the pages, 38 of 194`. */
export function progressOf({ status, progress }: Pick<ImportRun, 'status' | 'progress'>): string {
  if (status === 'pending') return 'Waiting for its turn'
  const phase = phases[progress.phase ?? 'reading']
  if (progress.imported === 0) return phase
  const isOpen = progress.total <= progress.imported
  // What is added goes in at once, so there is no telling how far it is.
  if (isOpen && progress.phase === 'adding') return phase
  return isOpen
    ? `${phase}, ${progress.imported} so far`
    : `${phase}, ${progress.imported} of ${progress.total}`
}

/** How far a run is, from 0 to 1; null while nobody knows. */
export function partDone({ progress: { imported, total } }: Pick<ImportRun, 'progress'>): number | null {
  return total > imported ? imported / total : null
}

/** How a run ended: `38 pages, 12 files`. */
export function resultOf({ status, report }: Pick<ImportRun, 'status' | 'report'>): string {
  if (status === 'cancelled') return 'Cancelled'
  if (status === 'failed') return 'Failed'
  if (!report) return 'Running'
  return `${counted(report.pages, 'page')}, ${counted(report.files, 'file')}`
}

export const isActive = ({ status }: Pick<ImportRun, 'status'>): boolean =>
  status === 'pending' || status === 'in-progress'

/** `0.4 s`, `12 s`, `2 min 5 s` */
export function durationOf(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const rest = Math.round(seconds % 60)
  return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}
