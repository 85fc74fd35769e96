import { Bone } from '../../components/ui/skeleton.tsx'
import { changeOf } from './chart-scale.ts'
import { type Cell, questions, type SitePlace, useRows } from './insights-queries.ts'
import type { InsightsSearch, OnSearch } from './insights-search.ts'
import type { Period } from './periods.ts'

type Props = {
  place: SitePlace
  period: Period
  before: Period | undefined
  search: InsightsSearch
  onSearch: OnSearch
}

const measures = [
  { measure: undefined, name: 'Page views', index: 0 },
  { measure: 'visitors', name: 'Visitors', index: 1 },
  { measure: 'visits', name: 'Visits', index: 2 },
] as const

/** The numbers of the whole time; the first three say what the chart draws. */
export function Figures({ place, period, before, search, onSearch }: Props) {
  const { rows: [totals] = [] } = useRows(place, period, questions.totals)
  const then = useRows(place, before ?? period, questions.totals, before !== undefined).rows?.[0]
  const { rows: kinds } = useRows(place, period, questions.kinds)
  const { rows: kindsThen } = useRows(place, before ?? period, questions.kinds, before !== undefined)
  const of = (rows: Cell[][] | undefined, type: string) =>
    rows && Number(rows.find(([name]) => name === type)?.[1] ?? 0)
  const others = [
    { name: 'Searches', type: 'search_type_query' },
    { name: 'Feedback', type: 'page_post_feedback' },
    { name: 'Not found', type: 'page_not_found' },
  ]
  return (
    <div className="figures">
      <div className="figures-chart" role="group" aria-label="What the chart draws">
        {measures.map(({ measure, name, index }) => (
          <button
            key={name}
            type="button"
            className="figure"
            aria-pressed={search.measure === measure}
            onClick={() => onSearch({ measure })}
          >
            <span className="figure-name">{name}</span>
            <Count now={totals?.[index]} before={before && then?.[index]} />
          </button>
        ))}
      </div>
      <dl className="figures-others">
        {others.map(({ name, type }) => (
          <div className="figure" key={type}>
            <dt className="figure-name">{name}</dt>
            <dd>
              <Count now={of(kinds, type)} before={before && of(kindsThen, type)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Count({ now, before }: { now: Cell | undefined; before: Cell | undefined }) {
  if (now === undefined) return <Bone width="3rem" height="1rem" />
  const change = before === undefined ? null : changeOf(Number(now), Number(before))
  return (
    <span className="figure-count num">
      <b>{Number(now).toLocaleString('en')}</b>
      {change !== null && (
        <span className="meta faint" title={`${Number(before).toLocaleString('en')} in the time before`}>
          {change}
        </span>
      )}
    </span>
  )
}
