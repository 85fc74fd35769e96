import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { BellOff, BellRing, CalendarCheck, CheckCheck, Clock, Inbox } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { useConfirmPage } from '../../components/page-freshness/mutations.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { QueryStates } from '../../components/query-states.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { itemsOf } from '../../data/api.ts'
import { useActions, useDocumentedShortcuts } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { FollowingDialog } from './following-dialog.tsx'
import { groupByObject, idsIn, type NotificationGroup, pathIn } from './groups.ts'
import styles from './inbox.module.css'
import { InboxEmpty } from './inbox-empty.tsx'
import { countLabel, isDoneWhenOpened, isReason, objectLabel } from './labels.ts'
import { followPathOf, useInboxActions } from './mutations.ts'
import { NotificationCells } from './notification-row.tsx'
import { inboxQuery } from './queries.ts'
import type { InboxSearch } from './search-params.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { useInboxFields } from './use-inbox-fields.ts'

type Props = {
  organization: Organization
  search: InboxSearch
  onSearch: (change: Partial<InboxSearch>) => void
}

const tabs = [
  { state: undefined, label: 'Inbox' },
  { state: 'snoozed', label: 'Snoozed' },
  { state: 'done', label: 'Done' },
] as const

/** What concerns the user, one row per object. */
export function InboxPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'Inbox' }])
  const read = useInfiniteQuery(inboxQuery(organization.id, search))
  const fields = useInboxFields(organization)
  const isOpen = search.state === undefined
  const actions = useInboxActions(organization.id, search)
  const doneAll = () => {
    const { reason, space } = search
    actions.doneAll({
      ...(isReason(reason) ? { reasons: [reason] } : {}),
      ...(space === undefined ? {} : { space }),
    })
  }
  const count = read.data?.pages[0]?.count ?? 0
  const chooseFollowed = () => onSearch({ dialog: 'following' })
  useActions([
    ...(isOpen && count > 0
      ? [{ id: 'done-all', label: 'Mark all as done', icon: CheckCheck, run: doneAll }]
      : []),
    { id: 'following', label: 'Choose what you follow automatically', icon: BellRing, run: chooseFollowed },
  ])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Inbox</h1>
          <div className="actions">
            {isOpen && count > 0 && (
              <Button variant="outline" icon={CheckCheck} onClick={doneAll}>
                Mark all as done
              </Button>
            )}
            <IconButton icon={BellRing} label="Follow automatically" onClick={chooseFollowed} />
          </div>
        </div>
      </div>
      {search.dialog === 'following' && (
        <FollowingDialog organizationId={organization.id} onClose={() => onSearch({ dialog: undefined })} />
      )}
      <div className={clsx('toolbar', styles.bar)}>
        <fieldset className="btn-group">
          <legend className="sr">Show</legend>
          {tabs.map(({ state, label }) => (
            <button
              key={label}
              type="button"
              aria-pressed={search.state === state}
              onClick={() => onSearch({ state })}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <FilterBar fields={fields} params={search} onChange={onSearch} />
        <span className="grow wide" />
        {count > 0 && (
          <span className="meta faint num wide" role="status">
            {countLabel(count)}
          </span>
        )}
      </div>
      <div className="scroll">
        <QueryStates read={read} name="The inbox">
          {(data) => (
            <GroupList
              key={search.state ?? 'open'}
              groups={groupByObject(itemsOf(data))}
              {...{ read, actions, search, onSearch }}
            />
          )}
        </QueryStates>
      </div>
    </>
  )
}

type ListProps = Pick<Props, 'search' | 'onSearch'> & {
  groups: readonly NotificationGroup[]
  read: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  actions: ReturnType<typeof useInboxActions>
}

function GroupList({ groups, read, actions, search, onSearch }: ListProps) {
  const navigate = useNavigate()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [snoozing, setSnoozing] = useState<readonly NotificationGroup[]>([])
  const isOpen = search.state === undefined
  const clear = () => setSelected(new Set())
  /** The row, or all selected ones if it is one of them. */
  const targetsOf = (group: NotificationGroup) =>
    selected.has(group.id) ? groups.filter(({ id }) => selected.has(id)) : [group]
  const finish = (some: readonly NotificationGroup[]) => {
    if (isOpen) actions.done(some)
    else actions.reopen(some)
    clear()
  }
  const opened = ({ items, ...group }: NotificationGroup) => {
    const read = items.filter(isDoneWhenOpened)
    if (isOpen && read.length > 0) actions.opened([{ ...group, items: read }])
  }
  const { confirm } = useConfirmPage()
  /** Confirms an overdue page; the service then marks its notification as done. */
  const confirmationOf = ({ items }: NotificationGroup) => {
    const overdue = items.find(({ reason }) => reason === 'page_overdue')
    const { space, page } = overdue ?? {}
    if (!isOpen || !space || !page) return undefined
    return () => confirm({ spaceId: space.id, pageId: page.id, title: page.title })
  }
  const mute = (group: NotificationGroup) => isOpen && actions.mute(group)
  const keys: Readonly<Record<string, (group: NotificationGroup) => void>> = {
    e: (group) => finish(targetsOf(group)),
    s: (group) => isOpen && setSnoozing(targetsOf(group)),
    m: mute,
  }
  const onRowKey = (event: KeyboardEvent, group: NotificationGroup) => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act(group)
  }
  useDocumentedShortcuts([
    { keys: 'e', label: isOpen ? 'Mark as done' : 'Move to inbox' },
    ...(isOpen
      ? [
          { keys: 's', label: 'Snooze' },
          { keys: 'm', label: 'Mute' },
        ]
      : []),
  ])
  const chosen = groups.filter(({ id }) => selected.has(id))
  return (
    <>
      <PagedList<NotificationGroup>
        label="Notifications"
        className={styles.list}
        items={groups}
        hasMore={read.hasNextPage}
        isLoadingMore={read.isFetchingNextPage}
        onMore={() => void read.fetchNextPage()}
        titleOf={({ latest }) => objectLabel(latest)}
        onOpen={(group) => {
          opened(group)
          void navigate({ to: pathIn(group.latest.urls.app) })
        }}
        onRowKey={onRowKey}
        selection={{ ids: selected, onChange: setSelected }}
        row={(group) => (
          <NotificationCells group={group} onOpen={() => opened(group)} onConfirm={confirmationOf(group)} />
        )}
        menu={(group) =>
          isOpen ? (
            <>
              {confirmationOf(group) && (
                <MenuItem icon={CalendarCheck} onSelect={() => confirmationOf(group)?.()}>
                  Still correct
                </MenuItem>
              )}
              <MenuItem icon={CheckCheck} keys="e" onSelect={() => finish([group])}>
                Mark as done
              </MenuItem>
              <MenuItem icon={Clock} keys="s" onSelect={() => setSnoozing([group])}>
                Snooze…
              </MenuItem>
              {followPathOf(group.latest) !== null && (
                <MenuItem icon={BellOff} keys="m" onSelect={() => mute(group)}>
                  Mute
                </MenuItem>
              )}
            </>
          ) : (
            <MenuItem icon={Inbox} keys="e" onSelect={() => finish([group])}>
              Move to inbox
            </MenuItem>
          )
        }
        bulk={
          <>
            <Button variant="inherit" icon={isOpen ? CheckCheck : Inbox} onClick={() => finish(chosen)}>
              {isOpen ? 'Mark as done' : 'Move to inbox'}
            </Button>
            {isOpen && (
              <Button variant="inherit" icon={Clock} onClick={() => setSnoozing(chosen)}>
                Snooze
              </Button>
            )}
          </>
        }
        empty={<InboxEmpty search={search} onSearch={onSearch} />}
      />
      {snoozing.length > 0 && (
        <SnoozeDialog
          title={snoozeTitle(snoozing)}
          onClose={() => setSnoozing([])}
          onSnooze={(until) => {
            actions.snooze(snoozing, until)
            setSnoozing([])
            clear()
          }}
        />
      )}
    </>
  )
}

const snoozeTitle = (groups: readonly NotificationGroup[]): string => {
  const [group, ...others] = groups
  return group !== undefined && others.length === 0
    ? labels.quoted(objectLabel(group.latest))
    : countLabel(idsIn(groups).length)
}
