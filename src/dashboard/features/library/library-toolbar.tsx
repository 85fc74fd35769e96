import type { RefObject } from 'react'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useSearchText } from '../../hooks/use-debounced.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './library.module.css'
import type { Kind } from './library-index.ts'
import type { OnSearch } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'

const fields: FilterField[] = [
  {
    label: 'Status',
    kind: 'choice',
    operators: is('status'),
    choices: [
      { value: 'changes', label: 'With open changes' },
      { value: 'published', label: 'Published' },
      { value: 'unpublished', label: 'On no site' },
    ],
  },
  {
    label: 'Type',
    kind: 'choice',
    operators: is('type'),
    choices: [{ value: 'collections', label: 'Collection' }],
  },
]

type Shown = { status?: Kind | undefined; type?: Kind | undefined }

/** One kind is shown at a time: a status of spaces, or the collections. */
const shownAs = (show: Kind | undefined): Shown =>
  show === 'collections' ? { type: show } : { status: show }

type Props = {
  search: LibrarySearch
  onSearch: OnSearch
  field: RefObject<HTMLInputElement | null>
  total: string | undefined
}

/** Filters above the tree, stored in the search params. */
export function LibraryToolbar({ search, onSearch, field, total }: Props) {
  const [text, setText] = useSearchText(search.q ?? '', (q) =>
    onSearch({ q: q || undefined }, { replace: true }),
  )
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className={styles.filter}
        label="Filter the library"
        placeholder="Filter by title"
        keys="/"
        value={text}
        onChange={setText}
      />
      <FilterBar<Shown>
        fields={fields}
        params={shownAs(search.show)}
        onChange={({ status, type }) => onSearch({ show: status ?? type })}
      />
      <span className="grow" />
      {total && (
        <span className="faint meta wide" role="status">
          {total}
        </span>
      )}
    </div>
  )
}

/** `32 spaces in 8 collections` */
export const formatTotal = (spaces: number, collections: number): string =>
  collections === 0
    ? pluralize(spaces, 'space')
    : `${pluralize(spaces, 'space')} in ${pluralize(collections, 'collection')}`
