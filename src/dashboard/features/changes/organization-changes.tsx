import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Organization } from '#contract/organizations.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { QueryStates } from '../../components/query-states.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { useWaitingRequests, type WaitingReason, waitingLabels } from '../../data/waiting-requests.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { subjectLabel } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './changes.module.css'
import { useArchive } from './mutations.ts'
import { type OnOrganizationSearch, organizationChangesQuery, spacesQuery, statusOf } from './queries.ts'
import { ChangeCells, changeColumns, StatusFilter, useChangeFields } from './request-list.tsx'
import type { OrganizationChangesSearch } from './search-params.ts'

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

const filterParams = ['creator', 'reviewer', 'contributor', 'space', 'inactive'] as const
const noPeople = { creator: undefined, reviewer: undefined, contributor: undefined }

/** Change requests of all spaces; those that wait for the caller come first. */
export function OrganizationChanges({ organization, meId, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'Changes' }])
  const navigate = useNavigate()
  const read = useInfiniteQuery({
    ...organizationChangesQuery(organization.id, search),
    placeholderData: keepPreviousData,
  })
  const waitingFor = useWaitingRequests(organization.id, meId) ?? []
  const waiting = waitingFor.find(({ kind }) => kind === 'review')?.items ?? []
  const titles = useSpaceTitles(organization.id)
  const fields = useChangeFields(organization)
  const archivable = useArchivable(search)
  const pathOf = ({ space = '', number }: ChangeRequest) => paths.change(space, number)
  const isFiltered = filterParams.some((one) => search[one] !== undefined)
  const isWaiting = search.filter === 'waiting'
  const pinned = statusOf(search) === 'open' && !isFiltered ? waiting : []
  const ids = new Set(pinned.map(({ id }) => id))
  const waitingIds = new Set(waiting.map(({ id }) => id))
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Changes</h1>
        </div>
      </div>
      <div className={clsx('toolbar', styles.bar)}>
        <OwnerFilter
          {...{ search, onSearch, meId }}
          waiting={waitingFor.reduce((sum, { count }) => sum + count, 0)}
        />
        {!isWaiting && (
          <>
            <StatusFilter search={search} onSearch={onSearch} />
            <FilterBar fields={fields} params={search} onChange={onSearch} />
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
        {!isWaiting && (
          <QueryStates read={read} name="The change requests">
            {(data) => (
              <PagedList<ChangeRequest>
                label="Change requests"
                className={clsx(styles.list, 'is-wide')}
                columns={columns}
                items={[...pinned, ...itemsOf(data).filter(({ id }) => !ids.has(id))]}
                total={data.pages[0]?.count ?? 0}
                hasMore={read.hasNextPage}
                isLoadingMore={read.isFetchingNextPage}
                onMore={() => void read.fetchNextPage()}
                titleOf={subjectLabel}
                onOpen={(request) => void navigate({ to: pathOf(request) })}
                {...archivable.listProps(itemsOf(data))}
                row={(request) => (
                  <ChangeCells
                    request={request}
                    to={pathOf(request)}
                    spaceTitle={titles.get(request.space ?? '') ?? ''}
                    reason={waitingIds.has(request.id) ? waitingLabels.review.badge : undefined}
                  />
                )}
                empty={<NoMatches isFiltered={isFiltered} search={search} onSearch={onSearch} />}
              />
            )}
          </QueryStates>
        )}
      </div>
    </>
  )
}

/** Selects and archives several at a time, where they are not archived or merged already. */
function useArchivable(search: OrganizationChangesSearch) {
  const archive = useArchive()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const status = statusOf(search)
  return {
    listProps: (items: readonly ChangeRequest[]) => {
      if (status !== 'open' && status !== 'draft') return {}
      const selected = items.filter(({ id }) => ids.has(id))
      const run = async () => {
        if (await archive(selected)) setIds(new Set())
      }
      return {
        selection: { ids: new Set(selected.map(({ id }) => id)), onChange: setIds },
        bulk: (
          <Button variant="inherit" icon={Archive} onClick={() => void run()}>
            Archive…
          </Button>
        ),
      }
    },
  }
}

