import { Link } from '@tanstack/react-router'
import type { SiteParams } from '#contract/shared/paths.ts'
import { encodeSource, redirectSource } from '#contract/site-redirects.ts'
import type { Site } from '#contract/sites.ts'
import { buttonClass } from '../../components/ui/button.tsx'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { Choices, CountList, ListFooter, rowLimit, sitePathOf, visibleRows } from './count-list.tsx'
import type { OnSearch, Period } from './periods.ts'
import { type Cell, type Question, questions, useAggregate } from './queries.ts'
import type { InsightsSearch } from './search-params.ts'

export type ListProps = {
  params: SiteParams
  site: Site
  period: Period
  search: InsightsSearch
  onSearch: OnSearch
}

/** The most viewed pages. */
export function PagesList({ params, site, period, search: { all }, onSearch }: ListProps) {
  const { rows, error, retry } = useAggregate(params, period, {
    ...questions.pages,
    limit: rowLimit('pages', all),
  })
  return (
    <CountList
      title="Pages"
      headers={['Page', 'Views', 'Visitors']}
      error={error}
      onRetry={retry}
      empty="No page views in this period."
      rows={visibleRows(rows, 'pages', all)?.map(([url, views, visitors]) => ({
        key: String(url),
        name: <PageLink url={String(url)} site={site} />,
        count: Number(views),
        detail: Number(visitors).toLocaleString('en'),
      }))}
      foot={<ListFooter list="pages" of="page" count={rows?.length} {...{ all, onSearch }} />}
    />
  )
}

export const PageLink = ({ url, site }: { url: string; site: Site }) => (
  <a className="link mono" href={url} target="_blank" rel="noreferrer" title={url}>
    {sitePathOf(url, site)}
  </a>
)

/** What readers searched for, also without results. */
export function SearchesList({ params, period, search: { all, searches }, onSearch }: ListProps) {
  const question = searches === 'none' ? questions.searchesWithout : questions.searches
  const { rows, error, retry } = useAggregate(params, period, {
    ...question,
    limit: rowLimit('searches', all),
  })
  return (
    <CountList
      title="Searches"
      choice={
        <Choices
          label="Filter searches"
          value={searches}
          choices={[
            [undefined, 'All'],
            ['none', 'No results'],
          ]}
          onChange={(value) => onSearch({ searches: value })}
        />
      }
      headers={['Searched for', 'Times', 'Visitors']}
      error={error}
      onRetry={retry}
      empty={searches === 'none' ? 'Every search had results.' : 'No searches in this period.'}
      rows={visibleRows(rows, 'searches', all)?.map(([query, times, visitors]) => ({
        key: String(query),
        name: String(query),
        count: Number(times),
        detail: Number(visitors).toLocaleString('en'),
      }))}
      foot={
        <ListFooter
          list="searches"
          of="search"
          ofMany="searches"
          count={rows?.length}
          {...{ all, onSearch }}
        />
      }
    />
  )
}

/** Addresses that were not found, each with a link to a new redirect. */
export function MissingList({ params, site, period, search: { all }, onSearch }: ListProps) {
  const { rows, error, retry } = useAggregate(params, period, {
    ...questions.missing,
    limit: rowLimit('missing', all),
  })
  return (
    <CountList
      title="Addresses not found"
      headers={['Address', 'Times', 'Visitors']}
      error={error}
      onRetry={retry}
      empty="Every address that readers opened exists."
      rows={visibleRows(rows, 'missing', all)?.map(([url, times, visitors]) => {
        const path = sitePathOf(String(url), site)
        return {
          key: String(url),
          name: <span className="mono">{path}</span>,
          count: Number(times),
          detail: Number(visitors).toLocaleString('en'),
          action: site.permissions.edit && <NewRedirectLink params={params} path={path} />,
        }
      })}
      foot={
        <ListFooter
          list="missing"
          of="address"
          ofMany="addresses"
          count={rows?.length}
          {...{ all, onSearch }}
        />
      }
    />
  )
}

