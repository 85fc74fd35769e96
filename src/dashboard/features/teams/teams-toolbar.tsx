import { ListFilter } from 'lucide-react'
import { useRef } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { Button } from '../../components/ui/button.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { counted } from '../../lib/words.ts'
import type { OnSearch, TeamsSearch } from './teams-search.ts'

type Props = {
  organization: Organization
  search: TeamsSearch
  onSearch: OnSearch
  total: number | undefined
}

const which = { all: 'All teams', mine: 'Teams I manage' } as const
type Which = keyof typeof which

/** Search and filter above the teams. */
export function TeamsToolbar({ organization, search, onSearch, total }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useAddressText(search.title ?? '', (title) =>
    onSearch({ title: title || undefined }, { replace: true }),
  )
  useKeys([
    { keys: '/', label: 'Search the teams', group: 'On this page', act: () => field.current?.focus() },
  ])
  const now: Which = search.mine ? 'mine' : 'all'
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className="tm-search"
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
            <Button icon={ListFilter} aria-label={`Filter: ${which[now]}`}>
              {now === 'all' ? 'Filter' : which.mine}
            </Button>
          }
        >
          <MenuOptions<Which>
            value={now}
            onChange={(next) => onSearch({ mine: next === 'mine' ? true : undefined })}
          >
            {Object.entries(which).map(([value, label]) => (
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
          {counted(total, 'team')}
        </span>
      )}
    </div>
  )
}
