import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import { blocksOf } from '#markup/blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { type Suggestion, sourceOf, suggestionIn, writeSuggestion } from '#markup/suggestion.ts'
import { q } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'
import type { CommentTarget } from './composer.tsx'
import { useAcceptSuggestion } from './mutations.ts'
import type { CommentsRef } from './queries.ts'

type ButtonProps = {
  at: CommentsRef
  target: CommentTarget
  /** Receives a suggestion that contains the block as it is now. */
  onSuggest: (suggestion: string) => void
}

/** Starts a suggestion with the Markdown of the commented block. */
export function SuggestButton({ at, target, onSuggest }: ButtonProps) {
  const client = useQueryClient()
  const [isReading, setIsReading] = useState(false)
  const { spaceId, change } = at
  if (change === undefined || target.node === undefined) return null
  const read = async () => {
    const params = { spaceId, changeRequestId: change, pageId: target.page }
    const page = await client.fetchQuery(q(api.changeRequestContent.page, { params, query: {} }))
    const markdown = page.type === 'document' ? (page.markdown ?? '') : ''
    const block = blocksOf(parseMarkdown(markdown)).find(({ key }) => key === target.node)
    if (block === undefined) toast.refused('This block has changed or was deleted')
    else onSuggest(writeSuggestion(sourceOf(markdown, block)))
  }
  return (
    <IconButton
      small
      icon={FilePenLine}
      label="Suggest a change"
      aria-busy={isReading}
      onClick={() => {
        setIsReading(true)
        read()
          .catch(() => toast.refused('Couldn’t read the block'))
          .finally(() => setIsReading(false))
      }}
    />
  )
}

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
