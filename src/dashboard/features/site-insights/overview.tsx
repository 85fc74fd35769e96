import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { words } from '../../lib/words.ts'
import { type Cell, questions, type SitePlace, useRows } from './insights-queries.ts'
import type { InsightsSearch } from './insights-search.ts'
import { LineChart } from './line-chart.tsx'
import { filled, type Period, partName } from './periods.ts'

type Props = { place: SitePlace; period: Period; before: Period | undefined; search: InsightsSearch }

const drawn = {
  views: { name: 'Page views', index: 1 },
  visitors: { name: 'Visitors', index: 2 },
  visits: { name: 'Visits', index: 3 },
} as const

/** How one number went over the time, as a line and as a table. */
export function Overview({ place, period, before, search }: Props) {
  const [isTable, setIsTable] = useState(false)
  const question = questions.series(period.interval)
  const { rows } = useRows(place, period, question)
  const { rows: rowsBefore } = useRows(place, before ?? period, question, before !== undefined)
  const { name, index } = drawn[search.measure ?? 'views']
  if (rows === undefined) {
    return (
      <div className="chart" role="status" aria-label={words.loading}>
        <Bone width="100%" height="14rem" />
      </div>
    )
  }
  const counts = partsOf(period, rows, index)
  const then = before && rowsBefore && partsOf(before, rowsBefore, index)
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

const partsOf = (period: Period, rows: readonly Cell[][], index: number) =>
  filled(
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
  <div className="series-table" role="region" tabIndex={0} aria-label={`${name} as a table`}>
    <table className="counts-table">
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col" className="num">
            {name}
          </th>
          {before && (
            <th scope="col" className="num">
              The time before
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {period.parts
          .map((part, index) => (
            <tr key={part}>
              <th scope="row">{partName(part, period.interval)}</th>
              <td className="num">{(counts[index] ?? 0).toLocaleString('en')}</td>
              {before && <td className="num soft">{(before[index] ?? 0).toLocaleString('en')}</td>}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  </div>
)
