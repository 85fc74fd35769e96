import { clsx } from 'clsx'
import type { FeedbackRating } from '#contract/site-insights.ts'
import { Time } from '../../components/ui/time.tsx'
import styles from './count-list.module.css'
import { CountList, ListFooter } from './count-list.tsx'
import { type ListProps, PageLink } from './insights-lists.tsx'
import { type Cell, questions, useAggregate } from './queries.ts'

const COLLAPSED_PAGES = 8
const MAX_COMMENTS = 500
const ratings: readonly (readonly [FeedbackRating, string])[] = [
  ['good', 'Yes'],
  ['ok', 'Partly'],
  ['bad', 'No'],
]
const ratingLabel = (rating: Cell): string => ratings.find(([name]) => name === rating)?.[1] ?? ''

/** How helpful pages were, the least helpful first, and the comments of readers. */
export function FeedbackList(props: ListProps) {
  const { params, site, period, search, onSearch } = props
  const { rows, error, retry } = useAggregate(params, period, { ...questions.ratings, limit: 1000 })
  const pages = rows && byPage(rows)
  const shown = search.all === 'feedback' ? pages : pages?.slice(0, COLLAPSED_PAGES)
  return (
    <div className={styles.list}>
      <CountList
        title="Was this page helpful?"
        headers={['Page', 'Answers', 'Yes · Partly · No']}
        error={error}
        onRetry={retry}
        empty="No ratings in this period. The question is at the end of every page unless turned off under Customize."
        rows={shown?.map(({ url, counts, total }) => ({
          key: url,
          name: <PageLink url={url} site={site} />,
          count: total,
          detail: ratings.map(([name]) => counts[name] ?? 0).join(' · '),
        }))}
        foot={
          <ListFooter list="feedback" of="page" count={pages?.length} all={search.all} onSearch={onSearch} />
        }
      />
      <Comments {...props} />
    </div>
  )
}

type RatedPage = { url: string; counts: Partial<Record<FeedbackRating, number>>; total: number }

function byPage(rows: readonly Cell[][]): RatedPage[] {
  const pages = new Map<string, RatedPage>()
  for (const [url, rating, count] of rows) {
    const page = pages.get(String(url)) ?? { url: String(url), counts: {}, total: 0 }
    page.counts[rating as FeedbackRating] = Number(count)
    page.total += Number(count)
    pages.set(page.url, page)
  }
  const missing = ({ counts }: RatedPage) => (counts.bad ?? 0) * 2 + (counts.ok ?? 0)
  return [...pages.values()].sort((a, b) => missing(b) - missing(a) || b.total - a.total)
}

/** The comments of readers, newest first. */
function Comments({ params, site, period, search: { all } }: ListProps) {
  const limit = all === 'feedback' ? MAX_COMMENTS : COLLAPSED_PAGES
  const { rows } = useAggregate(params, period, { ...questions.comments, limit })
  if (!rows || rows.length === 0) return null
  return (
    <section aria-label="Comments">
      <h2 className={styles.head}>What was missing</h2>
      <ul className={styles.commentList}>
        {rows.map(([at, url, rating, comment]) => (
          <li key={`${at} ${url} ${comment}`}>
            <p className={styles.commentText}>{comment}</p>
            <p className={clsx('meta faint', styles.commentSource)}>
              <PageLink url={String(url)} site={site} />
              <span>{ratingLabel(rating ?? null)}</span>
              <Time at={String(at)} ago />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
