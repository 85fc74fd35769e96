import './teams.module.css'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, RefreshCw, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type Team, teamTitle } from '#contract/teams.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { useTeamActions, useTeamMembers } from './mutations.ts'
import { AddPeopleDialog } from './team-dialogs.tsx'
import { TeamMemberList } from './team-member-list.tsx'

type Props = {
  organizationId: string
  team: Team
  isAdding: boolean
  onAdding: (is: boolean) => void
}

/** The page of a team. */
export function TeamPage({ organizationId, team, isAdding, onAdding }: Props) {
  const people = useTeamMembers({ organizationId, teamId: team.id }, team.title)
  const canManage = team.permissions.admin
  useBreadcrumbs([
    { title: 'People', to: paths.members(organizationId) },
    { title: 'Teams', to: paths.teams(organizationId) },
    { title: team.title },
  ])
  return (
    <>
      <Head organizationId={organizationId} team={team} onAdding={() => onAdding(true)} />
      <TeamMemberList
        organizationId={organizationId}
        team={team}
        people={people}
        onAdd={() => onAdding(true)}
      />
      {isAdding && canManage && (
        <AddPeopleDialog
          organizationId={organizationId}
          team={team}
          people={people}
          onClose={() => onAdding(false)}
        />
      )}
    </>
  )
}

function Head({
  organizationId,
  team,
  onAdding,
}: {
  organizationId: string
  team: Team
  onAdding: () => void
}) {
  const navigate = useNavigate()
  const [isRenaming, setIsRenaming] = useState(false)
  const canManage = team.permissions.admin
  const actions = useTeamActions(organizationId, {
    onDeleted: () => navigate({ to: paths.teams(organizationId) }),
  })
  useActions(
    canManage
      ? [
          { id: 'add', label: 'Add people', icon: UserPlus, keys: 'c', where: team.title, run: onAdding },
          {
            id: 'rename',
            label: `Rename ${team.title}`,
            icon: Pencil,
            keys: 'f2',
            run: () => setIsRenaming(true),
          },
          { id: 'delete', label: `Delete ${team.title}`, icon: Trash2, run: () => void actions.remove(team) },
        ]
      : [],
  )
  return (
    <div className="page-head">
      <div className="title-row">
        {isRenaming ? (
          <InlineRename
            label={`New title of ${team.title}`}
            value={team.title}
            maxLength={teamTitle.maxLength ?? 64}
            onSave={(title) => {
              setIsRenaming(false)
              actions.rename(team, title)
            }}
            onCancel={() => setIsRenaming(false)}
          />
        ) : (
          <h1 className="truncate">{team.title}</h1>
        )}
        {team.managedBy && <Badge icon={RefreshCw}>Managed by SCIM</Badge>}
        {canManage && (
          <div className="actions">
            <Button variant="primary" icon={UserPlus} onClick={onAdding}>
              Add people
            </Button>
            <Menu
              trigger={
                <IconButton label={labels.actionsFor(team.title)} icon={Ellipsis} className="btn-outline" />
              }
              keepsFocus={() => document.querySelector('.title-row .rename') !== null}
            >
              <MenuItem icon={Pencil} keys="f2" onSelect={() => setIsRenaming(true)}>
                Rename
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(team)}>
                Delete…
              </MenuItem>
            </Menu>
          </div>
        )}
      </div>
      <p className="sub">
        {pluralize(team.members, 'member')},{' '}
        {team.spaces === 0 ? 'no roles' : `roles on ${pluralize(team.spaces, 'space')}`}
        {!canManage && !team.managedBy && '. Only admins and team owners can change its members.'}
        {team.managedBy && '. Your identity provider manages its title and members.'}
      </p>
    </div>
  )
}
