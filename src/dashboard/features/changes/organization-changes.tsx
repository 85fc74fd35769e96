import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Organization } from '#contract/organizations.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { itemsOf } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { subjectOf } from '../../lib/request-words.ts'
import { useWaitingFor, waitingWords } from '../../lib/waiting.ts'
import { words } from '../../lib/words.ts'
import { ChangeCells, changeColumns } from './change-cells.tsx'
import { organizationChangesQuery, spacesQuery } from './change-queries.ts'
import { type OnOrganizationSearch, type OrganizationChangesSearch, statusIn } from './changes-search.ts'
import { MoreFilters } from './people-filter.tsx'
import { StatusFilter } from './status-filter.tsx'
import { WaitingList } from './waiting-list.tsx'
import './changes.css'

type Props = {
  organization: Organization
  meId: string
  search: OrganizationChangesSearch
  onSearch: OnOrganizationSearch
}

const columns = [
  ...changeColumns.slice(0, 1),
  { head: 'Space', className: 'wide' },
  ...changeColumns.slice(1),
]

const narrowed = ['creator', 'reviewer', 'contributor', 'space'] as const
const nobodys = { creator: undefined, reviewer: undefined, contributor: undefined }

/** The change requests of all spaces; those that wait for the caller stand first. */
export function OrganizationChanges({ organization, meId, search, onSearch }: Props) {
  useCrumbs([{ title: 'Changes' }])
  const navigate = useNavigate()
  const read = useInfiniteQuery({
    ...organizationChangesQuery(organization.id, search),
    placeholderData: keepPreviousData,
  })
  const waitingFor = useWaitingFor(organization.id, meId) ?? []
  const waiting = waitingFor.find(({ kind }) => kind === 'review')?.items ?? []
  const titles = useSpaceTitles(organization.id)
  const pathOf = ({ space = '', number }: ChangeRequest) => places.change(space, number)
  const isFiltered = narrowed.some((one) => search[one] !== undefined)
  const isWaiting = search.filter === 'waiting'
  const first = statusIn(search) === 'open' && !isFiltered ? waiting : []
  const ids = new Set(first.map(({ id }) => id))
  const waits = new Set(waiting.map(({ id }) => id))
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Changes</h1>
        </div>
      </div>
      <div className="toolbar cr-bar">
        <People
          {...{ search, onSearch, meId }}
          waiting={waitingFor.reduce((sum, { count }) => sum + count, 0)}
        />
        {!isWaiting && (
          <>
            <StatusFilter search={search} onSearch={onSearch} />
            <MoreFilters {...{ organization, search, onSearch }} />
          </>
        )}
      </div>
      <div className="scroll">
        {isWaiting && (
          <WaitingList
            organizationId={organization.id}
            {...{ meId, titles, columns }}
            onClear={() => onSearch({ filter: undefined })}
          />
        )}
        {!isWaiting && read.isPending && <ListSkeleton />}
        {!isWaiting && read.isError && (
          <Failed
            title="The change requests could not be loaded"
            reason={reasonOf(read.error)}
            onRetry={() => void read.refetch()}
          />
        )}
        {!isWaiting && read.isSuccess && (
          <PagedList<ChangeRequest>
            label="Change requests"
            className="cr-list is-wide"
            columns={columns}
            items={[...first, ...itemsOf(read.data).filter(({ id }) => !ids.has(id))]}
            total={read.data.pages[0]?.count ?? 0}
            hasMore={read.hasNextPage}
            isLoadingMore={read.isFetchingNextPage}
            onMore={() => void read.fetchNextPage()}
            titleOf={subjectOf}
            onOpen={(request) => void navigate({ to: pathOf(request) })}
            row={(request) => (
              <ChangeCells
                request={request}
                to={pathOf(request)}
                where={titles.get(request.space ?? '') ?? ''}
                why={waits.has(request.id) ? waitingWords.review.badge : undefined}
              />
            )}
            empty={<None isFiltered={isFiltered} search={search} onSearch={onSearch} />}
          />
        )}
      </div>
    </>
  )
}

function useSpaceTitles(organizationId: string): ReadonlyMap<string, string> {
  const { data } = useQuery(spacesQuery(organizationId))
  return new Map(data?.items.map(({ id, title }) => [id, title || words.untitled]))
}

type PeopleProps = Pick<Props, 'meId' | 'search' | 'onSearch'> & { waiting: number }

/** Whose requests are shown. */
function People({ meId, search, onSearch, waiting }: PeopleProps) {
  const isWaiting = search.filter === 'waiting'
  const isMine = !isWaiting && search.creator === meId
  return (
    <fieldset className="btn-group">
      <legend className="sr">Whose</legend>
      <button
        type="button"
        aria-pressed={!isWaiting && !isMine}
        onClick={() => onSearch({ ...nobodys, filter: undefined })}
      >
        All
      </button>
      <button
        type="button"
        aria-pressed={isWaiting}
        onClick={() => onSearch({ ...nobodys, filter: 'waiting' })}
      >
        Waiting for me{waiting > 0 && <span className="count"> {waiting}</span>}
      </button>
      <button
        type="button"
        aria-pressed={isMine}
        onClick={() => onSearch({ ...nobodys, filter: undefined, creator: meId })}
      >
        Mine
      </button>
    </fieldset>
  )
}

type NoneProps = Pick<Props, 'search' | 'onSearch'> & { isFiltered: boolean }

function None({ isFiltered, search, onSearch }: NoneProps) {
  const status = statusIn(search)
  if (isFiltered) {
    return (
      <Filtered
        title="No change request fits these filters"
        clear="Show all"
        onClear={() => onSearch({ ...nobodys, space: undefined })}
      />
    )
  }
  return (
    <Empty
      title={status === 'open' ? 'No change request is open' : `There are none that are ${status}`}
      acts={
        status === 'open' ? (
          <Button look="line" onClick={() => onSearch({ status: 'draft' })}>
            Show drafts
          </Button>
        ) : undefined
      }
    >
      Change requests are started in a space; those of all spaces come together here.
    </Empty>
  )
}
