import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { usePeopleCounts } from '../../lib/people-counts.ts'
import { memberRoles } from '../../lib/role-words.ts'
import { counted } from '../../lib/words.ts'
import { showNames } from './member-words.ts'
import type { MembersSearch, OnSearch } from './members-search.ts'

type Props = {
  organization: Organization
  search: MembersSearch
  onSearch: OnSearch
  /** How many the filters let through, once that is known. */
  total: number | undefined
}

/** Search and filter above the members, both in the address. */
export function MembersToolbar({ organization, search, onSearch, total }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { members } = usePeopleCounts(organization)
  const [text, setText] = useAddressText(search.search ?? '', (next) =>
    onSearch({ search: next || undefined }, { replace: true }),
  )
  useKeys([{ keys: '/', label: 'Search people', group: 'On this page', act: () => field.current?.focus() }])
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className="m-search"
        label="Search people"
        placeholder="Name or e-mail"
        keys="/"
        value={text}
        onChange={setText}
      />
      <Show show={search.show} onShow={(show) => onSearch({ show })} />
      <span className="grow wide" />
      {search.sort === 'lastSeenAt' && (
        <span className="meta faint wide">Without those who are suspended or were never seen</span>
      )}
      {total !== undefined && (
        <span className="meta faint num wide" role="status">
          {members !== undefined && members !== total ? `${total} of ${members}` : counted(total, 'member')}
        </span>
      )}
    </div>
  )
}

type ShowValue = MembersSearch['show']
type ShowProps = { show: ShowValue; onShow: (show: ShowValue) => void }

/** The one filter: by role, or those who are suspended. */
function Show({ show, onShow }: ShowProps) {
  const options = (
    <MenuOptions<NonNullable<ShowValue> | ''>
      value={show ?? ''}
      onChange={(next) => onShow(next === '' ? undefined : next)}
    >
      {[...memberRoles, 'suspended' as const].map((value) => (
        <MenuOption key={value} value={value}>
          {showNames[value]}
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
          <button type="button" className="v" aria-label={`Filter: ${showNames[show]}`}>
            {showNames[show]}
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
