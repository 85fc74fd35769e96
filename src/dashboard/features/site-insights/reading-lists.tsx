import { Link } from '@tanstack/react-router'
import { redirectSource } from '#contract/site-redirects.ts'
import type { Site } from '#contract/sites.ts'
import { buttonClass } from '../../components/ui/button.tsx'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { Choices, CountList, limitOf, More, shownOf } from './count-list.tsx'
import { questions, type SitePlace, useRows } from './insights-queries.ts'
import type { InsightsSearch, OnSearch } from './insights-search.ts'
import type { Period } from './periods.ts'
import { pathOf } from './site-path.ts'

export type ListProps = {
  place: SitePlace
  site: Site
  period: Period
  search: InsightsSearch
  onSearch: OnSearch
}

/** The pages that were read most. */
export function PagesList({ place, site, period, search: { all }, onSearch }: ListProps) {
  const { rows, error, retry } = useRows(place, period, { ...questions.pages, limit: limitOf('pages', all) })
  return (
    <CountList
      title="Pages"
      heads={['Page', 'Views', 'Visitors']}
      error={error}
      onRetry={retry}
      none="No page was read in this time."
      rows={shownOf(rows, 'pages', all)?.map(([url, views, visitors]) => ({
        key: String(url),
        name: <PageLink url={String(url)} site={site} />,
        count: Number(views),
        more: Number(visitors).toLocaleString('en'),
      }))}
      foot={<More list="pages" of="page" count={rows?.length} {...{ all, onSearch }} />}
    />
  )
}

export const PageLink = ({ url, site }: { url: string; site: Site }) => (
  <a className="link mono" href={url} target="_blank" rel="noreferrer" title={url}>
    {pathOf(url, site)}
  </a>
)

/** What readers searched for, and what they searched for in vain. */
export function SearchesList({ place, period, search: { all, searches }, onSearch }: ListProps) {
  const question = searches === 'none' ? questions.searchesWithout : questions.searches
  const { rows, error, retry } = useRows(place, period, { ...question, limit: limitOf('searches', all) })
  return (
    <CountList
      title="Searches"
      choice={
        <Choices
          label="Which searches"
          value={searches}
          choices={[
            [undefined, 'All'],
            ['none', 'Without result'],
          ]}
          onChange={(value) => onSearch({ searches: value })}
        />
      }
      heads={['Searched for', 'Times', 'Visitors']}
      error={error}
      onRetry={retry}
      none={searches === 'none' ? 'Every search found something.' : 'Nobody searched in this time.'}
      rows={shownOf(rows, 'searches', all)?.map(([query, times, visitors]) => ({
        key: String(query),
        name: String(query),
        count: Number(times),
        more: Number(visitors).toLocaleString('en'),
      }))}
      foot={
        <More list="searches" of="search" ofMany="searches" count={rows?.length} {...{ all, onSearch }} />
      }
    />
  )
}

/** Addresses that led nowhere, each one press away from a redirect. */
export function MissingList({ place, site, period, search: { all }, onSearch }: ListProps) {
  const { rows, error, retry } = useRows(place, period, {
    ...questions.missing,
    limit: limitOf('missing', all),
  })
  return (
    <CountList
      title="Addresses not found"
      heads={['Address', 'Times', 'Visitors']}
      error={error}
      onRetry={retry}
      none="Every address that was opened led somewhere."
      rows={shownOf(rows, 'missing', all)?.map(([url, times, visitors]) => {
        const path = pathOf(String(url), site)
        return {
          key: String(url),
          name: <span className="mono">{path}</span>,
          count: Number(times),
          more: Number(visitors).toLocaleString('en'),
          act: site.permissions.edit && <MakeRedirect place={place} path={path} />,
        }
      })}
      foot={
        <More list="missing" of="address" ofMany="addresses" count={rows?.length} {...{ all, onSearch }} />
      }
    />
  )
}

function MakeRedirect({ place, path }: { place: SitePlace; path: string }) {
  const source = path.replace(/\/+$/, '')
  if (!redirectSource.safeParse(source).success) return null
  return (
    <Link
      className={buttonClass('line', 'small')}
      to={places.sitePart(place.organizationId, place.siteId, 'redirects')}
      search={{ dialog: 'new', source }}
      aria-label={`Make a redirect from ${words.quoted(path)}`}
    >
      <span>Make a redirect</span>
    </Link>
  )
}
