import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import type { ContentRef } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { reusableContentPath, reusableContentsQuery } from '../../data/reusable-content.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { labels } from '../../lib/labels.ts'
import styles from './editor.module.css'

type Props = {
  at: ContentRef
  /** Reusable content that is being edited, which can’t include itself. */
  excludedId?: string | undefined
  onClose: () => void
  onPick: (id: string) => void
}

/** Chooses reusable content to insert. */
export function ReusableContentPicker({ at, excludedId, onClose, onPick }: Props) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The list loads after the dialog has set its focus.
  useEffect(() => field.current?.focus(), [])
  const text = useDebounced(search.trim(), 150).slice(0, 256)
  const list = useInfiniteQuery({
    ...reusableContentsQuery(at, { sort: 'title', ...(text === '' ? {} : { search: text }) }),
    throwOnError: false,
  })
  const contents = itemsOf(list.data).filter(({ id }) => id !== excludedId)
  const isEmpty = list.data !== undefined && contents.length === 0
  return (
    <Dialog title="Insert reusable content" onClose={onClose}>
      <DialogBody>
        <Field label="Reusable content">
          {(tied) => (
            <TextInput
              {...tied}
              ref={field}
              type="search"
              value={search}
              placeholder="Title or text"
              autoComplete="off"
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </Field>
        {list.isError && <p role="alert">{errorMessage(list.error)}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
        <ul className={styles.ops} aria-label="Reusable content" tabIndex={0}>
          {contents.map(({ id, title, excerpt }) => (
            <li key={id}>
              <button type="button" onClick={() => onPick(id)}>
                <span className={styles.opName}>
                  <span className="name truncate">{title || labels.untitled}</span>
                  {excerpt && <span className="faint truncate">{excerpt}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {isEmpty && text !== '' && (
          <p className="faint" role="status">
            No reusable content matches {labels.quoted(text)}.
          </p>
        )}
        {isEmpty && text === '' && (
          <Empty title="No reusable content yet">
            Create some in <Link to={reusableContentPath(at)}>Reusable content</Link>, and show it on any page
            of the space.
          </Empty>
        )}
        {list.hasNextPage && (
          <Button variant="outline" size="form" onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="outline" size="form" onClick={onClose}>
          {labels.cancel}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
