import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Space } from '#contract/spaces.ts'
import { WhereOf } from '../../components/talk/comment-place.tsx'
import { Composer, type TalkTarget } from '../../components/talk/composer.tsx'
import { Thread } from '../../components/talk/thread.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { itemsOf } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { type TalkSearch, talkQuery } from './talk-queries.ts'
import './space-talk.css'

type Props = {
  space: Space
  meId: string
  search: TalkSearch
  onSearch: (change: Partial<TalkSearch>) => void
}

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const
const people = [
  { value: 'all', label: 'By anybody' },
  { value: 'me', label: 'By me' },
] as const

/** All that is said of a space and its pages, the newest first, with the place to say something of the whole. */
export function SpaceTalk({ space, meId, search, onSearch }: Props) {
  const at = { spaceId: space.id, organizationId: space.organization }
  const author = search.by === 'me' ? meId : undefined
  const read = useInfiniteQuery(talkQuery(space.id, { status: search.status, author }))
  const [target, setTarget] = useState<TalkTarget>()
  const comments = itemsOf(read.data)
  const step = (way: 1 | -1) => {
    const next = comments[comments.findIndex(({ id }) => id === search.comment) + way]
    if (!next) return
    onSearch({ comment: next.id })
    document.querySelector(`[data-thread="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { keys: 'j', label: 'Next thread', group: 'On this page', act: () => step(1) },
    { keys: 'k', label: 'Previous thread', group: 'On this page', act: () => step(-1) },
  ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="pane space-talk" tabIndex={0} aria-label="Comments">
      <div className="space-talk-in">
        <div className="space-talk-bar">
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
          <Composer
            at={at}
            target={target}
            onTarget={setTarget}
            onPosted={(comment) => onSearch({ comment })}
          />
        )}
        <List {...{ read, search, onSearch }} title={space.title || words.untitled}>
          {comments.map((comment) => (
            <Thread
              key={comment.id}
              at={at}
              comment={comment}
              isSelected={comment.id === search.comment}
              onSelect={() => onSearch({ comment: comment.id })}
              where={<WhereOf at={at} comment={comment} />}
            />
          ))}
        </List>
      </div>
    </section>
  )
}

type ListProps = Pick<Props, 'search' | 'onSearch'> & {
  read: ReturnType<typeof useRead>
  title: string
  children: ReactNode[]
}

const useRead = (query: ReturnType<typeof talkQuery>) => useInfiniteQuery(query)

function List({ read, search, onSearch, title, children }: ListProps) {
  if (read.isPending) return <ListSkeleton />
  if (read.isError) {
    return (
      <Failed
        title="The comments could not be loaded"
        reason={reasonOf(read.error)}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (children.length === 0 && !search.status && !search.by)
    return (
      <Empty title={`Nothing is open in ${words.quoted(title)}`}>
        Comments on its pages and on the whole stand here until they are resolved.
      </Empty>
    )
  if (children.length === 0)
    return (
      <Filtered
        title="No comments like that"
        clear="Show the open ones"
        onClear={() => onSearch({ status: undefined, by: undefined })}
      />
    )
  return (
    <div className="space-talk-list">
      {children}
      {read.hasNextPage && (
        <p className="diff-more">
          <Button look="line" aria-busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            Show older ones
          </Button>
        </p>
      )}
    </div>
  )
}
