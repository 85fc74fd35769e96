import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type AuditEvent, auditActions } from '#contract/audit-events.ts'
import type { Organization } from '#contract/organizations.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered, NoPermission } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './audit.module.css'
import { AuditFilters } from './audit-filters.tsx'
import { EventDetail } from './event-detail.tsx'
import { actorName, sourceLabels, targetName } from './labels.ts'
import type { AuditSearch } from './queries.ts'
import { eventsQuery, isFiltered, noFilter, type OnSearch } from './queries.ts'
import { type AuditRow, rowsOf } from './rows.ts'

type Props = { organization: Organization; search: AuditSearch; onSearch: OnSearch }

/** Who did what, when and to what. Events open next to the list and often can be undone. */
export function AuditPage({ organization, search, onSearch }: Props) {
  return (
    <>
      <SettingsHeader organization={organization} part="Audit log" />
      {organization.permissions.admin ? (
        <Log organization={organization} search={search} onSearch={onSearch} />
      ) : (
        <NoPermission title="Only admins can see the audit log">
          You need the Admin role in {organization.title} to read it.
        </NoPermission>
      )}
    </>
  )
}

function Log({ organization: { id }, search, onSearch }: Props) {
  const query = useInfiniteQuery({ ...eventsQuery(id, search), placeholderData: keepPreviousData })
  const total = query.data?.pages[0]?.count
  const close = () => {
    onSearch({ event: undefined })
    focusRow(search.event)
  }
  return (
    <>
      <AuditFilters organizationId={id} search={search} onSearch={onSearch} total={total} />
      <div className={clsx('split', styles.layout, search.event && styles.hasDetail)}>
        <div className="pane">
          {query.isPending && <ListSkeleton />}
          {query.isError && (
            <Failed
              title="Couldn’t load the audit log"
              reason={errorMessage(query.error)}
              onRetry={() => void query.refetch()}
            />
          )}
          {query.isSuccess && (
            <PagedList<AuditRow>
              label="Audit log"
              className={styles.list}
              columns={columns}
              items={rowsIn(itemsOf(query.data), search)}
              total={total ?? 0}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
              titleOf={({ action }) => auditActions[action]}
              activeId={search.event}
              onOpen={(event) => onSearch({ event: event.id })}
              row={(event) => <EventCells event={event} onOpen={() => onSearch({ event: event.id })} />}
              empty={
                isFiltered(search) ? (
                  <Filtered
                    title="No matching events"
                    clear="Clear the filters"
                    onClear={() => onSearch(noFilter)}
                  />
                ) : (
                  <Empty title="No events yet">
                    Changes to people, access, settings and sites appear here.
                  </Empty>
                )
              }
            />
          )}
        </div>
        {search.event && <EventDetail organizationId={id} id={search.event} onClose={close} />}
      </div>
    </>
  )
}

/** With a filter for one action, each of its events is a row. */
const rowsIn = (events: readonly AuditEvent[], { action, event: open }: AuditSearch): AuditRow[] =>
  action !== undefined || (open !== undefined && !rowsOf(events).some(({ id }) => id === open))
    ? events.map((event) => ({ ...event, steps: 1 }))
    : rowsOf(events)

/** Returns the focus to the row that was open. */
const focusRow = (id: string | undefined): void => {
  if (id === undefined) return
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus())
}

const columns = [
  { head: 'Action' },
  { head: 'Person', className: 'wide' },
  { head: 'Source', className: clsx('wide', styles.source) },
  { head: 'Time', className: 'wide' },
]

const EventCells = ({ event, onOpen }: { event: AuditRow; onOpen: () => void }) => (
  <>
    <div className="cell" role="gridcell">
      <span className={styles.stacked}>
        <button type="button" className={clsx(styles.openButton, 'truncate')} tabIndex={-1} onClick={onOpen}>
          <span className="name">{auditActions[event.action]}</span>{' '}
          <span className="soft">{targetName(event.target)}</span>
          {event.steps > 1 && <span className="faint"> {pluralize(event.steps, 'step')}</span>}
        </button>
        <span className="narrow meta faint truncate">
          {actorName(event.actor)}, <Time at={event.occurredAt} ago />
        </span>
      </span>
    </div>
    <div className="cell wide" role="gridcell">
      {event.actor.type === 'user' && <Avatar id={event.actor.id} name={actorName(event.actor)} />}
      <span className="truncate soft">{actorName(event.actor)}</span>
    </div>
    <div className={clsx('cell wide soft', styles.source)} role="gridcell">
      {sourceLabels[event.source]}
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={event.occurredAt} />
    </div>
  </>
)
