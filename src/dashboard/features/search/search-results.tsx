import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { Organization } from '#contract/organizations.ts'
import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import { Button } from '../../components/ui/button.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { q } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { anchorPrefix, paths } from '../../lib/paths.ts'
import { highlight } from './highlight.ts'
import { noMatchHint } from './labels.ts'
import styles from './search.module.css'

export type SearchState = {
  /** Undefined until the first response. */
  readonly spaces: readonly SpaceSearchResult[] | undefined
  /** Number of matching spaces; undefined until the response to this query has arrived. */
  readonly count: number | undefined
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
}

type Props = { organization: Organization; query: string; results: SearchState; onClear: () => void }

/** The results, or why there are none. */
export function SearchResults({ organization, query, results, onClear }: Props) {
  const { spaces, error } = results
  if (query === '') {
    return (
      <Empty title="What are you looking for?">
        Search the titles, headings and text of all pages in {organization.title} that you can read.
      </Empty>
    )
  }
  if (error && !spaces) {
    return (
      <Failed
        title="Couldn’t search"
        reason={errorMessage(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={results.retry}
      />
    )
  }
  if (!spaces) return <ListSkeleton rows={6} />
  if (spaces.length === 0) {
    return (
      <Filtered
        title={`No results for ${labels.quoted(query)}`}
        clear="Search for something else"
        onClear={onClear}
      >
        {noMatchHint(query)}
      </Filtered>
    )
  }
  return (
    <>
      <SpaceResults organizationId={organization.id} spaces={spaces} query={query} />
      {results.hasMore && (
        <div className={styles.more}>
          <Button variant="outline" aria-busy={results.isLoadingMore} onClick={results.loadMore}>
            {results.isLoadingMore ? labels.loading : 'Show more spaces'}
          </Button>
        </div>
      )}
    </>
  )
}

type FoundSpacesProps = { organizationId: string; spaces: readonly SpaceSearchResult[]; query: string }

/** Matching spaces with their pages and sections. */
function SpaceResults({ organizationId, spaces, query }: FoundSpacesProps) {
  const list = { params: { organizationId }, query: { limit: 1000 } }
  const spaceItems = useQuery(q(api.spaces.list, list)).data?.items
  const emoji = new Map(spaceItems?.map((space) => [space.id, space.emoji]))
  return (
    <ul className={styles.list} aria-label="Results">
      {spaces.map((space) => (
        <li key={space.id}>
          <h2 className={styles.space}>
            <Emoji of={emoji.get(space.id) ?? '1f4d8'} />
            <Link to={paths.space(space.id)} data-hit className="truncate">
              <Highlighted text={space.title || labels.untitled} query={query} />
            </Link>
          </h2>
          {space.pages.length > 0 && (
            <ul>
              {space.pages.map((page) => (
                <PageResult key={page.id} spaceId={space.id} page={page} query={query} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

type PageProps = { spaceId: string; page: PageSearchResult; query: string }

/** A matching page with its matching sections. */
export function PageResult({ spaceId, page, query }: PageProps) {
  const { id, title, ancestors = [], sections } = page
  const ancestorTitles = ancestors.map((one) => one.title).join(' / ')
  return (
    <li className={styles.page}>
      <p className={styles.title}>
        <Link to={paths.page(spaceId, id)} data-hit className="truncate">
          <Highlighted text={title} query={query} />
        </Link>
        {ancestorTitles !== '' && <span className="faint truncate">{ancestorTitles}</span>}
      </p>
      {sections.map((section) => (
        <SectionResult key={section.id} {...{ spaceId, page, section, query }} />
      ))}
    </li>
  )
}

type SectionProps = PageProps & { section: PageSearchResult['sections'][number] }

/** Text before the first heading has no section title. */
function SectionResult({ spaceId, page, section, query }: SectionProps) {
  const anchor = section.path.split('#')[1]
  return (
    <div className={styles.section}>
      {anchor && (
        <Link to={paths.page(spaceId, page.id)} hash={anchorPrefix + anchor} data-hit className="truncate">
          <Highlighted text={section.title} query={query} />
        </Link>
      )}
      {section.body && (
        <p className="soft">
          <Highlighted text={section.body} query={query} />
        </p>
      )}
    </div>
  )
}

/** A text with the matches highlighted. */
const Highlighted = ({ text, query }: { text: string; query: string }) =>
  highlight(text, query).map(({ text: piece, isMatch }, at) =>
    isMatch ? <mark key={at}>{piece}</mark> : piece,
  )
