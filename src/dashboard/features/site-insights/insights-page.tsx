import styles from './insights.module.css'
import './count-list.module.css'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { InsightsPreset } from '#contract/site-insights.ts'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox, ChoiceLine, Select } from '../../components/ui/inputs.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { downloadCsv, downloads, type DownloadName as Kind } from './download.ts'
import { FeedbackList } from './feedback-list.tsx'
import { DimensionsList, MissingList, PagesList, SearchesList, SourcesList } from './insights-lists.tsx'
import { percentChange } from './line-chart.tsx'
import { type OnSearch, type Period, periodBefore, periodOf, untilNow, useNow } from './periods.ts'
import { type Cell, questions, useAggregate } from './queries.ts'
import type { InsightsSearch } from './search-params.ts'
import { TimeSeries } from './time-series.tsx'

type Props = { params: SiteParams; site: Site; search: InsightsSearch; onSearch: OnSearch }

export const rangeChoices: readonly { value: InsightsPreset; label: string }[] = [
  { value: 'last24Hours', label: 'Last 24 hours' },
  { value: 'last7Days', label: 'Last 7 days' },
  { value: 'last30Days', label: 'Last 30 days' },
  { value: 'last3Months', label: 'Last 3 months' },
  { value: 'lastYear', label: 'Last year' },
]

/** What readers do on a site: totals, a chart and lists. */
export function InsightsPage({ params, site, search, onSearch }: Props) {
  const now = useNow()
  const range = search.range ?? 'last30Days'
  const period = periodOf(range, now)
  const before = periodBefore(period)
  const kinds = useAggregate(params, period, questions.kinds)
  const isEmpty = kinds.rows !== undefined && kinds.rows.length === 0
  const lists = { params, site, period, search, onSearch }
  return (
    <>
      <Toolbar {...{ params, site, period, range, search, onSearch }} />
      <div className="scroll">
        {kinds.error && kinds.rows === undefined ? (
          <Failed title="Couldn’t load insights" reason={errorMessage(kinds.error)} onRetry={kinds.retry} />
        ) : isEmpty ? (
          <EmptyInsights {...{ params, site, range, onSearch }} now={now} />
        ) : (
          <div className={styles.root}>
            <Totals
              {...{ params, period, search, onSearch }}
              before={search.compare ? undefined : untilNow(before, period, now)}
            />
            <TimeSeries {...{ params, period, search }} before={search.compare ? undefined : before} />
            <div className={styles.lists}>
              <div>
                <PagesList {...lists} />
                <FeedbackList {...lists} />
              </div>
              <div>
                <SearchesList {...lists} />
                <MissingList {...lists} />
                <SourcesList {...lists} />
                <DimensionsList {...lists} />
              </div>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

type ToolbarProps = Props & { period: Period; range: InsightsPreset }

function Toolbar({ params, site, period, range, search, onSearch }: ToolbarProps) {
  const [isSaving, setIsSaving] = useState(false)
  const save = async (kind: Kind) => {
    setIsSaving(true)
    await downloadCsv(params, site, period, kind)
    setIsSaving(false)
  }
  const toRange = (value: string) =>
    onSearch({ range: value === 'last30Days' ? undefined : (value as InsightsPreset) })
  useActions(
    rangeChoices.map(({ value, label }) => ({
      id: `insights-${value}`,
      label: `Insights of the ${label.toLowerCase()}`,
      run: () => toRange(value),
    })),
  )
  return (
    <div className={clsx('toolbar', styles.toolbar)}>
      <Select
        className={styles.range}
        aria-label="Date range"
        choices={rangeChoices}
        value={range}
        onChange={(event) => toRange(event.target.value)}
      />
      <ChoiceLine
        control={
          <Checkbox
            checked={search.compare === undefined}
            onChange={(event) => onSearch({ compare: event.target.checked ? undefined : 'off' })}
          />
        }
      >
        Compare<span className="wide"> with the previous period</span>
      </ChoiceLine>
      <span className="grow" />
      <Menu
        trigger={
          <Button icon={Download} aria-busy={isSaving}>
            Download
          </Button>
        }
      >
        {downloads.map(({ kind, label }) => (
          <MenuItem key={kind} onSelect={() => void save(kind)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

type EmptyInsightsProps = Pick<Props, 'params' | 'site' | 'onSearch'> & { range: InsightsPreset; now: Date }

/** Shown if nothing was counted in the period; offers the last year if there is data. */
function EmptyInsights({ params, site, range, now, onSearch }: EmptyInsightsProps) {
  const { rows } = useAggregate(params, periodOf('lastYear', now), questions.kinds, range !== 'lastYear')
  const label = rangeChoices.find(({ value }) => value === range)?.label.toLowerCase() ?? ''
  if (rows && rows.length > 0) {
    return (
      <Filtered
        title={`No page views in the ${label}`}
        clear="Show the last year"
        onClear={() => onSearch({ range: 'lastYear' })}
      />
    )
  }
  return (
    <Empty title="No data yet">
      {site.published
        ? 'Data appears a few seconds after someone reads a page. Bots and readers who ask not to be tracked aren’t counted.'
        : `Data appears once “${site.title}” is published and someone reads a page.`}
    </Empty>
  )
}

type TotalsProps = {
  params: SiteParams
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

/** The totals of the period; the first three choose what the chart shows. */
function Totals({ params, period, before, search, onSearch }: TotalsProps) {
  const { rows: [totals] = [] } = useAggregate(params, period, questions.totals)
  const then = useAggregate(params, before ?? period, questions.totals, before !== undefined).rows?.[0]
  const { rows: kinds } = useAggregate(params, period, questions.kinds)
  const { rows: kindsThen } = useAggregate(params, before ?? period, questions.kinds, before !== undefined)
  const of = (rows: Cell[][] | undefined, type: string) =>
    rows && Number(rows.find(([name]) => name === type)?.[1] ?? 0)
  const others = [
    { name: 'Searches', type: 'search_type_query' },
    { name: 'Feedback', type: 'page_post_feedback' },
    { name: 'Not found', type: 'page_not_found' },
  ]
  return (
    <div className={styles.totals}>
      <div className={styles.totalsMeasures} role="group" aria-label="Chart metric">
        {measures.map(({ measure, name, index }) => (
          <button
            key={name}
            type="button"
            className={styles.total}
            aria-pressed={search.measure === measure}
            onClick={() => onSearch({ measure })}
          >
            <span className={styles.totalName}>{name}</span>
            <TotalCount now={totals?.[index]} before={before && then?.[index]} />
          </button>
        ))}
      </div>
      <dl className={styles.totalsOthers}>
        {others.map(({ name, type }) => (
          <div className={styles.total} key={type}>
            <dt className={styles.totalName}>{name}</dt>
            <dd>
              <TotalCount now={of(kinds, type)} before={before && of(kindsThen, type)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function TotalCount({ now, before }: { now: Cell | undefined; before: Cell | undefined }) {
  if (now === undefined) return <Bone width="3rem" height="1rem" />
  const change = before === undefined ? null : percentChange(Number(now), Number(before))
  return (
    <span className={clsx(styles.totalCount, 'num')}>
      <b>{Number(now).toLocaleString('en')}</b>
      {change !== null && (
        <span className="meta faint" title={`${Number(before).toLocaleString('en')} in the previous period`}>
          {change}
        </span>
      )}
    </span>
  )
}
