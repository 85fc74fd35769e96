import { useInfiniteQuery, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, UserMinus, UserPlus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { q, useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { sessionQuery } from '../../data/session.ts'
import { offerUndo } from '../../data/undo.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { teamRoleChoices, teamRoleDescriptions, teamRoleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './members.module.css'
import { memberTeamsQuery } from './queries.ts'

type Props = {
  organization: Organization
  member: Member
  isAdding: boolean
  onAdding: (is: boolean) => void
}

type Row = { readonly id: string; readonly team: Team; readonly role: TeamRole }

const columns = [
  { head: 'Team' },
  { head: 'Role in team' },
  { head: 'Members', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The teams of a member. People who manage a team can change its members here too. */
export function MemberTeams({ organization, member, isAdding, onAdding }: Props) {
  const name = member.user.displayName
  const membership = useTeamMemberships(organization.id, member)
  const rows = useRows(organization.id, membership)
  const canAdd = organization.permissions.admin || organization.permissions.ownTeam
  useActions(
    canAdd
      ? [{ id: 'add', label: `Add ${name} to a team`, icon: Plus, keys: 'c', run: () => onAdding(true) }]
      : [],
  )
  const add = canAdd && (
    <Button variant="outline" icon={Plus} onClick={() => onAdding(true)}>
      Add to a team
    </Button>
  )
  const read = useInfiniteQuery(memberTeamsQuery({ organizationId: organization.id, userId: member.id }))
  return (
    <>
      {add && member.teams > 0 && <div className="toolbar">{add}</div>}
      <div className="scroll">
        <QueryList
          read={read}
          rowOf={({ team, member: { role } }): Row => ({ id: team.id, team, role })}
          label="Teams"
          className={styles.teams}
          columns={columns}
          titleOf={({ team }) => team.title}
          {...rows}
          empty={
            <Empty title={`${name} isn’t in any team`} actions={add}>
              Team members get the team’s roles on spaces and collections.
            </Empty>
          }
        />
      </div>
      {isAdding && canAdd && (
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

/** Cells, keys and menu of a row. */
function useRows(organizationId: string, { setRole, remove }: TeamMemberships) {
  const navigate = useNavigate()
  const to = ({ id }: Row) => paths.team(organizationId, id)
  return {
    onOpen: (row: Row) => void navigate({ to: to(row) }),
    onRowKey: (event: KeyboardEvent, { team, role }: Row) => {
      if (!['Delete', 'Backspace'].includes(event.key) || !team.permissions.admin) return
      event.preventDefault()
      remove(team, role)
    },
    row: (row: Row, isCurrent: boolean) => (
      <Cells {...row} to={to(row)} isCurrent={isCurrent} onRole={(role) => setRole(row.team, role)} />
    ),
    menu: ({ team, role }: Row) =>
      team.permissions.admin && (
        <MenuItem icon={UserMinus} keys="delete" danger onSelect={() => remove(team, role)}>
          Remove from the team
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
      {pluralize(team.members, 'member')}
    </div>
  </>
)

/** Adds a member to teams, removes them and changes their team role. */
function useTeamMemberships(organizationId: string, { id: userId, user }: Member) {
  const teams = memberTeamsQuery({ organizationId, userId })
  const paramsOf = (team: Team) => ({ organizationId, teamId: team.id, userId })
  const saving = useApi(api.teamMembers.put, {
    ...optimistic(teams, (data, { params, body }) =>
      withItems(data, (rows) =>
        rows.map((row) =>
          row.team.id === params.teamId ? { ...row, member: { role: body?.role ?? 'member' } } : row,
        ),
      ),
    ),
    meta: { refused: `Couldn’t change the teams of ${user.displayName}` },
  })
  const removal = useApi(api.teamMembers.delete, {
    ...optimistic(teams, (data, { params }) =>
      withItems(data, (rows) => rows.filter(({ team }) => team.id !== params.teamId)),
    ),
    meta: { refused: `Couldn’t remove ${user.displayName} from the team` },
  })
  const save = (team: Team, role: TeamRole) => saving.mutateAsync({ params: paramsOf(team), body: { role } })
  return {
    setRole: (team: Team, role: TeamRole) => void save(team, role).catch(() => undefined),
    remove: (team: Team, role: TeamRole) =>
      removal.mutate(
        { params: paramsOf(team) },
        {
          onSuccess: () =>
            offerUndo(
              `Removed ${user.displayName} from ${labels.quoted(team.title)}`,
              () => void save(team, role).catch(() => undefined),
              { icon: UserMinus },
            ),
        },
      ),
    join: async (team: Team, role: TeamRole) => {
      await save(team, role)
      toast.done(`Added ${user.displayName} to ${labels.quoted(team.title)}`, { icon: UserPlus })
    },
  }
}
type TeamMemberships = ReturnType<typeof useTeamMemberships>

type Values = { team: string; role: TeamRole }
type AddToTeamDialogProps = {
  organization: Organization
  /** Name of the member. */
  name: string
  onClose: () => void
  onAdd: (team: Team, role: TeamRole) => Promise<void>
}

/** Adds the member to one of the teams that the user manages. */
function AddToTeamDialog({ organization, name, onClose, onAdd }: AddToTeamDialogProps) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data, isPending } = useQuery(
    q(api.teams.list, {
      params: { organizationId: organization.id },
      query: { limit: 1000, ...(organization.permissions.admin ? {} : { owner: session.user.id }) },
    }),
  )
  const teams = data?.items ?? []
  const form = useForm<Values>({ defaultValues: { team: '', role: 'member' } })
  const addition = useMutation<void, Error, Values>({
    mutationFn: async ({ team, role }) => {
      const selected = teams.find(({ id }) => id === team)
      if (selected) await onAdd(selected, role)
    },
    meta: { shown: 'in-form' },
    onSuccess: onClose,
  })
  return (
    <Dialog title={`Add ${name} to a team`} onClose={onClose}>
      <Form
        form={form}
        mutation={addition}
        submit="Add to team"
        onCancel={onClose}
        onSubmit={(values) => addition.mutate(values)}
      >
        <TeamField teams={teams} isLoading={isPending} />
        <SelectField
          name="role"
          label="Role in the team"
          help={teamRoleDescriptions[form.watch('role')]}
          choices={teamRoleChoices}
        />
      </Form>
    </Dialog>
  )
}

function TeamField({ teams, isLoading }: { teams: readonly Team[]; isLoading: boolean }) {
  const { field, fieldState } = useController<Values, 'team'>({
    name: 'team',
    rules: { required: 'Choose a team' },
  })
  return (
    <Field label="Team" error={fieldState.error?.message}>
      {(inputProps) => (
        <SpacePicker
          {...inputProps}
          label="Teams"
          noun="team"
          isLoading={isLoading}
          spaces={teams.map(({ id, title, members }) => ({
            space: { id, title, emoji: '' },
            where: pluralize(members, 'member'),
          }))}
          selected={field.value ? [field.value] : []}
          onChange={([id]) => field.onChange(id ?? '')}
        />
      )}
    </Field>
  )
}
