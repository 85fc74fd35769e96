import { ApiError } from '#contract/client.ts'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { FoundSpaces } from './found-spaces.tsx'
import type { Search } from './use-search.ts'

type Props = { organization: Organization; question: string; found: Search; onClear: () => void }

/** What was found, or why there is nothing to see. */
export function SearchResults({ organization, question, found, onClear }: Props) {
  const { spaces, error } = found
  if (question === '') {
    return (
      <Empty title="What are you looking for?">
        Titles, headings and the text of every page in {organization.title} that you may read are looked
        through.
      </Empty>
    )
  }
  if (error && !spaces) {
    return (
      <Failed
        title="The search did not work"
        reason={reasonOf(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={found.readAgain}
      />
    )
  }
  if (!spaces) return <ListSkeleton rows={6} />
  if (spaces.length === 0) {
    return (
      <Filtered
        title={`Nothing says ${words.quoted(question)}`}
        clear="Search for something else"
        onClear={onClear}
      >
        All words have to be in one part of a page. Fewer words find more, and the beginning of a word is
        enough.
      </Filtered>
    )
  }
  return (
    <>
      <FoundSpaces organizationId={organization.id} spaces={spaces} question={question} />
      {found.hasMore && (
        <div className="search-more">
          <Button look="line" aria-busy={found.isReadingMore} onClick={found.readMore}>
            {found.isReadingMore ? words.loading : 'Show more spaces'}
          </Button>
        </div>
      )}
    </>
  )
}
