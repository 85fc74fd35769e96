import { Plus, X } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { usePeopleCounts } from '../../data/members.ts'
import { pluralize } from '../../lib/labels.ts'
import { memberRoles } from '../../lib/role-labels.ts'
import { filterLabels } from './labels.ts'
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
      note={search.sort === 'lastSeenAt' && 'Without those who are suspended or were never seen'}
      total={
        total === undefined ? undefined : isFiltered ? `${total} of ${members}` : pluralize(total, 'member')
      }
    >
      <Show show={search.show} onShow={(show) => onSearch({ show })} />
    </ListToolbar>
  )
}

type ShowValue = MembersSearch['show']
type ShowProps = { show: ShowValue; onShow: (show: ShowValue) => void }

/** Filters by role or suspension. */
function Show({ show, onShow }: ShowProps) {
  const options = (
    <MenuOptions<NonNullable<ShowValue> | ''>
      value={show ?? ''}
      onChange={(next) => onShow(next === '' ? undefined : next)}
    >
      {[...memberRoles, 'suspended' as const].map((value) => (
        <MenuOption key={value} value={value}>
          {filterLabels[value]}
        </MenuOption>
      ))}
    </MenuOptions>
  )
  if (show === undefined) {
    return (
      <Menu align="start" trigger={<Button icon={Plus}>Filter</Button>}>
        {options}
      </Menu>
    )
  }
  return (
    <span className="filter">
      <span className="k">{show === 'suspended' ? 'State' : 'Role'}</span>
      <Menu
        align="start"
        trigger={
          <button type="button" className="v" aria-label={`Filter: ${filterLabels[show]}`}>
            {filterLabels[show]}
          </button>
        }
      >
        {options}
      </Menu>
      <button type="button" aria-label="Remove the filter" onClick={() => onShow(undefined)}>
        <Icon of={X} size="xs" />
      </button>
    </span>
  )
}
