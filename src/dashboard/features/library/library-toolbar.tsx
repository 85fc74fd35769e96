import { Funnel } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { counted } from '../../lib/words.ts'
import type { Kind } from './library-index.ts'
import type { LibrarySearch, OnSearch } from './library-search.ts'

const shown: Readonly<Record<Kind | 'all', string>> = {
  all: 'Everything',
  changes: 'With open changes',
  published: 'Published spaces',
  unpublished: 'Spaces on no site',
  collections: 'Collections',
}
const options = Object.entries(shown)

type Props = {
  search: LibrarySearch
  onSearch: OnSearch
  field: RefObject<HTMLInputElement | null>
  total: string | undefined
}

/** Filters above the tree; both stand in the address. */
export function LibraryToolbar({ search, onSearch, field, total }: Props) {
  const [text, setText] = useAddressText(search.q ?? '', (q) =>
    onSearch({ q: q || undefined }, { replace: true }),
  )
  const chosen = search.show ?? 'all'
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className="lib-filter"
        label="Filter the library"
        placeholder="Filter by title"
        keys="/"
        value={text}
        onChange={setText}
      />
      <Menu
        align="start"
        trigger={
          <Button icon={Funnel} aria-label={`Filter: ${shown[chosen]}`}>
            {chosen === 'all' ? 'Filter' : shown[chosen]}
          </Button>
        }
      >
        <MenuOptions<string> value={chosen} onChange={(next) => onSearch({ show: kindOf(next) })}>
          {options.map(([value, label]) => (
            <MenuOption key={value} value={value}>
              {label}
            </MenuOption>
          ))}
        </MenuOptions>
      </Menu>
      <span className="grow" />
      {total && (
        <span className="faint meta wide" role="status">
          {total}
        </span>
      )}
    </div>
  )
}

const kindOf = (value: string): Kind | undefined =>
  value === 'changes' || value === 'published' || value === 'unpublished' || value === 'collections'
    ? value
    : undefined

/** `32 spaces in 8 collections` */
export const totalInWords = (spaces: number, collections: number): string =>
  collections === 0
    ? counted(spaces, 'space')
    : `${counted(spaces, 'space')} in ${counted(collections, 'collection')}`
