import { Funnel } from 'lucide-react'
import type { RefObject } from 'react'
import { FilterMenu } from '../../components/list-toolbar.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useSearchText } from '../../hooks/use-debounced.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './library.module.css'
import type { Kind } from './library-index.ts'
import type { OnSearch } from './queries.ts'
import type { LibrarySearch } from './search-params.ts'

const filterLabels: Readonly<Record<Kind | 'all', string>> = {
  all: 'Everything',
  changes: 'With open changes',
  published: 'Published spaces',
  unpublished: 'Spaces on no site',
  collections: 'Collections',
}

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
      <FilterMenu<Kind | 'all'>
        icon={Funnel}
        value={search.show ?? 'all'}
        labels={filterLabels}
        onChange={(next) => onSearch({ show: next === 'all' ? undefined : next })}
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
