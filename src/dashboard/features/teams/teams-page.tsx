import { useSuspenseQuery } from '@tanstack/react-query'
import { ListFilter, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleClosed } from '#dashboard/components/people-closed.tsx'
import { PeopleHead } from '#dashboard/components/people-head.tsx'
import { Button } from '#dashboard/components/ui/button.tsx'
import { SearchInput } from '#dashboard/components/ui/inputs.tsx'
import { Menu, MenuOption, MenuOptions } from '#dashboard/components/ui/menu.tsx'
import { sessionQuery } from '#dashboard/data/session.ts'
import { useActions } from '#dashboard/hooks/use-actions.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { useSearchText } from '#dashboard/hooks/use-debounced.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { pluralize } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import type { OnSearch, TeamsSearch } from './queries.ts'
import { NewTeamDialog } from './team-dialogs.tsx'
import { TeamList } from './team-list.tsx'
import styles from './teams.module.css'

type Props = { organization: Organization; search: TeamsSearch; onSearch: OnSearch }

export function TeamsPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'People', to: paths.members(organization.id) }, { title: 'Teams' }])
  const { data: session } = useSuspenseQuery(sessionQuery)
  const canCreate = organization.permissions.admin
  const onNew = () => onSearch({ dialog: 'new' })
  useActions(canCreate ? [{ id: 'team', label: 'New team', icon: Plus, keys: 'c', run: onNew }] : [])
  if (!organization.permissions.listTeams) return <PeopleClosed organization={organization} />
  return (
    <>
      <PeopleHead
        organization={organization}
        acts={
          canCreate && (
            <Button look="ink" icon={Plus} onClick={onNew}>
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

type TeamsToolbarProps = {
  organization: Organization
  search: TeamsSearch
  onSearch: OnSearch
  total: number | undefined
}

const filterLabels = { all: 'All teams', mine: 'Teams I manage' } as const
type Filter = keyof typeof filterLabels

/** Search and filter of the list. */
export function TeamsToolbar({ organization, search, onSearch, total }: TeamsToolbarProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText(search.title ?? '', (title) =>
    onSearch({ title: title || undefined }, { replace: true }),
  )
  useShortcuts([
    { keys: '/', label: 'Search the teams', group: 'On this page', run: () => field.current?.focus() },
  ])
  const current: Filter = search.mine ? 'mine' : 'all'
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className={styles.search}
        label="Search the teams"
        placeholder="Find by title"
        keys="/"
        value={text}
        onChange={setText}
      />
      {organization.permissions.ownTeam && (
        <Menu
          align="start"
          trigger={
            <Button icon={ListFilter} aria-label={`Filter: ${filterLabels[current]}`}>
              {current === 'all' ? 'Filter' : filterLabels.mine}
            </Button>
          }
        >
          <MenuOptions<Filter>
            value={current}
            onChange={(next) => onSearch({ mine: next === 'mine' ? true : undefined })}
          >
            {Object.entries(filterLabels).map(([value, label]) => (
              <MenuOption key={value} value={value}>
                {label}
              </MenuOption>
            ))}
          </MenuOptions>
        </Menu>
      )}
      <span className="grow wide" />
      {total !== undefined && (
        <span className="meta faint num wide" role="status">
          {pluralize(total, 'team')}
        </span>
      )}
    </div>
  )
}
