import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleHeader, PeopleNotVisible } from '../../components/people-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { sessionQuery } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import type { OnSearch, TeamsSearch } from './queries.ts'
import { NewTeamDialog } from './team-dialogs.tsx'
import { TeamList } from './team-list.tsx'

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
