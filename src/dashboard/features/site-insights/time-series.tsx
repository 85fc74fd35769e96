import { useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import { Button } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { labels } from '../../lib/labels.ts'
import styles from './count-list.module.css'
import insightsStyles from './insights.module.css'
import { LineChart } from './line-chart.tsx'
import { countsByInterval, intervalLabel, type Period } from './periods.ts'
import { type Cell, questions, useAggregate } from './queries.ts'
import type { InsightsSearch } from './search-params.ts'

type Props = { params: SiteParams; period: Period; before: Period | undefined; search: InsightsSearch }

const measures = {
  views: { name: 'Page views', index: 1 },
  visitors: { name: 'Visitors', index: 2 },
  visits: { name: 'Visits', index: 3 },
} as const

/** One measure over time, as a chart and as a table. */
export function TimeSeries({ params, period, before, search }: Props) {
  const [isTable, setIsTable] = useState(false)
  const question = questions.series(period.interval)
  const { rows } = useAggregate(params, period, question)
  const { rows: rowsBefore } = useAggregate(params, before ?? period, question, before !== undefined)
  const { name, index } = measures[search.measure ?? 'views']
  if (rows === undefined) {
    return (
      <div className={insightsStyles.chart} role="status" aria-label={labels.loading}>
        <Bone width="100%" height="14rem" />
      </div>
    )
  }
  const counts = seriesOf(period, rows, index)
  const then = before && rowsBefore && seriesOf(before, rowsBefore, index)
  return (
    <section aria-label={`${name} over time`}>
      <LineChart {...{ name, period, counts }} before={then} />
      <Button size="small" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? 'Hide the table' : 'Show as a table'}
      </Button>
      {isTable && <SeriesTable {...{ name, period, counts }} before={then} />}
    </section>
  )
}

const seriesOf = (period: Period, rows: readonly Cell[][], index: number) =>
  countsByInterval(
    period,
    rows.map(([at]) => at),
    rows.map((row) => row[index]),
  )

type TableProps = {
  name: string
  period: Period
  counts: readonly number[]
  before: readonly number[] | undefined
}

const SeriesTable = ({ name, period, counts, before }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key
  <div className={insightsStyles.seriesTable} role="region" tabIndex={0} aria-label={`${name} as a table`}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col" className="num">
            {name}
          </th>
          {before && (
            <th scope="col" className="num">
              Previous period
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {period.intervals
          .map((part, index) => (
            <tr key={part}>
              <th scope="row">{intervalLabel(part, period.interval)}</th>
              <td className="num">{(counts[index] ?? 0).toLocaleString('en')}</td>
              {before && <td className="num soft">{(before[index] ?? 0).toLocaleString('en')}</td>}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  </div>
)
