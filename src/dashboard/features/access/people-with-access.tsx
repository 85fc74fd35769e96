import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ListFilter } from 'lucide-react'
import { type Role, roles } from '#contract/shared/permissions.ts'
import type { User } from '#contract/users.ts'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed, Filtered } from '../../components/ui/states.tsx'
import { roleDescriptionsFor } from '../../data/access.ts'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { accessOriginLabel, roleNames } from '../../lib/role-labels.ts'
import styles from './access.module.css'
import { type OnSearch, peopleWithAccessQuery, type Resource } from './queries.ts'
import type { AccessSearch } from './search-params.ts'

type Props = { resource: Resource; search: AccessSearch; onSearch: OnSearch }
type Row = {
  readonly id: string
  readonly user: User
  readonly role: Role
  /** What grants the role. Only the list of a site includes it. */
  readonly from?: string
}

/** Everyone with access from any source, with their effective role and its source. */
export function PeopleWithAccess({ resource, search, onSearch }: Props) {
  const query = useInfiniteQuery({
    ...peopleWithAccessQuery(resource, search),
    placeholderData: keepPreviousData,
  })
  const rows = itemsOf(query.data).map(
    (item): Row => ({
      id: item.user.id,
      user: item.user,
      role: item.permission,
      ...('origin' in item ? { from: accessOriginLabel(item.origin) } : {}),
    }),
  )
  const showsSource = resource.kind === 'site'
  const total = query.data?.pages[0]?.count
  const onWhy = (id: string) => onSearch({ why: id })
  return (
    <section className={styles.section} aria-labelledby="access-everyone">
      <div className="section-head">
        <h2 id="access-everyone">Everyone with access</h2>
        {total !== undefined && (
          <span className="count" role="status">
            {total.toLocaleString('en')}
          </span>
        )}
      </div>
      <Filters kind={resource.kind} search={search} onSearch={onSearch} />
      {query.isPending && <ListSkeleton />}
      {query.isError && (
        <Failed
          title="Couldn’t load who has access"
          reason={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && (
        <PagedList<Row>
          label="Everyone with access"
          className={showsSource ? clsx(styles.peopleList, styles.hasSource) : styles.peopleList}
          columns={[
            { head: 'Name' },
            { head: 'Email', className: 'wide' },
            { head: 'Role' },
            ...(showsSource ? [{ head: 'From', className: 'wide' }] : []),
            { head: <span className="sr">Why</span> },
          ]}
          items={rows}
          total={total ?? rows.length}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
          titleOf={({ user }) => user.displayName}
          {...(resource.canManage ? { onOpen: ({ id }: Row) => onWhy(id) } : {})}
          row={(row, isCurrent) => (
            <Cells row={row} isCurrent={isCurrent} onWhy={resource.canManage ? onWhy : undefined} />
          )}
          empty={
            <Filtered
              title={nothingFound(search)}
              clear="Clear the filter"
              onClear={() => onSearch({ q: undefined, role: undefined })}
            />
          }
        />
      )}
    </section>
  )
}

function nothingFound({ q: text, role }: AccessSearch): string {
  const who = role === undefined ? 'No one' : `No one with the ${roleNames[role]} role`
  return text === undefined ? `${who} has access` : `${who} matches ${labels.quoted(text)}`
}

type Shown = Role | 'all'

type FilterProps = Pick<Props, 'search' | 'onSearch'> & { kind: Resource['kind'] }

function Filters({ kind, search, onSearch }: FilterProps) {
  const name = search.role === undefined ? 'Role' : roleNames[search.role]
  return (
    <ListToolbar
      label="Search people"
      placeholder="Name or email"
      fieldClassName={styles.search}
      text={search.q}
      onText={(q) => onSearch({ q }, { replace: true })}
    >
      <Menu
        align="start"
        trigger={
          <Button icon={ListFilter} aria-label={`Filter by role: ${search.role ? name : 'all'}`}>
            {name}
          </Button>
        }
      >
        <MenuOptions<Shown>
          value={search.role ?? 'all'}
          onChange={(role) => onSearch({ role: role === 'all' ? undefined : role })}
        >
          <MenuOption value="all">All roles</MenuOption>
          {roles.map((role) => (
            <MenuOption key={role} value={role} help={roleDescriptionsFor(kind)[role]}>
              {roleNames[role]}
            </MenuOption>
          ))}
        </MenuOptions>
      </Menu>
    </ListToolbar>
  )
}

type CellsProps = { row: Row; isCurrent: boolean; onWhy: ((id: string) => void) | undefined }

const Cells = ({ row: { user, role, from }, isCurrent, onWhy }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Avatar id={user.id} name={user.displayName} photo={user.photoURL} size="m" />
      <span className={styles.stacked}>
        <span className="title truncate">{user.displayName}</span>
        <span className="narrow meta faint truncate">{user.email}</span>
      </span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate">{user.email}</span>
    </div>
    <div className="cell" role="gridcell">
      {roleNames[role]}
    </div>
    {from !== undefined && (
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">{from}</span>
      </div>
    )}
    <div className="cell cell-end" role="gridcell">
      {onWhy && (
        <Button
          variant="outline"
          size="small"
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`Why ${user.displayName} has the ${roleNames[role]} role`}
          onClick={() => onWhy(user.id)}
        >
          Why
        </Button>
      )}
    </div>
  </>
)
