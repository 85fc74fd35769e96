import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { Space } from '#contract/spaces.ts'
import { CommentComposer, type CommentTarget } from '../../components/comments/composer.tsx'
import { CommentLocation, CommentThread } from '../../components/comments/thread.tsx'
import { MoreButton, QueryStates } from '../../components/query-states.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
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

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const
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
  const step = (step: 1 | -1) => {
    const next = comments[comments.findIndex(({ id }) => id === search.comment) + step]
    if (!next) return
    onSearch({ comment: next.id })
    document.querySelector(`[data-thread="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { keys: 'j', label: 'Next thread', group: 'On this page', run: () => step(1) },
    { keys: 'k', label: 'Previous thread', group: 'On this page', run: () => step(-1) },
  ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={clsx('pane', styles.root)} tabIndex={0} aria-label="Comments">
      <div className={styles.in}>
        <div className={styles.bar}>
          <Select
            aria-label="Which comments"
            value={search.status ?? 'open'}
            choices={statuses}
            onChange={({ target: { value } }) =>
              onSearch({ status: value === 'resolved' || value === 'all' ? value : undefined })
            }
          />
          <Select
            aria-label="Whose comments"
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
            <List {...{ read, search, onSearch }} title={space.title || labels.untitled}>
              {comments.map((comment) => (
                <CommentThread
                  key={comment.id}
                  at={at}
                  comment={comment}
                  isSelected={comment.id === search.comment}
                  onSelect={() => onSearch({ comment: comment.id })}
                  where={<CommentLocation at={at} comment={comment} />}
                />
              ))}
            </List>
          )}
        </QueryStates>
      </div>
    </section>
  )
}

type ListProps = Pick<Props, 'search' | 'onSearch'> & {
  read: ReturnType<typeof useRead>
  title: string
  children: ReactNode[]
}

const useRead = (query: ReturnType<typeof commentsQuery>) => useInfiniteQuery(query)

function List({ read, search, onSearch, title, children }: ListProps) {
  if (children.length === 0 && !search.status && !search.by)
    return (
      <Empty title={`Nothing is open in ${labels.quoted(title)}`}>
        Comments on its pages and on the whole space appear here until they are resolved.
      </Empty>
    )
  if (children.length === 0)
    return (
      <Filtered
        title="No matching comments"
        clear="Show open comments"
        onClear={() => onSearch({ status: undefined, by: undefined })}
      />
    )
  return (
    <div className={styles.list}>
      {children}
      <MoreButton read={read}>Show older</MoreButton>
    </div>
  )
}
