import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { callApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { toast } from '../../lib/toast.ts'
import type { Period } from './periods.ts'
import { type Question, questions, rowsOf } from './queries.ts'

export type DownloadName = 'time' | 'pages' | 'searches' | 'ratings' | 'comments' | 'missing' | 'sources'

type CsvDownload = {
  readonly kind: DownloadName
  readonly label: string
  readonly headers: readonly string[]
  readonly question: (period: Period) => Question
}

const viewHeaders = ['Views', 'Visitors']

/** The CSV downloads; each contains the first 1000 rows of an aggregate. */
export const downloads: readonly CsvDownload[] = [
  {
    kind: 'time',
    label: 'Page views over time',
    headers: ['Time (UTC)', 'Views', 'Visitors', 'Visits'],
    question: ({ interval }) => questions.series(interval),
  },
  { kind: 'pages', label: 'Pages', headers: ['Page', ...viewHeaders], question: () => questions.pages },
  {
    kind: 'searches',
    label: 'Searches',
    headers: ['Searched for', 'Times', 'Visitors'],
    question: () => questions.searches,
  },
  {
    kind: 'ratings',
    label: 'Ratings',
    headers: ['Page', 'Answer', 'Times'],
    question: () => questions.ratings,
  },
  {
    kind: 'comments',
    label: 'Comments',
    headers: ['Time (UTC)', 'Page', 'Answer', 'Comment'],
    question: () => questions.comments,
  },
  {
    kind: 'missing',
    label: 'Addresses not found',
    headers: ['Address', 'Times', 'Visitors'],
    question: () => questions.missing,
  },
  {
    kind: 'sources',
    label: 'Referrers',
    headers: ['Site', ...viewHeaders],
    question: () => questions.referrers,
  },
]

/** Requests one of the downloads and lets the browser save it. */
export async function downloadCsv(
  params: SiteParams,
  site: Site,
  period: Period,
  kind: DownloadName,
): Promise<void> {
  const download = downloads.find((one) => one.kind === kind)
  if (!download) return
  const { from, to } = period
  const { organizationId, siteId } = params
  try {
    const body = { range: { from, to }, ...download.question(period) }
    const { columns } = await callApi(api.siteInsights.aggregate, {
      params: { organizationId, siteId },
      body,
    })
    // The byte order mark tells spreadsheets that the file is UTF-8.
    const text = `\uFEFF${formatCsv([download.headers, ...rowsOf(columns)])}`
    const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = href
    link.download = `${site.basename}-${kind}-${from.slice(0, 10)}-${to.slice(0, 10)}.csv`
    document.body.append(link)
    link.click()
    link.remove()
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  } catch (error) {
    toast.refused(`Couldn’t download ${download.label.toLowerCase()}`, { reason: errorMessage(error) })
  }
}

/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is escaped. */
export const formatCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
