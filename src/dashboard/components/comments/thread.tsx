import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Comment } from '#contract/comments.ts'
import { contentPaths } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Badge } from '../ui/marks.tsx'
import { CommentView } from './comment.tsx'
import styles from './comments.module.css'
import { CommentField } from './composer.tsx'
import { toStored } from './mentions.ts'
import { useReply, useUpdateComment } from './mutations.ts'
import { type CommentsRef, repliesQuery } from './queries.ts'
import { emptyDraft, useCommentDraft } from './use-comment-draft.ts'
import { useReturningFocus } from './use-returning-focus.ts'

type Props = {
  at: CommentsRef
  comment: Comment
  isSelected: boolean
  onSelect: () => void
  /** What the thread is about, if that isn't visible next to it. */
  where?: ReactNode
}

/** A comment with its replies, which can be answered, resolved and reopened inline. */
export function CommentThread({ at, comment, isSelected, onSelect, where }: Props) {
  const isResolved = comment.status === 'resolved'
  const replies = useQuery({ ...repliesQuery(at, comment.id), enabled: comment.replies > 0 })
  const updating = useUpdateComment(at, 'comments', {
    refused: isResolved ? 'Couldn’t reopen the thread' : 'Couldn’t resolve the thread',
    shown: (one, { change }) =>
      one.object === 'comment' && change.resolved !== undefined
        ? { ...one, status: change.resolved ? 'resolved' : 'open' }
        : one,
  })
  const setResolved = (resolved: boolean, ifMatch: number, isUndo = false) =>
    updating.mutate(
      { commentId: comment.id, change: { resolved }, ifMatch },
      {
        onSuccess: ({ version }) => {
          if (isUndo) return
          offerUndo(`${resolved ? 'Resolved' : 'Reopened'} the thread`, () =>
            setResolved(!resolved, version, true),
          )
        },
      },
    )
  return (
    <article
      className={clsx(styles.thread, isSelected && 'is-selected')}
      aria-label={`Thread of ${comment.postedBy.displayName}`}
      data-thread={comment.id}
      onFocus={isSelected ? undefined : onSelect}
      onPointerDown={isSelected ? undefined : onSelect}
    >
      {where && <p className={clsx(styles.where, 'meta')}>{where}</p>}
      <CommentView at={at} entry={comment} comment={comment} quote={comment.target.node?.preview}>
        {comment.target.page?.outdated && <Badge>Outdated</Badge>}
      </CommentView>
      {comment.replies > 0 &&
        replies.data?.items.map((reply) => (
          <CommentView key={reply.id} at={at} entry={reply} comment={comment} />
        ))}
      <div className={styles.foot} data-thread-footer="">
        {comment.permissions.reply && !isResolved && <ReplyField at={at} comment={comment} />}
        {isResolved && (
          <span className="meta faint">
            <Icon of={Check} size="s" /> Resolved
            {comment.resolvedBy && ` by ${comment.resolvedBy.displayName}`}
          </span>
        )}
        {isResolved && <span className="grow" />}
        {comment.permissions.reply && (
          <Button
            size="small"
            variant="outline"
            aria-busy={updating.isPending}
            onClick={() => setResolved(!isResolved, comment.version)}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        )}
      </div>
    </article>
  )
}

function ReplyField({ at, comment }: { at: CommentsRef; comment: Comment }) {
  const replying = useReply(at, {
    refused: 'Couldn’t post the reply',
    onSuccess: () => setWritten(emptyDraft),
  })
  const [written, setWritten] = useCommentDraft(at, comment.id, replying.isPending)
  const field = useRef<HTMLTextAreaElement>(null)
  useReturningFocus(field, comment.id)
  const reply = () => {
    if (written.text.trim() === '' || replying.isPending) return
    replying.mutate({ commentId: comment.id, markdown: toStored(written.text, written.named) })
  }
  return (
    <CommentField
      ref={field}
      organizationId={at.organizationId}
      isShort
      label={`Reply to ${comment.postedBy.displayName}`}
      placeholder="Reply"
      written={written}
      onChange={setWritten}
      onSubmit={reply}
    />
  )
}

/** The page a thread is about, for lists of several pages. */
export function CommentLocation({ at, comment }: { at: CommentsRef; comment: Comment }) {
  const { page } = comment.target
  if (!page) return 'On the whole space'
  return (
    <Link
      className="link"
      to={contentPaths(at).page(page.id)}
      search={{ comments: 'all', comment: comment.id }}
    >
      {page.title || labels.untitled}
    </Link>
  )
}
