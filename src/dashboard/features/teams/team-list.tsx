import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import type { Team } from '#contract/teams.ts'
import { ReadList } from '../../components/read-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { TeamCells, TeamMenu } from './team-cells.tsx'
import { teamsQuery } from './team-queries.ts'
import type { OnSearch, TeamsSearch } from './teams-search.ts'
import { TeamsToolbar } from './teams-toolbar.tsx'
import { useTeamActs } from './use-team-acts.ts'

type Props = {
  organization: Organization
  search: TeamsSearch
  onSearch: OnSearch
  mayCreate: boolean
  meId: string
}

const columns = [
  { head: 'Team' },
  { head: 'Members', className: 'tm-end' },
  { head: 'Spaces', className: 'tm-end wide' },
  { head: 'Created', className: 'tm-end wide' },
  { head: <span className="sr">Actions</span> },
]

/** Teams with their size; those who manage one rename and delete it here. */
export function TeamList({ organization, search, onSearch, mayCreate, meId }: Props) {
  const query = useInfiniteQuery({
    ...teamsQuery(organization.id, search, meId),
    placeholderData: keepPreviousData,
  })
  const rows = useRows(organization.id)
  const total = query.data?.pages[0]?.count
  const isFiltered = search.title !== undefined || search.mine === true
  return (
    <>
      {(isFiltered || total !== 0) && <TeamsToolbar {...{ organization, search, onSearch, total }} />}
      <div className="scroll">
        <ReadList
          read={query}
          rowOf={(team: Team) => team}
          label="Teams"
          className="teams"
          columns={columns}
          titleOf={({ title }) => title}
          {...rows}
          empty={
            isFiltered ? (
              <Filtered
                title={nothingFound(search)}
                clear="Clear the filter"
                onClear={() => onSearch({ title: undefined, mine: undefined })}
              />
            ) : (
              <NoTeams mayCreate={mayCreate} onNew={() => onSearch({ dialog: 'new' })} />
            )
          }
        />
      </div>
    </>
  )
}

/** What a row shows, and what its keys and its menu do. */
function useRows(organizationId: string) {
  const navigate = useNavigate()
  const acts = useTeamActs(organizationId)
  const [renaming, setRenaming] = useState<string | null>(null)
  const to = ({ id }: Team) => places.team(organizationId, id)
  return {
    onOpen: (team: Team) => void navigate({ to: to(team) }),
    onRowKey: (event: KeyboardEvent, team: Team) => {
      if (!team.permissions.admin) return
      if (event.key === 'F2') setRenaming(team.id)
      else if (event.key === 'Delete' || event.key === 'Backspace') void acts.remove(team)
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
          if (title !== null) acts.rename(team, title)
        }}
      />
    ),
    menu: (team: Team) => (
      <TeamMenu
        to={to(team)}
        team={team}
        onRename={() => setRenaming(team.id)}
        onRemove={() => void acts.remove(team)}
      />
    ),
  }
}

function nothingFound({ title, mine }: TeamsSearch): string {
  if (title === undefined) return 'You manage no team'
  return `${mine ? 'No team that you manage' : 'No team'} is called ${words.quoted(title)}`
}

const NoTeams = ({ mayCreate, onNew }: { mayCreate: boolean; onNew: () => void }) => (
  <Empty
    title="No teams yet"
    acts={
      mayCreate && (
        <Button look="line" icon={Plus} onClick={onNew}>
          New team
        </Button>
      )
    }
  >
    A team is given roles on spaces and collections as one, and who joins it has them at once.
    {!mayCreate && ' To make one you need the role admin.'}
  </Empty>
)
