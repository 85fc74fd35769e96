import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { type Team, teamTitle } from '#contract/teams.ts'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { PeopleHeader, PeopleNotVisible } from '../../components/people-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { sessionQuery } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { useTeamActions } from './mutations.ts'
import { type OnSearch, teamsQuery } from './queries.ts'
import type { TeamsSearch } from './search-params.ts'
import { NewTeamDialog } from './team-dialogs.tsx'
import styles from './teams.module.css'

type Props = { organization: Organization; search: TeamsSearch; onSearch: OnSearch }

export function TeamsPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'People', to: paths.members(organization.id) }, { title: 'Teams' }])
  const { data: session } = useSuspenseQuery(sessionQuery)
  const canCreate = organization.permissions.admin
  const onNew = () => onSearch({ dialog: 'new' })
  useActions(canCreate ? [{ id: 'team', label: 'New team', icon: Plus, keys: 'c', run: onNew }] : [])
  if (!organization.permissions.listTeams) return <PeopleNotVisible organization={organization} />
  return (
    <>
      <PeopleHeader
        organization={organization}
        actions={
          canCreate && (
            <Button variant="primary" icon={Plus} onClick={onNew}>
              New team
            </Button>
          )
        }
      />
      <TeamList {...{ organization, search, onSearch, canCreate }} currentUserId={session.user.id} />
      {search.dialog === 'new' && canCreate && (
        <NewTeamDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
    </>
  )
}

type TeamListProps = {
  organization: Organization
  search: TeamsSearch
  onSearch: OnSearch
  canCreate: boolean
  currentUserId: string
}

const columns = [
  { head: 'Team' },
  { head: 'Members', className: styles.alignEnd },
  { head: 'Spaces', className: clsx(styles.alignEnd, 'wide') },
  { head: 'Created', className: clsx(styles.alignEnd, 'wide') },
  { head: <span className="sr">Actions</span> },
]

/** The teams of an organization. People who manage a team can rename and delete it here. */
function TeamList({ organization, search, onSearch, canCreate, currentUserId }: TeamListProps) {
  const query = useInfiniteQuery({
    ...teamsQuery(organization.id, search, currentUserId),
    placeholderData: keepPreviousData,
  })
  const rows = useRows(organization.id)
  const total = query.data?.pages[0]?.count
  const isFiltered = search.title !== undefined || search.mine === true
  return (
    <>
      {(isFiltered || total !== 0) && <TeamsToolbar {...{ organization, search, onSearch, total }} />}
      <div className="scroll">
        <QueryList
          read={query}
          rowOf={(team: Team) => team}
          label="Teams"
          className={styles.teams}
          columns={columns}
          titleOf={({ title }) => title}
          {...rows}
          empty={
            isFiltered ? (
              <Filtered
                title={emptyTitle(search)}
                clear="Clear the filter"
                onClear={() => onSearch({ title: undefined, mine: undefined })}
              />
            ) : (
              <NoTeams canCreate={canCreate} onNew={() => onSearch({ dialog: 'new' })} />
            )
          }
        />
      </div>
    </>
  )
}

/** Cells, keys and menu of a row. */
function useRows(organizationId: string) {
  const navigate = useNavigate()
  const actions = useTeamActions(organizationId)
  const [renaming, setRenaming] = useState<string | null>(null)
  const to = ({ id }: Team) => paths.team(organizationId, id)
  return {
    onOpen: (team: Team) => void navigate({ to: to(team) }),
    onRowKey: (event: KeyboardEvent, team: Team) => {
      if (!team.permissions.admin) return
      if (event.key === 'F2') setRenaming(team.id)
      else if (event.key === 'Delete' || event.key === 'Backspace') void actions.remove(team)
      else return
      event.preventDefault()
    },
    row: (team: Team, isCurrent: boolean) => (
      <TeamCells
        team={team}
        to={to(team)}
        isCurrent={isCurrent}
        isRenaming={renaming === team.id}
        onRename={(title) => {
          setRenaming(null)
          if (title !== null) actions.rename(team, title)
        }}
      />
    ),
    menu: (team: Team) => (
      <TeamMenu
        to={to(team)}
        team={team}
        onRename={() => setRenaming(team.id)}
        onRemove={() => void actions.remove(team)}
      />
    ),
  }
}

function emptyTitle({ title, mine }: TeamsSearch): string {
  if (title === undefined) return 'You don’t manage any teams'
  return `${mine ? 'No teams that you manage match' : 'No teams match'} ${labels.quoted(title)}`
}

const NoTeams = ({ canCreate, onNew }: { canCreate: boolean; onNew: () => void }) => (
  <Empty
    title="No teams yet"
    actions={
      canCreate && (
        <Button variant="outline" icon={Plus} onClick={onNew}>
          New team
        </Button>
      )
    }
  >
    Teams have roles on spaces and collections, and new members get them right away.
    {!canCreate && ' To create one, you need the Admin role.'}
  </Empty>
)

type CellsProps = {
  team: Team
  to: string
  isCurrent: boolean
  isRenaming: boolean
  /** null cancels. */
  onRename: (title: string | null) => void
}

const TeamCells = ({ team, to, isCurrent, isRenaming, onRename }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      {isRenaming ? (
        <InlineRename
          label={`New title of ${team.title}`}
          value={team.title}
          maxLength={teamTitle.maxLength ?? 64}
          onSave={onRename}
          onCancel={() => onRename(null)}
        />
      ) : (
        <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
          {team.title}
        </Link>
      )}
      {team.managedBy && <Badge>SCIM</Badge>}
    </div>
    <div className="cell cell-end soft num" role="gridcell">
      {team.members}
      <span className="narrow">{team.members === 1 ? 'member' : 'members'}</span>
    </div>
    <div className="cell cell-end wide soft num" role="gridcell">
      {team.spaces}
    </div>
    <div className="cell cell-end wide soft num" role="gridcell">
      <Time at={team.createdAt} />
    </div>
  </>
)

type MenuProps = { team: Team; to: string; onRename: () => void; onRemove: () => void }

const TeamMenu = ({ team, to, onRename, onRemove }: MenuProps) => (
  <>
    <MenuLink>
      <Link to={to}>
        <Icon of={Eye} />
        Open
        <Keys of="enter" />
      </Link>
    </MenuLink>
    {team.permissions.admin && (
      <>
        <MenuItem icon={Pencil} keys="f2" onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} keys="delete" danger onSelect={onRemove}>
          Delete…
        </MenuItem>
      </>
    )}
  </>
)

type TeamsToolbarProps = {
  organization: Organization
  search: TeamsSearch
  onSearch: OnSearch
  total: number | undefined
}

const fields: FilterField[] = [
  { label: 'Manager', kind: 'choice', operators: is('owner'), choices: [{ value: 'me', label: 'Me' }] },
]

/** Search and filter of the list. */
const TeamsToolbar = ({ organization, search, onSearch, total }: TeamsToolbarProps) => (
  <ListToolbar
    label="Search the teams"
    placeholder="Find by title"
    fieldClassName={styles.search}
    text={search.title}
    onText={(title) => onSearch({ title }, { replace: true })}
    total={total === undefined ? undefined : pluralize(total, 'team')}
  >
    {organization.permissions.ownTeam && (
      <FilterBar<{ owner?: string | undefined }>
        fields={fields}
        params={{ owner: search.mine ? 'me' : undefined }}
        onChange={({ owner }) => onSearch({ mine: owner === undefined ? undefined : true })}
      />
    )}
  </ListToolbar>
)
