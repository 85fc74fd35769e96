import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import { type Suggestion, suggestionIn } from '#markup/suggestion.ts'
import { q } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'
import { useAcceptSuggestion } from './mutations.ts'
import type { CommentsRef } from './queries.ts'

/** The suggestion of a comment on a block of a change request. */
export const suggestionOf = ({ body, target }: Comment): Suggestion | null =>
  target.changeRequest === undefined || target.node === undefined ? null : suggestionIn(body.markdown ?? '')

type Props = { at: CommentsRef; comment: Comment; suggestion: Suggestion }

/** The text of a comment with its suggestion, which people who can edit accept with one click. */
export function SuggestionText({ at, comment, suggestion }: Props) {
  const { data: space } = useQuery(q(api.spaces.get, { params: { spaceId: at.spaceId } }))
  const accepting = useAcceptSuggestion(at, {
    refused: 'Couldn’t accept the suggestion',
    onSuccess: () => void toast.done('Accepted the suggestion'),
  })
  const { text, start, end } = suggestion
  const { markdown = '' } = comment.body
  const around = [markdown.slice(0, start).trim(), markdown.slice(end).trim()]
  const isOpen = comment.status === 'open' && !comment.target.page?.outdated
  const part = (words = '') =>
    words !== '' && <CommentText at={at} markdown={words} mentions={comment.mentions} />
  return (
    <>
      {part(around[0])}
      <section className={styles.suggestion} aria-label="Suggested change">
        <div className={styles.suggestionHead}>
          <span className="meta grow">
            {text.trim() === '' ? 'Suggests deleting the block' : 'Suggested change'}
          </span>
          {isOpen && space?.permissions.edit && (
            <Button
              size="small"
              variant="outline"
              icon={Check}
              aria-busy={accepting.isPending}
              onClick={() => accepting.mutate({ commentId: comment.id, ifMatch: comment.version })}
            >
              Accept
            </Button>
          )}
        </div>
        {text.trim() !== '' && (
          <div className={styles.suggestionText}>
            <CommentText at={at} markdown={text} mentions={[]} />
          </div>
        )}
      </section>
      {part(around[1])}
    </>
  )
}
