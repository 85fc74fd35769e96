import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, GitMerge, GitPullRequest, type LucideIcon, PenLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Comment } from '#contract/comments.ts'
import type { Space } from '#contract/spaces.ts'
import styles from '../../components/comments/comments.module.css'
import { CommentComposer } from '../../components/comments/composer.tsx'
import type { CommentsRef, CommentTarget } from '../../components/comments/queries.ts'
import { CommentThread } from '../../components/comments/thread.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { formatNames, labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { type ConversationItem, conversationItems } from './conversation-items.ts'
import { MergeBox } from './merge-box.tsx'
import {
  type OnRequestSearch,
  type RequestRef,
  requestCommentsQuery,
  requestedReviewersQuery,
  reviewsQuery,
} from './queries.ts'
import { Reviewers } from './reviewers.tsx'
import type { RequestSearch } from './search-params.ts'

export type ConversationProps = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  /** Id of the selected thread. */
  comment: string | undefined
  onComment: (id: string) => void
  target: CommentTarget | undefined
  onTarget: (target: CommentTarget | undefined) => void
  /** Shown above: merge status and reviewers. */
  children?: ReactNode
  /** Leaves out open threads on blocks, which are shown in the diff. */
  isWithoutBlocks?: boolean
}

/** Comments, reviews and events of a change request, and the comment field. */
export function Conversation(props: ConversationProps) {
  const {
    at,
    space,
    request,
    comment: selected,
    onComment,
    target,
    onTarget,
    children,
    isWithoutBlocks,
  } = props
  const comments = useQuery(requestCommentsQuery(at))
  const reviews = useQuery(reviewsQuery(at))
  const requested = useQuery(requestedReviewersQuery(at))
  const list = useRef<HTMLDivElement>(null)
  const commentsRef = { spaceId: at.spaceId, change: at.number, organizationId: space.organization }
  const all = comments.data?.items ?? []
  const listed = isWithoutBlocks ? all.filter((one) => !isOnBlock(one)) : all
  const items = conversationItems(request, {
    comments: listed,
    reviews: reviews.data?.items ?? [],
    requested: requested.data?.items ?? [],
  })
  useEffect(() => {
    const thread = selected && list.current?.querySelector(`[data-thread="${CSS.escape(selected)}"]`)
    if (thread) thread.scrollIntoView({ block: 'nearest' })
  }, [selected, comments.data])
  const error = comments.error ?? reviews.error ?? requested.error
  useShortcuts([
    {
      keys: 'r',
      label: 'Reply to the thread',
      group: 'On this page',
      run: () => replyField(selected)?.focus(),
    },
  ])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <section className={styles.in} tabIndex={0} aria-label="Merge and conversation" ref={list}>
        {children}
        <div className={styles.root}>
          <h2 className={styles.h}>Conversation</h2>
          {error && (
            <Failed
              title="Couldn’t load the conversation"
              reason={errorMessage(error)}
              onRetry={() => void Promise.all([comments, reviews, requested].map((read) => read.refetch()))}
            />
          )}
          {comments.isPending && !error && (
            <div role="status" aria-label={labels.loading}>
              <Bone width="70%" />
            </div>
          )}
          {items.map((item) => (
            <Item
              key={item.id}
              item={item}
              at={commentsRef}
              isSelected={item.id === selected}
              onSelect={() => onComment(item.id)}
            />
          ))}
          {listed.length < all.length && (
            <p className="meta faint">
              {pluralize(all.length - listed.length, 'more thread')} on blocks.{' '}
              <Link className="link" to={paths.changePart(at.spaceId, at.number, 'comments')}>
                Show all comments
              </Link>
            </p>
          )}
        </div>
      </section>
      {space.permissions.comment && <CommentComposer at={commentsRef} target={target} onTarget={onTarget} />}
    </>
  )
}

/** An open thread that is shown next to its block in the changes. */
export const isOnBlock = ({ status, target: { node, page } }: Comment): boolean =>
  status === 'open' && node !== undefined && page !== undefined && !page.outdated

/** The reply field of the selected thread, else of the last open one. */
function replyField(selected: string | undefined): HTMLTextAreaElement | undefined {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('[data-thread-footer] textarea')]
  return fields.find((field) => field.closest(`[data-thread="${selected}"]`)) ?? fields.at(-1)
}

type ItemProps = { item: ConversationItem; at: CommentsRef; isSelected: boolean; onSelect: () => void }

function Item({ item, at, isSelected, onSelect }: ItemProps) {
  if (item.kind === 'comment')
    return <CommentThread at={at} comment={item.comment} isSelected={isSelected} onSelect={onSelect} />
  if (item.kind === 'review') {
    const { reviewer, status, outdated } = item.review
    const isApproval = status === 'approved'
    return (
      <Event icon={isApproval ? Check : PenLine} at={item.at} by={reviewer.displayName}>
        {isApproval ? 'approved this' : 'requested changes'}
        {outdated ? ', before it was edited' : ''}
      </Event>
    )
  }
  if (item.kind === 'asked')
    return (
      <Event icon={CircleDashed} at={item.at} by={item.by}>
        asked {formatNames(item.names)} for a review
      </Event>
    )
  return item.kind === 'made' ? (
    <Event icon={GitPullRequest} at={item.at} by={item.by}>
      started this
    </Event>
  ) : (
    <Event icon={GitMerge} at={item.at} by={item.by}>
      merged this
    </Event>
  )
}

type EventProps = { icon: LucideIcon; at: string; by: string; children: ReactNode }

const Event = ({ icon, at, by, children }: EventProps) => (
  <div className="event">
    <Icon of={icon} />
    <p>
      <b>{by}</b> {children}{' '}
      <span className="faint">
        <Time at={at} ago />
      </span>
    </p>
  </div>
)

type SideProps = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
  target: CommentTarget | undefined
  onTarget: (target: CommentTarget | undefined) => void
}

/** The column next to the changes, which show the open threads on blocks: merge status, reviewers and conversation. */
export function RequestSide({ search, onSearch, ...props }: SideProps) {
  const { at, space, request } = props
  return (
    <Conversation
      {...props}
      comment={search.comment}
      onComment={(comment) => onSearch({ comment })}
      isWithoutBlocks
    >
      <MergeBox at={at} space={space} request={request} search={search} onSearch={onSearch} />
      <Reviewers at={at} space={space} request={request} />
    </Conversation>
  )
}
