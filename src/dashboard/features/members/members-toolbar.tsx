import type { Organization } from '#contract/organizations.ts'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { usePeopleCounts } from '../../data/members.ts'
import { pluralize } from '../../lib/labels.ts'
import { memberRoles, roleNames } from '../../lib/role-labels.ts'
import styles from './members.module.css'
import type { OnSearch } from './queries.ts'
import type { MembersSearch } from './search-params.ts'

type MembersToolbarProps = {
  organization: Organization
  search: MembersSearch
  onSearch: OnSearch
  /** How many members match the filters; undefined while loading. */
  total: number | undefined
}

/** Search and filter of the list. The URL stores both. */
export function MembersToolbar({ organization, search, onSearch, total }: MembersToolbarProps) {
  const { members } = usePeopleCounts(organization)
  const isFiltered = members !== undefined && members !== total
  return (
    <ListToolbar
      label="Search people"
      placeholder="Name or email"
      fieldClassName={styles.search}
      text={search.search}
      onText={(text) => onSearch({ search: text }, { replace: true })}
      note={search.sort === 'lastSeenAt' && 'Excludes suspended members and members never seen'}
      total={
        total === undefined ? undefined : isFiltered ? `${total} of ${members}` : pluralize(total, 'member')
      }
    >
      <FilterBar fields={fieldsFor(organization)} params={search} onChange={onSearch} />
    </ListToolbar>
  )
}

function fieldsFor(organization: Organization): FilterField[] {
  return [
    {
      label: 'Role',
      kind: 'choice',
      operators: is('role'),
      choices: memberRoles.map((value) => ({ value, label: roleNames[value] })),
    },
    {
      label: 'State',
      kind: 'choice',
      operators: is('state'),
      choices: [
        { value: 'active', label: 'Active' },
        { value: 'suspended', label: 'Suspended' },
      ],
    },
    {
      label: 'Last seen',
      kind: 'day',
      operators: [
        { label: 'is before', param: 'seenBefore' },
        { label: 'is after', param: 'seenAfter' },
      ],
    },
    ...(organization.permissions.admin
      ? [
          {
            label: 'Second factor',
            kind: 'choice' as const,
            operators: is('secondFactor'),
            choices: [
              { value: 'on', label: 'On' },
              { value: 'off', label: 'Off' },
            ],
          },
          {
            label: 'Email address',
            kind: 'choice' as const,
            operators: is('email'),
            choices: [
              { value: 'rejected', label: 'Rejected' },
              { value: 'accepted', label: 'Not rejected' },
            ],
          },
        ]
      : []),
  ]
}
