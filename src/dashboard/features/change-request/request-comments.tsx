import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Comment } from '#contract/comments.ts'
import type { Space } from '#contract/spaces.ts'
import { CommentComposer } from '../../components/comments/composer.tsx'
import type { CommentTarget } from '../../components/comments/queries.ts'
import {
  type ShownComments,
  ShownCommentsSelect,
  ThreadList,
} from '../../components/comments/thread-list.tsx'
import { QueryStates } from '../../components/query-states.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { type OnRequestSearch, type RequestRef, requestCommentsQuery } from './queries.ts'
import type { RequestSearch } from './search-params.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** All threads of a change request, on blocks, pages and the whole. */
export function RequestComments({ at, space, search, onSearch }: Props) {
  const read = useQuery(requestCommentsQuery(at))
  const [status, setStatus] = useState<ShownComments>('open')
  const [target, setTarget] = useState<CommentTarget>()
  const ref = { spaceId: at.spaceId, change: at.number, organizationId: space.organization }
  const shown = (read.data?.items ?? []).filter((one) => status === 'all' || one.status === status)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="scroll" tabIndex={0} aria-label="Comments of this change request">
      <div className={styles.column}>
        <div className={styles.columnBar}>
          <ShownCommentsSelect value={status} onChange={setStatus} />
          <span className="grow" />
          {read.data && <span className="meta faint num">{shown.length}</span>}
        </div>
        {space.permissions.comment && (
          <CommentComposer
            at={ref}
            target={target}
            onTarget={setTarget}
            otherwise="the change request"
            onPosted={(comment) => onSearch({ comment })}
          />
        )}
        <QueryStates read={read} name="The comments">
          {() =>
            shown.length === 0 ? (
              <Empty title={status === 'resolved' ? 'No resolved comments' : 'No open comments'}>
                Comment on a block under Changes, or on the whole change request here.
              </Empty>
            ) : (
              <ThreadList
                at={ref}
                comments={shown}
                selected={search.comment}
                onSelect={(comment) => onSearch({ comment })}
                whereOf={(comment) => <Where at={at} comment={comment} />}
              />
            )
          }
        </QueryStates>
      </div>
    </section>
  )
}

/** The page that the thread is about, with a link to its changes. */
function Where({ at, comment }: { at: RequestRef; comment: Comment }) {
  const { page, review } = comment.target
  if (!page) return review ? 'Posted with a review' : 'On the whole change request'
  return (
    <Link
      className="link"
      to={paths.change(at.spaceId, at.number)}
      search={{ page: page.id, comment: comment.id }}
    >
      {page.title || labels.untitled}
    </Link>
  )
}
