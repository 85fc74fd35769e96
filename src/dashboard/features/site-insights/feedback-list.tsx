import type { FeedbackRating } from '#contract/site-insights.ts'
import { Time } from '../../components/ui/time.tsx'
import { CountList, More } from './count-list.tsx'
import { type Cell, questions, useRows } from './insights-queries.ts'
import { type ListProps, PageLink } from './reading-lists.tsx'

const few = 8
const most = 500
const ratings: readonly (readonly [FeedbackRating, string])[] = [
  ['good', 'Yes'],
  ['ok', 'Partly'],
  ['bad', 'No'],
]
const ratingName = (rating: Cell): string => ratings.find(([name]) => name === rating)?.[1] ?? ''

/** Whether pages were helpful, the least helpful first, and what readers said was missing. */
export function FeedbackList(props: ListProps) {
  const { place, site, period, search, onSearch } = props
  const { rows, error, retry } = useRows(place, period, { ...questions.ratings, limit: 1000 })
  const pages = rows && byPage(rows)
  const shown = search.all === 'feedback' ? pages : pages?.slice(0, few)
  return (
    <div className="counts">
      <CountList
        title="Was this page helpful?"
        heads={['Page', 'Answers', 'Yes · Partly · No']}
        error={error}
        onRetry={retry}
        none="Nobody answered in this time. The question stands at the end of every page, unless Customize says otherwise."
        rows={shown?.map(({ url, counts, total }) => ({
          key: url,
          name: <PageLink url={url} site={site} />,
          count: total,
          more: ratings.map(([name]) => counts[name] ?? 0).join(' · '),
        }))}
        foot={<More list="feedback" of="page" count={pages?.length} all={search.all} onSearch={onSearch} />}
      />
      <Comments {...props} />
    </div>
  )
}

type Rated = { url: string; counts: Partial<Record<FeedbackRating, number>>; total: number }

function byPage(rows: readonly Cell[][]): Rated[] {
  const pages = new Map<string, Rated>()
  for (const [url, rating, count] of rows) {
    const page = pages.get(String(url)) ?? { url: String(url), counts: {}, total: 0 }
    page.counts[rating as FeedbackRating] = Number(count)
    page.total += Number(count)
    pages.set(page.url, page)
  }
  const missing = ({ counts }: Rated) => (counts.bad ?? 0) * 2 + (counts.ok ?? 0)
  return [...pages.values()].sort((a, b) => missing(b) - missing(a) || b.total - a.total)
}

/** What readers wrote, the last first. */
function Comments({ place, site, period, search: { all } }: ListProps) {
  const limit = all === 'feedback' ? most : few
  const { rows } = useRows(place, period, { ...questions.comments, limit })
  if (!rows || rows.length === 0) return null
  return (
    <section aria-label="Comments">
      <h2 className="counts-head">What was missing</h2>
      <ul className="said-list">
        {rows.map(([at, url, rating, comment]) => (
          <li key={`${at} ${url} ${comment}`}>
            <p className="said-text">{comment}</p>
            <p className="meta faint said-of">
              <PageLink url={String(url)} site={site} />
              <span>{ratingName(rating ?? null)}</span>
              <Time at={String(at)} ago />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
