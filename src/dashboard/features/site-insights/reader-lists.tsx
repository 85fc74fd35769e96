import { Choices, CountList, limitOf, More, shownOf } from './count-list.tsx'
import { type Cell, type Question, questions, useRows } from './insights-queries.ts'
import type { ListProps } from './reading-lists.tsx'

const rowsFor = (rows: readonly Cell[][] | undefined, nameOf: (value: Cell) => string) =>
  rows?.map(([value, views, visitors]) => ({
    key: String(value),
    name: nameOf(value ?? null),
    count: Number(views),
    more: Number(visitors).toLocaleString('en'),
  }))

/** From where readers came. */
export function SourcesList({ place, period, search: { all, sources }, onSearch }: ListProps) {
  const question = sources === 'campaigns' ? questions.campaigns : questions.referrers
  const { rows, error, retry } = useRows(place, period, { ...question, limit: limitOf('sources', all) })
  return (
    <CountList
      title="Where readers came from"
      choice={
        <Choices
          label="By what"
          value={sources}
          choices={[
            [undefined, 'Sites'],
            ['campaigns', 'Campaigns'],
          ]}
          onChange={(value) => onSearch({ sources: value })}
        />
      }
      heads={[sources === 'campaigns' ? 'Campaign' : 'Site', 'Views', 'Visitors']}
      error={error}
      onRetry={retry}
      none={
        sources === 'campaigns'
          ? 'Nobody came by an address with utm_campaign in it.'
          : 'Nobody followed a link from another site.'
      }
      rows={rowsFor(shownOf(rows, 'sources', all), String)}
      foot={<More list="sources" of="source" count={rows?.length} {...{ all, onSearch }} />}
    />
  )
}

const kinds: Readonly<Record<string, readonly [string, Question]>> = {
  devices: ['Device', questions.devices],
  browsers: ['Browser', questions.browsers],
  systems: ['System', questions.systems],
  languages: ['Language', questions.languages],
}

/** What readers read with. */
export function KindsList({ place, period, search: { all, kinds: kind }, onSearch }: ListProps) {
  const [head, question] = kinds[kind ?? 'devices'] ?? ['Device', questions.devices]
  const { rows, error, retry } = useRows(place, period, { ...question, limit: limitOf('kinds', all) })
  return (
    <CountList
      title="Read with"
      choice={
        <Choices
          label="By what"
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
      heads={[head, 'Views', 'Visitors']}
      error={error}
      onRetry={retry}
      none="No page was read in this time."
      rows={rowsFor(shownOf(rows, 'kinds', all), kind === 'languages' ? languageName : kindName)}
      foot={<More list="kinds" of="kind" count={rows?.length} {...{ all, onSearch }} />}
    />
  )
}

const kindNames: Readonly<Record<string, string>> = {
  ...{ desktop: 'Desktop', tablet: 'Tablet', mobile: 'Mobile', unknown: 'Not known' },
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
const kindName = (value: Cell): string => kindNames[String(value)] ?? String(value ?? 'Not known')

const languages = new Intl.DisplayNames('en', { type: 'language' })

function languageName(value: Cell): string {
  if (typeof value !== 'string') return 'Not said'
  try {
    return languages.of(value) ?? value
  } catch {
    return value
  }
}
