import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleClosed } from '../../components/people-closed.tsx'
import { PeopleHead } from '../../components/people-head.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { sessionQuery } from '../../lib/session.ts'
import { NewTeamDialog } from './new-team-dialog.tsx'
import { TeamList } from './team-list.tsx'
import type { OnSearch, TeamsSearch } from './teams-search.ts'
import './teams.css'

type Props = { organization: Organization; search: TeamsSearch; onSearch: OnSearch }

/** The teams of an organization. */
export function TeamsPage({ organization, search, onSearch }: Props) {
  useCrumbs([{ title: 'People', to: places.members(organization.id) }, { title: 'Teams' }])
  const { data: session } = useSuspenseQuery(sessionQuery)
  const mayCreate = organization.permissions.admin
  const onNew = () => onSearch({ dialog: 'new' })
  useActs(mayCreate ? [{ id: 'team', label: 'New team', icon: Plus, keys: 'c', run: onNew }] : [])
  if (!organization.permissions.listTeams) return <PeopleClosed organization={organization} />
  return (
    <>
      <PeopleHead
        organization={organization}
        acts={
          mayCreate && (
            <Button look="ink" icon={Plus} onClick={onNew}>
              New team
            </Button>
          )
        }
      />
      <TeamList {...{ organization, search, onSearch, mayCreate }} meId={session.user.id} />
      {search.dialog === 'new' && mayCreate && (
        <NewTeamDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
    </>
  )
}
