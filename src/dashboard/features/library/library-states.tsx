import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { paths } from '../../lib/paths.ts'
import type { OnSearch } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'
import { type LibraryOverview, MAX_FILTERED_SPACES } from './use-library-index.ts'

type LibraryEmptyProps = { organization: Organization; canCreate: boolean; onSearch: OnSearch }

/** The empty state: nothing created yet, or nothing shared with the caller. */
export function LibraryEmpty({ organization, canCreate, onSearch }: LibraryEmptyProps) {
  if (!canCreate) {
    return (
      <Empty title="No spaces here yet">
        Spaces appear here as soon as someone shares one with you. To create one, you need the Create role.
      </Empty>
    )
  }
  return (
    <Empty
      title="No spaces here yet"
      actions={
        <>
          <Button variant="primary" icon={Plus} onClick={() => onSearch({ new: 'space' })}>
            New space
          </Button>
          <Link to={paths.imports(organization.id)} className={buttonClass('plain')}>
            <ButtonContent icon={Upload}>Import pages</ButtonContent>
          </Link>
        </>
      }
    >
      A space contains the pages about one subject, such as a product or a handbook.
    </Empty>
  )
}

type NoMatchesProps = { search: LibrarySearch; onSearch: OnSearch; overview: LibraryOverview }

/** No item matches the filter. */
export function NoMatches({ search, onSearch, overview }: NoMatchesProps) {
  const clear = () => onSearch({ q: undefined, show: undefined })
  return (
    <Filtered
      title={search.q ? `No results for “${search.q}”` : 'No items of this type here'}
      clear={
        overview.isComplete
          ? `Show all ${overview.index.spaceCount + overview.index.collectionCount}`
          : 'Show all'
      }
      onClear={clear}
    >
      {search.q && search.show ? 'Only one type is shown. Other types may have matches.' : undefined}
    </Filtered>
  )
}

/** Tells the reader when the filter has not searched everything. */
export function FilterProgress({ overview }: { overview: LibraryOverview }) {
  if (overview.isComplete) return null
  const of = overview.index.spaceCount.toLocaleString('en')
  return (
    <p className="load-more" role="status">
      {overview.isReadingMore
        ? `Searching ${of} spaces`
        : `Searched the first ${MAX_FILTERED_SPACES.toLocaleString('en')} of ${of} spaces`}
    </p>
  )
}
