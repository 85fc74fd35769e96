import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Crown, SquareCheck, User, UserMinus, UserPlus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { TeamMember } from '#contract/team-members.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { QueryList } from '../../components/paged-list.tsx'
import { toggled } from '../../components/tree-navigation.ts'
import { Button } from '../../components/ui/button.tsx'
import { Avatar, Badge } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { paths } from '../../lib/paths.ts'
import { memberRoleOf, roleNames, teamRoleChoices, teamRoleNames } from '../../lib/role-labels.ts'
import type { TeamMembers } from './mutations.ts'
import { teamMembersQuery } from './queries.ts'
import styles from './teams.module.css'

type Props = { organizationId: string; team: Team; people: TeamMembers; onAdd: () => void }
type Row = TeamMember & { readonly id: string }

const rowOf = (member: TeamMember): Row => ({ ...member, id: member.organization.id })

const columns = [
  { head: 'Name' },
  { head: 'Email', className: 'wide' },
  { head: 'In the team' },
  { head: 'In the organization', className: 'wide' },
]

/** The members of a team. Its managers can change the team role of one or several members and remove them. */
export function TeamMemberList({ organizationId, team, people, onAdd }: Props) {
  const navigate = useNavigate()
  const query = useInfiniteQuery(teamMembersQuery({ organizationId, teamId: team.id }))
  const canManage = team.permissions.admin
  const items = itemsOf(query.data).map(rowOf)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter(({ id }) => ids.has(id))
  const to = ({ id }: Row) => paths.member(organizationId, id)
  const onRowKey = (event: KeyboardEvent, row: Row) => {
    if (!canManage || event.metaKey || event.ctrlKey || event.altKey) return
    const targets = ids.has(row.id) ? selected : [row]
    if (event.key === 'o') people.setRole(targets, row.team.role === 'owner' ? 'member' : 'owner')
    else if (event.key === 'Delete' || event.key === 'Backspace') people.remove(targets)
    else return
    event.preventDefault()
  }
  return (
    <div
      className={
        selected.length > 0
          ? clsx('scroll', styles.memberScroll, 'is-selecting')
          : clsx('scroll', styles.memberScroll)
      }
    >
      <QueryList
        read={query}
        rowOf={rowOf}
        label={`Members of ${team.title}`}
        className={canManage ? styles.teamMembers : clsx(styles.teamMembers, 'is-read')}
        columns={canManage ? [...columns, { head: <span className="sr">Actions</span> }] : columns}
        titleOf={({ organization }) => organization.user.displayName}
        onOpen={(row) => void navigate({ to: to(row) })}
        onRowKey={onRowKey}
        row={(row, isCurrent) => (
          <Cells
            row={row}
            to={to(row)}
            isCurrent={isCurrent}
            canManage={canManage}
            onRole={(role) => people.setRole([row], role)}
          />
        )}
        menu={
          canManage
            ? (row) => <RowItems row={row} people={people} onSelect={() => setIds(toggled(ids, row.id))} />
            : undefined
        }
        {...(canManage
          ? { selection: { ids: new Set(selected.map(({ id }) => id)), onChange: setIds } }
          : {})}
        bulk={<BulkActions selected={selected} people={people} />}
        empty={<NoMembers canManage={canManage} onAdd={onAdd} />}
      />
    </div>
  )
}

const NoMembers = ({ canManage, onAdd }: { canManage: boolean; onAdd: () => void }) => (
  <Empty
    title="This team has no members yet"
    actions={
      canManage && (
        <Button variant="outline" icon={UserPlus} onClick={onAdd}>
          Add people
        </Button>
      )
    }
  >
    New members get the team’s roles right away.
  </Empty>
)

type CellsProps = {
  row: Row
  to: string
  isCurrent: boolean
  canManage: boolean
  onRole: (role: TeamRole) => void
}

const Cells = ({ row: { organization: member, team }, to, isCurrent, canManage, onRole }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Avatar id={member.id} name={member.user.displayName} photo={member.user.photoURL} size="m" />
      <span className={styles.stacked}>
        <span className="line">
          <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
            {member.user.displayName}
          </Link>
          {member.disabled && <Badge>Suspended</Badge>}
          {member.pending && <Badge tone="ink">Invited</Badge>}
        </span>
        <span className="narrow meta faint truncate">{member.user.email}</span>
      </span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate">{member.user.email}</span>
    </div>
    <div className="cell" role="gridcell">
      {canManage ? (
        <SelectInline<TeamRole>
          label={`Role of ${member.user.displayName}`}
          value={team.role}
          choices={teamRoleChoices}
          onChange={onRole}
          tabIndex={isCurrent ? 0 : -1}
        />
      ) : (
        <span className="soft">{teamRoleNames[team.role]}</span>
      )}
    </div>
    <div className="cell wide soft" role="gridcell">
      {roleNames[memberRoleOf(member.role)]}
    </div>
  </>
)

type RowItemsProps = { row: Row; people: TeamMembers; onSelect: () => void }

const RowItems = ({ row, people, onSelect }: RowItemsProps) => {
  const next: TeamRole = row.team.role === 'owner' ? 'member' : 'owner'
  return (
    <>
      <MenuItem icon={next === 'owner' ? Crown : User} keys="o" onSelect={() => people.setRole([row], next)}>
        {next === 'owner' ? 'Make owner' : 'Make member'}
      </MenuItem>
      <MenuItem icon={SquareCheck} keys="x" onSelect={onSelect}>
        Select
      </MenuItem>
      <MenuItem icon={UserMinus} keys="delete" danger onSelect={() => people.remove([row])}>
        Remove from the team
      </MenuItem>
    </>
  )
}

const BulkActions = ({ selected, people }: { selected: readonly Row[]; people: TeamMembers }) => (
  <>
    <Button variant="inherit" icon={Crown} onClick={() => people.setRole(selected, 'owner')}>
      Make owner
    </Button>
    <Button variant="inherit" icon={User} onClick={() => people.setRole(selected, 'member')}>
      Make member
    </Button>
    <Button variant="inherit" icon={UserMinus} onClick={() => people.remove(selected)}>
      Remove
    </Button>
  </>
)
