import { Download } from 'lucide-react'
import { useState } from 'react'
import type { InsightsPreset } from '#contract/site-insights.ts'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox, ChoiceLine, Select } from '../../components/ui/inputs.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { downloads, type Download as Kind, saveCsv } from './download.ts'
import { FeedbackList } from './feedback-list.tsx'
import { Figures } from './figures.tsx'
import { questions, type SitePlace, useRows } from './insights-queries.ts'
import type { InsightsSearch, OnSearch } from './insights-search.ts'
import { Overview } from './overview.tsx'
import { asFarAs, type Period, periodBefore, periodOf } from './periods.ts'
import { KindsList, SourcesList } from './reader-lists.tsx'
import { MissingList, PagesList, SearchesList } from './reading-lists.tsx'
import { useNow } from './use-now.ts'
import './insights.css'
import './count-lists.css'

type Props = { place: SitePlace; site: Site; search: InsightsSearch; onSearch: OnSearch }

export const ranges: readonly { value: InsightsPreset; label: string }[] = [
  { value: 'last24Hours', label: 'Last 24 hours' },
  { value: 'last7Days', label: 'Last 7 days' },
  { value: 'last30Days', label: 'Last 30 days' },
  { value: 'last3Months', label: 'Last 3 months' },
  { value: 'lastYear', label: 'Last year' },
]

/** What readers do on a site. */
export function InsightsView({ place, site, search, onSearch }: Props) {
  const now = useNow()
  const range = search.range ?? 'last30Days'
  const period = periodOf(range, now)
  const before = periodBefore(period)
  const kinds = useRows(place, period, questions.kinds)
  const isEmpty = kinds.rows !== undefined && kinds.rows.length === 0
  const lists = { place, site, period, search, onSearch }
  return (
    <>
      <Toolbar {...{ place, site, period, range, search, onSearch }} />
      <div className="scroll">
        {kinds.error && kinds.rows === undefined ? (
          <Failed
            title="The numbers could not be read"
            reason={reasonOf(kinds.error)}
            onRetry={kinds.retry}
          />
        ) : isEmpty ? (
          <Nothing {...{ place, site, range, onSearch }} now={now} />
        ) : (
          <div className="insights">
            <Figures
              {...{ place, period, search, onSearch }}
              before={search.compare ? undefined : asFarAs(before, period, now)}
            />
            <Overview {...{ place, period, search }} before={search.compare ? undefined : before} />
            <div className="insights-lists">
              <div>
                <PagesList {...lists} />
                <FeedbackList {...lists} />
              </div>
              <div>
                <SearchesList {...lists} />
                <MissingList {...lists} />
                <SourcesList {...lists} />
                <KindsList {...lists} />
              </div>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

type ToolbarProps = Props & { period: Period; range: InsightsPreset }

function Toolbar({ place, site, period, range, search, onSearch }: ToolbarProps) {
  const [isSaving, setIsSaving] = useState(false)
  const save = async (kind: Kind) => {
    setIsSaving(true)
    await saveCsv(place, site, period, kind)
    setIsSaving(false)
  }
  const toRange = (value: string) =>
    onSearch({ range: value === 'last30Days' ? undefined : (value as InsightsPreset) })
  useActs(
    ranges.map(({ value, label }) => ({
      id: `insights-${value}`,
      label: `Insights of the ${label.toLowerCase()}`,
      run: () => toRange(value),
    })),
  )
  return (
    <div className="toolbar insights-bar">
      <Select
        className="insights-range"
        aria-label="Range of time"
        choices={ranges}
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
        Compare<span className="wide"> with the time before</span>
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

type NothingProps = Pick<Props, 'place' | 'site' | 'onSearch'> & { range: InsightsPreset; now: Date }

/** Says whether numbers are still to come, or are at another time. */
function Nothing({ place, site, range, now, onSearch }: NothingProps) {
  const { rows } = useRows(place, periodOf('lastYear', now), questions.kinds, range !== 'lastYear')
  const label = ranges.find(({ value }) => value === range)?.label.toLowerCase() ?? ''
  if (rows && rows.length > 0) {
    return (
      <Filtered
        title={`Nothing was read in the ${label}`}
        clear="Show the last year"
        onClear={() => onSearch({ range: 'lastYear' })}
      />
    )
  }
  return (
    <Empty title="No numbers yet">
      {site.published
        ? 'They come a few seconds after somebody reads a page. Programs, and readers who ask not to be followed, are not counted.'
        : `They begin when “${site.title}” is published and somebody reads a page.`}
    </Empty>
  )
}
