import { useRef } from 'react'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { counted } from '../../lib/words.ts'
import type { FilesSearch, OnSearch } from './files-search.ts'

type Props = { search: FilesSearch; onSearch: OnSearch; total: number | undefined }

const shows = [
  [undefined, 'All'],
  ['images', 'Images'],
  ['other', 'Other'],
  ['unused', 'Unused'],
] as const

/** Search and filter above the files, both in the address. */
export function FilesToolbar({ search, onSearch, total }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useAddressText(search.search ?? '', (next) =>
    onSearch({ search: next || undefined }, { replace: true }),
  )
  useKeys([{ keys: '/', label: 'Search files', group: 'On this page', act: () => field.current?.focus() }])
  return (
    <div className="toolbar fl-bar">
      <SearchInput
        ref={field}
        label="Search files"
        placeholder="Name"
        keys="/"
        value={text}
        onChange={setText}
      />
      <fieldset className="btn-group">
        <legend className="sr">Show</legend>
        {shows.map(([show, word]) => (
          <button
            key={word}
            type="button"
            aria-pressed={search.show === show}
            onClick={() => onSearch({ show })}
          >
            {word}
          </button>
        ))}
      </fieldset>
      <span className="grow wide" />
      {total !== undefined && (
        <span className="meta faint num wide" role="status">
          {counted(total, 'file')}
        </span>
      )}
    </div>
  )
}
