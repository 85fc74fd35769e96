import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { ask } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { csvOf } from './csv.ts'
import { type Question, questions, rowsOf, type SitePlace } from './insights-queries.ts'
import type { Period } from './periods.ts'

export type Download = 'time' | 'pages' | 'searches' | 'ratings' | 'comments' | 'missing' | 'sources'

type Kind = {
  readonly kind: Download
  readonly label: string
  readonly heads: readonly string[]
  readonly question: (period: Period) => Question
}

const viewHeads = ['Views', 'Visitors']

/** What can be taken along, as far as an aggregate goes: the first 1000 rows. */
export const downloads: readonly Kind[] = [
  {
    kind: 'time',
    label: 'Page views over time',
    heads: ['Time (UTC)', 'Views', 'Visitors', 'Visits'],
    question: ({ interval }) => questions.series(interval),
  },
  { kind: 'pages', label: 'Pages', heads: ['Page', ...viewHeads], question: () => questions.pages },
  {
    kind: 'searches',
    label: 'Searches',
    heads: ['Searched for', 'Times', 'Visitors'],
    question: () => questions.searches,
  },
  {
    kind: 'ratings',
    label: 'Answers to “helpful?”',
    heads: ['Page', 'Answer', 'Times'],
    question: () => questions.ratings,
  },
  {
    kind: 'comments',
    label: 'Comments',
    heads: ['Time (UTC)', 'Page', 'Answer', 'Comment'],
    question: () => questions.comments,
  },
  {
    kind: 'missing',
    label: 'Addresses not found',
    heads: ['Address', 'Times', 'Visitors'],
    question: () => questions.missing,
  },
  {
    kind: 'sources',
    label: 'Where readers came from',
    heads: ['Site', ...viewHeads],
    question: () => questions.referrers,
  },
]

/** Asks for one of them and has the browser save it. */
export async function saveCsv(place: SitePlace, site: Site, period: Period, kind: Download): Promise<void> {
  const wanted = downloads.find((one) => one.kind === kind)
  if (!wanted) return
  const { from, to } = period
  const { organizationId, siteId } = place
  try {
    const body = { range: { from, to }, ...wanted.question(period) }
    const { columns } = await ask(api.siteInsights.aggregate, { params: { organizationId, siteId }, body })
    // The mark at the beginning tells spreadsheets that it is UTF-8.
    const text = `\uFEFF${csvOf([wanted.heads, ...rowsOf(columns)])}`
    const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = href
    link.download = `${site.basename}-${kind}-${from.slice(0, 10)}-${to.slice(0, 10)}.csv`
    document.body.append(link)
    link.click()
    link.remove()
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  } catch (error) {
    toast.refused(`${wanted.label} were not saved`, { reason: reasonOf(error) })
  }
}
