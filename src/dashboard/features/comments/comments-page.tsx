import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { Space } from '#contract/spaces.ts'
import { CommentComposer } from '../../components/comments/composer.tsx'
import type { CommentsRef, CommentTarget } from '../../components/comments/queries.ts'
import { CommentLocation } from '../../components/comments/thread.tsx'
import { ShownCommentsSelect, ThreadList } from '../../components/comments/thread-list.tsx'
import { MoreButton, QueryStates } from '../../components/query-states.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import styles from './comments.module.css'
import { commentsQuery } from './queries.ts'
import type { CommentsSearch } from './search-params.ts'

type Props = {
  space: Space
  meId: string
  search: CommentsSearch
  onSearch: (change: Partial<CommentsSearch>) => void
}

const people = [
  { value: 'all', label: 'By anyone' },
  { value: 'me', label: 'By me' },
] as const

/** All comments on a space and its pages, newest first, with a field for comments on the space itself. */
export function CommentsPage({ space, meId, search, onSearch }: Props) {
  const at = { spaceId: space.id, organizationId: space.organization }
  const author = search.by === 'me' ? meId : undefined
  const read = useInfiniteQuery(commentsQuery(space.id, { status: search.status, author }))
  const [target, setTarget] = useState<CommentTarget>()
  const comments = itemsOf(read.data)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={clsx('pane', styles.root)} tabIndex={0} aria-label="Comments">
      <div className={styles.in}>
        <div className={styles.bar}>
          <ShownCommentsSelect
            value={search.status ?? 'open'}
            onChange={(status) => onSearch({ status: status === 'open' ? undefined : status })}
          />
          <Select
            aria-label="Filter by author"
            value={search.by ?? 'all'}
            choices={people}
            onChange={({ target: { value } }) => onSearch({ by: value === 'me' ? 'me' : undefined })}
          />
          <span className="grow" />
          {read.data && <span className="meta faint num">{read.data.pages[0]?.count ?? 0}</span>}
        </div>
        {space.permissions.comment && (
          <CommentComposer
            at={at}
            target={target}
            onTarget={setTarget}
            onPosted={(comment) => onSearch({ comment })}
          />
        )}
        <QueryStates read={read} name="The comments">
          {() => (
            <List {...{ read, search, onSearch, comments, at }} title={space.title || labels.untitled} />
          )}
        </QueryStates>
      </div>
    </section>
  )
}

type ListProps = Pick<Props, 'search' | 'onSearch'> & {
  at: CommentsRef
  read: ReturnType<typeof useRead>
  comments: readonly Comment[]
  title: string
}

const useRead = (query: ReturnType<typeof commentsQuery>) => useInfiniteQuery(query)

function List({ at, read, comments, search, onSearch, title }: ListProps) {
  if (comments.length === 0 && !search.status && !search.by)
    return (
      <Empty title={`No open comments in ${labels.quoted(title)}`}>
        Comments on its pages and on the whole space appear here until they are resolved.
      </Empty>
    )
  if (comments.length === 0)
    return (
      <Filtered
        title="No matching comments"
        clear="Show open comments"
        onClear={() => onSearch({ status: undefined, by: undefined })}
      />
    )
  return (
    <ThreadList
      at={at}
      comments={comments}
      selected={search.comment}
      onSelect={(comment) => onSearch({ comment })}
      whereOf={(comment) => <CommentLocation at={at} comment={comment} />}
    >
      <MoreButton read={read}>Show older</MoreButton>
    </ThreadList>
  )
}
