import { type ReactNode, type RefObject, useRef } from 'react'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useSearchText } from '../../hooks/use-debounced.ts'
import { MAX_QUERY_LENGTH, queryOf } from './queries.ts'
import styles from './search.module.css'
import type { SearchSearch } from './search-params.ts'

type Props = {
  label: string
  search: SearchSearch
  onSearch: (search: SearchSearch, options?: { replace?: boolean }) => void
  /** How many results there are; announced when it changes. */
  count: ReactNode
  children: (clear: () => void) => ReactNode
}

/** A search field above its results, which keys move between. */
export function SearchView({ label, search, onSearch, count, children }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useSearchText(search.q ?? '', (q) =>
    onSearch({ q: q || undefined }, { replace: true }),
  )
  const step = useResultShortcuts(list, field)
  useShortcuts([{ keys: '/', label: 'Search', group: 'On this page', run: () => field.current?.focus() }])
  return (
    <>
      <div className="toolbar">
        <SearchInput
          ref={field}
          className={styles.field}
          label={label}
          placeholder="Titles, headings and text of all pages"
          keys="/"
          autoFocus={queryOf(search) === ''}
          autoComplete="off"
          maxLength={MAX_QUERY_LENGTH}
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
          {count}
        </span>
      </div>
      <div className="scroll" ref={list}>
        {children(() => setText(''))}
      </div>
    </>
  )
}

/**
 * `j` and `k` move between results; before the first one is the search field. Returns the step function for the
 * field.
 */
function useResultShortcuts(
  list: RefObject<HTMLElement | null>,
  field: RefObject<HTMLElement | null>,
): (direction: 1 | -1) => void {
  const step = (direction: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const current = links.findIndex((link) => link.matches(':focus'))
    const next = current + direction
    if (next < 0) return field.current?.focus()
    const link = links[Math.min(next, links.length - 1)]
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  const group = 'In lists and trees'
  useShortcuts([
    { keys: 'j', label: 'Next result', group, run: () => step(1) },
    { keys: 'k', label: 'Previous result', group, run: () => step(-1) },
  ])
  return step
}
