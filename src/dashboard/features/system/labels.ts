import type { JobStatus, System, UndeliveredEmail } from '#contract/system.ts'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'

type Tone = 'success' | 'warning' | 'danger' | 'ink'

export const jobStatusLabels: Readonly<Record<JobStatus, { label: string; tone?: Tone }>> = {
  failed: { label: 'Failed', tone: 'danger' },
  retrying: { label: 'Retrying', tone: 'warning' },
  running: { label: 'Running', tone: 'ink' },
  waiting: { label: 'Waiting' },
}

export const emailStatusLabels: Readonly<Record<UndeliveredEmail['status'], { label: string; tone: Tone }>> =
  {
    retrying: { label: 'Retrying', tone: 'warning' },
    failed: { label: 'Failed', tone: 'danger' },
    rejected: { label: 'Rejected', tone: 'danger' },
  }

const jobLabels: Readonly<Record<string, string>> = {
  'send-mail': 'Send email',
  'clean-up': 'Remove expired data',
  'sweep-content': 'Remove unused content',
  'purge-trash': 'Empty trash',
  'read-openapi-spec': 'Read OpenAPI specification',
  'refresh-openapi-specs': 'Refresh OpenAPI specifications',
}

/** The label of a job: `Run import`. */
export const jobLabel = (name: string): string => jobLabels[name] ?? wordsOf(name)

/** `new-password` → `New password`. */
export const wordsOf = (name: string): string => {
  const words = name.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The first line of an error, without a stack trace. */
export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/** `812 ms`, `1.2 s` */
export const formatMs = (ms: number): string =>
  ms < 1000
    ? `${ms.toLocaleString('en', { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`
    : `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`

export type Problem = {
  readonly id: string
  readonly text: string
  readonly tone: 'danger' | 'warning'
  readonly link?: { readonly label: string; readonly to: string }
}

const MIN_FREE_BYTES = 2_000_000_000
const MAX_DELAY_MS = 5 * 60_000

/** What needs an operator's attention, most urgent first. */
export function problemsOf({ storage, jobs, email, instances }: System, now: Date): Problem[] {
  const problems: Problem[] = []
  const { disk } = storage
  if (disk && (disk.freeBytes < MIN_FREE_BYTES || disk.freeBytes < disk.totalBytes / 20))
    problems.push({ id: 'disk', tone: 'danger', text: 'The disk of the data folder is almost full' })
  if (jobs.failed > 0)
    problems.push({
      id: 'jobs',
      tone: 'danger',
      text: `${pluralize(jobs.failed, 'background job')} failed`,
      link: { label: 'View jobs', to: `${paths.systemPart('jobs')}?status=failed` },
    })
  if (email.undelivered > 0)
    problems.push({
      id: 'email',
      tone: 'warning',
      text: `${pluralize(email.undelivered, 'email')} not delivered`,
      link: { label: 'View emails', to: paths.systemPart('email') },
    })
  const delay = jobs.oldestDueAt ? now.getTime() - Date.parse(jobs.oldestDueAt) : 0
  if (delay > MAX_DELAY_MS)
    problems.push({
      id: 'delay',
      tone: 'warning',
      text: `Background jobs are ${Math.floor(delay / 60_000)} minutes behind`,
      link: { label: 'View jobs', to: `${paths.systemPart('jobs')}?status=waiting` },
    })
  if (new Set(instances.map(({ version }) => version)).size > 1)
    problems.push({ id: 'versions', tone: 'warning', text: 'Instances run different versions' })
  return problems
}