function NewRedirectLink({ params, path }: { params: SiteParams; path: string }) {
  const source = encodeSource(path.replace(/\/+$/, ''))
  if (!redirectSource.safeParse(source).success) return null
  return (
    <Link
      className={buttonClass('outline', 'small')}
      to={paths.sitePart(params.organizationId, params.siteId, 'redirects')}
      search={{ dialog: 'new', source }}
      aria-label={`Create redirect from ${labels.quoted(path)}`}
    >
      <span>Create redirect</span>
    </Link>
  )
}

const viewRows = (rows: readonly Cell[][] | undefined, nameOf: (value: Cell) => string) =>
  rows?.map(([value, views, visitors]) => ({
    key: String(value),
    name: nameOf(value ?? null),
    count: Number(views),
    detail: Number(visitors).toLocaleString('en'),
  }))

/** Referrers. */
export function SourcesList({ params, period, search: { all, sources }, onSearch }: ListProps) {
  const question = sources === 'campaigns' ? questions.campaigns : questions.referrers
  const { rows, error, retry } = useAggregate(params, period, {
    ...question,
    limit: rowLimit('sources', all),
  })
  return (
    <CountList
      title="Referrers"
      choice={
        <Choices
          label="Group by"
          value={sources}
          choices={[
            [undefined, 'Sites'],
            ['campaigns', 'Campaigns'],
          ]}
          onChange={(value) => onSearch({ sources: value })}
        />
      }
      headers={[sources === 'campaigns' ? 'Campaign' : 'Site', 'Views', 'Visitors']}
      error={error}
      onRetry={retry}
      empty={
        sources === 'campaigns' ? 'No visits with utm_campaign.' : 'No visits from links on other websites.'
      }
      rows={viewRows(visibleRows(rows, 'sources', all), String)}
      foot={<ListFooter list="sources" of="source" count={rows?.length} {...{ all, onSearch }} />}
    />
  )
}

const dimensions: Readonly<Record<string, readonly [string, Question]>> = {
  devices: ['Device', questions.devices],
  browsers: ['Browser', questions.browsers],
  systems: ['System', questions.systems],
  languages: ['Language', questions.languages],
}

/** Devices, browsers, systems and languages of readers. */
export function DimensionsList({ params, period, search: { all, kinds: kind }, onSearch }: ListProps) {
  const [head, question] = dimensions[kind ?? 'devices'] ?? ['Device', questions.devices]
  const { rows, error, retry } = useAggregate(params, period, { ...question, limit: rowLimit('kinds', all) })
  return (
    <CountList
      title="Devices and languages"
      choice={
        <Choices
          label="Group by"
          value={kind}
          choices={[
            [undefined, 'Devices'],
            ['browsers', 'Browsers'],
            ['systems', 'Systems'],
            ['languages', 'Languages'],
          ]}
          onChange={(value) => onSearch({ kinds: value })}
        />
      }
      headers={[head, 'Views', 'Visitors']}
      error={error}
      onRetry={retry}
      empty="No page views in this period."
      rows={viewRows(visibleRows(rows, 'kinds', all), kind === 'languages' ? languageLabel : dimensionLabel)}
      foot={<ListFooter list="kinds" of="kind" count={rows?.length} {...{ all, onSearch }} />}
    />
  )
}

const dimensionLabels: Readonly<Record<string, string>> = {
  ...{ desktop: 'Desktop', tablet: 'Tablet', mobile: 'Mobile', unknown: 'Unknown' },
  ...{
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    edge: 'Edge',
    ie: 'Internet Explorer',
    opera: 'Opera',
  },
  ...{ windows: 'Windows', macos: 'macOS', linux: 'Linux', android: 'Android', ios: 'iOS' },
}
const dimensionLabel = (value: Cell): string => dimensionLabels[String(value)] ?? String(value ?? 'Unknown')

const languages = new Intl.DisplayNames('en', { type: 'language' })

function languageLabel(value: Cell): string {
  if (typeof value !== 'string') return 'Not set'
  try {
    return languages.of(value) ?? value
  } catch {
    return value
  }
}