function useSpaceTitles(organizationId: string): ReadonlyMap<string, string> {
  const { data } = useQuery(spacesQuery(organizationId))
  return new Map(data?.items.map(({ id, title }) => [id, title || labels.untitled]))
}

type OwnerFilterProps = Pick<Props, 'meId' | 'search' | 'onSearch'> & { waiting: number }

/** Filters by owner: all, waiting for me, mine. */
function OwnerFilter({ meId, search, onSearch, waiting }: OwnerFilterProps) {
  const isWaiting = search.filter === 'waiting'
  const isMine = !isWaiting && search.creator === meId
  return (
    <fieldset className="btn-group">
      <legend className="sr">Filter by person</legend>
      <button
        type="button"
        aria-pressed={!isWaiting && !isMine}
        onClick={() => onSearch({ ...noPeople, filter: undefined })}
      >
        All
      </button>
      <button
        type="button"
        aria-pressed={isWaiting}
        onClick={() => onSearch({ ...noPeople, filter: 'waiting' })}
      >
        Waiting for me{waiting > 0 && <span className="count"> {waiting}</span>}
      </button>
      <button
        type="button"
        aria-pressed={isMine}
        onClick={() => onSearch({ ...noPeople, filter: undefined, creator: meId })}
      >
        Mine
      </button>
    </fieldset>
  )
}

const emptyTitles = {
  open: 'No open change requests',
  draft: 'No drafts',
  merged: 'No merged change requests',
  archived: 'No archived change requests',
} as const

type NoMatchesProps = Pick<Props, 'search' | 'onSearch'> & { isFiltered: boolean }

function NoMatches({ isFiltered, search, onSearch }: NoMatchesProps) {
  const status = statusOf(search)
  if (isFiltered) {
    return (
      <Filtered
        title="No change requests match the filters"
        clear="Show all"
        onClear={() => onSearch({ ...noPeople, space: undefined, inactive: undefined })}
      />
    )
  }
  return (
    <Empty
      title={emptyTitles[status]}
      actions={
        status === 'open' ? (
          <Button variant="outline" onClick={() => onSearch({ status: 'draft' })}>
            Show drafts
          </Button>
        ) : undefined
      }
    >
      Change requests are created in a space. This list shows those of all spaces.
    </Empty>
  )
}

type WaitingListProps = {
  organizationId: string
  meId: string
  titles: ReadonlyMap<string, string>
  columns: Parameters<typeof PagedList<ChangeRequest>>[0]['columns']
  onClear: () => void
}

/** Requests that wait for the caller: reviews first, then those to merge, then those with requested changes. */
function WaitingList({ organizationId, meId, titles, columns, onClear }: WaitingListProps) {
  const navigate = useNavigate()
  const waiting = useWaitingRequests(organizationId, meId)
  if (waiting === undefined) return <ListSkeleton />
  const kinds = new Map<string, WaitingReason>()
  const items = waiting.flatMap(({ kind, items: group }) =>
    group.filter(({ id }) => !kinds.has(id) && kinds.set(id, kind)),
  )
  const pathOf = ({ space = '', number }: ChangeRequest) => paths.change(space, number)
  return (
    <PagedList<ChangeRequest>
      label="Waiting for me"
      className={clsx(styles.list, 'is-wide')}
      {...(columns ? { columns } : {})}
      items={items}
      titleOf={subjectLabel}
      onOpen={(request) => void navigate({ to: pathOf(request) })}
      row={(request) => (
        <ChangeCells
          request={request}
          to={pathOf(request)}
          spaceTitle={titles.get(request.space ?? '') ?? ''}
          reason={waitingLabels[kinds.get(request.id) ?? 'review'].badge}
        />
      )}
      empty={
        <Filtered title="Nothing is waiting for you" clear="Show all change requests" onClear={onClear}>
          Requested reviews, and your own change requests with new reviews, appear here.
        </Filtered>
      }
    />
  )
}
