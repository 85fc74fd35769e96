import { useRef } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { counted } from '../../lib/words.ts'
import { longest, questionOf, type SearchSearch } from './search-query.ts'
import { SearchResults } from './search-results.tsx'
import { useHitKeys } from './use-hit-keys.ts'
import { useSearch } from './use-search.ts'
import './search.css'

type Props = {
  organization: Organization
  search: SearchSearch
  onSearch: (search: SearchSearch, options?: { replace?: boolean }) => void
}

/** Every page the caller may read, by its title, its headings and its text. */
export function SearchPage({ organization, search, onSearch }: Props) {
  const question = questionOf(search)
  useCrumbs([{ title: 'Search' }], question === '' ? 'Search' : `${question} · Search`)
  const field = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const [text, setText] = useAddressText(search.q ?? '', (q) =>
    onSearch({ q: q || undefined }, { replace: true }),
  )
  const found = useSearch(organization.id, question)
  const step = useHitKeys(results, field)
  useKeys([{ keys: '/', label: 'Search', group: 'On this page', act: () => field.current?.focus() }])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Search</h1>
        </div>
      </div>
      <div className="toolbar">
        <SearchInput
          ref={field}
          className="search-field"
          label={`Search the pages of ${organization.title}`}
          placeholder="Titles, headings and text of all pages"
          keys="/"
          autoFocus={question === ''}
          autoComplete="off"
          maxLength={longest}
          value={text}
          onChange={setText}
          onKeyDownCapture={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            event.preventDefault()
            step(1)
          }}
        />
        <span className="grow" />
        <span className="faint meta" role="status">
          {found.count !== undefined && `In ${counted(found.count, 'space')}`}
        </span>
      </div>
      <div className="scroll" ref={results}>
        <SearchResults {...{ organization, question, found }} onClear={() => setText('')} />
      </div>
    </>
  )
}
