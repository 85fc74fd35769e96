import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, UserMinus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { ReadList } from '../../components/read-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { places } from '../../lib/places.ts'
import { teamRoleChoices, teamRoleNames } from '../../lib/team-role-words.ts'
import { counted } from '../../lib/words.ts'
import { AddToTeamDialog } from './add-to-team-dialog.tsx'
import { memberTeamsQuery } from './member-queries.ts'
import { type Membership, useMembership } from './use-membership.ts'

type Props = {
  organization: Organization
  member: Member
  isAdding: boolean
  onAdding: (is: boolean) => void
}

type Row = { readonly id: string; readonly team: Team; readonly role: TeamRole }

const columns = [
  { head: 'Team' },
  { head: 'Role in it' },
  { head: 'Members', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The teams of somebody; who manages a team changes them here too. */
export function MemberTeams({ organization, member, isAdding, onAdding }: Props) {
  const name = member.user.displayName
  const membership = useMembership(organization.id, member)
  const rows = useRows(organization.id, membership)
  const mayAdd = organization.permissions.admin || organization.permissions.ownTeam
  useActs(
    mayAdd
      ? [{ id: 'add', label: `Add ${name} to a team`, icon: Plus, keys: 'c', run: () => onAdding(true) }]
      : [],
  )
  const add = mayAdd && (
    <Button look="line" icon={Plus} onClick={() => onAdding(true)}>
      Add to a team
    </Button>
  )
  const read = useInfiniteQuery(memberTeamsQuery({ organizationId: organization.id, userId: member.id }))
  return (
    <>
      {add && member.teams > 0 && <div className="toolbar">{add}</div>}
      <div className="scroll">
        <ReadList
          read={read}
          rowOf={({ team, member: { role } }): Row => ({ id: team.id, team, role })}
          label="Teams"
          className="m-teams"
          columns={columns}
          titleOf={({ team }) => team.title}
          {...rows}
          empty={
            <Empty title={`${name} is in no team`} acts={add}>
              A team is given roles on spaces and collections as one.
            </Empty>
          }
        />
      </div>
      {isAdding && mayAdd && (
        <AddToTeamDialog
          organization={organization}
          name={name}
          onClose={() => onAdding(false)}
          onAdd={membership.join}
        />
      )}
    </>
  )
}

/** What a row shows, and what its keys and its menu do. */
function useRows(organizationId: string, { setRole, leave }: Membership) {
  const navigate = useNavigate()
  const to = ({ id }: Row) => places.team(organizationId, id)
  return {
    onOpen: (row: Row) => void navigate({ to: to(row) }),
    onRowKey: (event: KeyboardEvent, { team, role }: Row) => {
      if (!['Delete', 'Backspace'].includes(event.key) || !team.permissions.admin) return
      event.preventDefault()
      leave(team, role)
    },
    row: (row: Row, isCurrent: boolean) => (
      <Cells {...row} to={to(row)} isCurrent={isCurrent} onRole={(role) => setRole(row.team, role)} />
    ),
    menu: ({ team, role }: Row) =>
      team.permissions.admin && (
        <MenuItem icon={UserMinus} keys="delete" danger onSelect={() => leave(team, role)}>
          Take out of the team
        </MenuItem>
      ),
  }
}

type CellsProps = Row & { to: string; isCurrent: boolean; onRole: (role: TeamRole) => void }

const Cells = ({ team, role, to, isCurrent, onRole }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
        {team.title}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      {team.permissions.admin ? (
        <SelectInline<TeamRole>
          label={`Role in ${team.title}`}
          value={role}
          choices={teamRoleChoices}
          onChange={onRole}
          tabIndex={isCurrent ? 0 : -1}
        />
      ) : (
        <span className="soft">{teamRoleNames[role]}</span>
      )}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {counted(team.members, 'member')}
    </div>
  </>
)
