import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SpaceTranslation, TranslatedPage } from '#contract/space-translations.ts'
import type { Space } from '#contract/spaces.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { Status } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { languageName } from '../../lib/languages.ts'
import { paths } from '../../lib/paths.ts'
import { countOf, stateLabels, states } from './labels.ts'
import { PairDialog } from './pair-dialog.tsx'
import { pagesQuery, translationQuery } from './queries.ts'
import type { PagesSearch } from './search-params.ts'
import { Progress } from './space-translations.tsx'
import { TranslatedPageMenu } from './translated-page-menu.tsx'
import styles from './translations.module.css'

type Props = { space: Space; search: PagesSearch; onSearch: (change: PagesSearch) => void }
type Row = TranslatedPage & { readonly id: string }

const columns = [
  { head: 'Page' },
  { head: 'Original', className: 'wide' },
  { head: 'State' },
  { head: 'Confirmed', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The pages of a translation with their state. */
export function TranslationPages({ space, search, onSearch }: Props) {
  const translation = useQuery({ ...translationQuery(space.id), retry: false })
  const read = useInfiniteQuery(pagesQuery(space.id, search.state))
  const error = translation.error ?? read.error
  if (error)
    return (
      <Failed
        title="Couldn’t load the pages of this translation"
        reason={errorMessage(error)}
        onRetry={() => void Promise.all([translation.refetch(), read.refetch()])}
      />
    )
  if (!translation.data || read.isPending) return <ListSkeleton />
  const rows: Row[] = itemsOf<TranslatedPage>(read.data).map((item) => ({
    ...item,
    id: item.page?.id ?? `source ${item.source?.id}`,
  }))
  const toPair = rows.find(({ page }) => page !== undefined && page.id === search.pair)
  return (
    <>
      <Summary translation={translation.data} search={search} onSearch={onSearch} />
      <div className="scroll">
        <PagedList<Row>
          label="Pages"
          items={rows}
          total={read.data?.pages[0]?.count ?? 0}
          hasMore={read.hasNextPage}
          isLoadingMore={read.isFetchingNextPage}
          onMore={() => void read.fetchNextPage()}
          className={styles.pages}
          columns={columns}
          titleOf={titleOf}
          row={(row) => <PageCells spaceId={space.id} row={row} />}
          menu={
            space.permissions.edit
              ? (row) => (
                  <TranslatedPageMenu
                    space={space}
                    translation={translation.data}
                    row={row}
                    onPair={() => onSearch({ ...search, pair: row.page?.id })}
                  />
                )
              : undefined
          }
          empty={<NoPages search={search} onClear={() => onSearch({})} />}
        />
      </div>
      {toPair && space.permissions.edit && (
        <PairDialog
          spaceId={space.id}
          row={toPair}
          onClose={() => onSearch({ ...search, pair: undefined })}
        />
      )}
    </>
  )
}

const titleOf = ({ page, source }: TranslatedPage): string => (page ?? source)?.title || labels.untitled

type SummaryProps = { translation: SpaceTranslation } & Pick<Props, 'search' | 'onSearch'>

/** What the space translates, its progress, and a filter by state. */
const Summary = ({ translation, search, onSearch }: SummaryProps) => (
  <div className="toolbar">
    <span className="soft wide">
      {languageName(translation.language)} translation of{' '}
      <Link className="link" to={paths.translations(translation.source.id)}>
        {translation.source.title || labels.untitled}
      </Link>
    </span>
    <Progress translation={translation} />
    <span className="grow" />
    <span className={styles.filter}>
      <Select
        aria-label="Show"
        value={search.state ?? ''}
        choices={[
          { value: '', label: 'All pages' },
          ...states.map((state) => ({
            value: state,
            label: `${stateLabels[state].label} (${countOf(translation, state)})`,
          })),
        ]}
        onChange={({ target }) =>
          onSearch({ state: states.find((state) => state === target.value), pair: undefined })
        }
      />
    </span>
  </div>
)

function PageCells({ spaceId, row }: { spaceId: string; row: Row }) {
  const { page, source, confirmed } = row
  const { label, icon, tone } = stateLabels[row.state]
  return (
    <>
      <div className="cell" role="gridcell">
        {page ? (
          <Link className="title name truncate" tabIndex={-1} to={paths.translatedPage(spaceId, page.id)}>
            {titleOf(row)}
          </Link>
        ) : (
          <span className="faint truncate">{titleOf(row)}</span>
        )}
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">{source ? source.title || labels.untitled : '—'}</span>
      </div>
      <div className="cell" role="gridcell">
        <Status icon={icon} {...(tone ? { tone } : {})}>
          {label}
        </Status>
      </div>
      <div className="cell wide soft num" role="gridcell">
        {confirmed && <Time at={confirmed.at} />}
      </div>
    </>
  )
}

const NoPages = ({ search, onClear }: { search: PagesSearch; onClear: () => void }) =>
  search.state === undefined ? (
    <Empty title="No pages yet">The original has no pages to translate.</Empty>
  ) : (
    <Filtered
      title={`No pages are ${stateLabels[search.state].label.toLowerCase()}`}
      clear="Show all pages"
      onClear={onClear}
    />
  )
