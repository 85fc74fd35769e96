import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CommentField, emptyDraft } from './comment-field.tsx'
import styles from './comments.module.css'
import { toStored } from './mentions.ts'
import { usePostComment } from './mutations.ts'
import type { CommentsRef } from './queries.ts'

/** What a comment hangs on. */
export type CommentTarget = {
  readonly page: string
  readonly node: string | undefined
  /** The selected text of the block. */
  readonly quote?: string | undefined
  /** The beginning of the block's text, shown to the author. */
  readonly words: string
}

type Props = {
  at: CommentsRef
  target: CommentTarget | undefined
  onTarget: (target: CommentTarget | undefined) => void
  /** What a comment without a block is about; `the whole` by default. */
  otherwise?: string
  /** The page that a comment without a block is about, instead of the whole space. */
  page?: string | undefined
  onPosted?: (id: string) => void
}

/** Where a comment is written: on the whole, or on the block that was chosen. */
export function CommentComposer({ at, target, onTarget, otherwise = 'the whole', page, onPosted }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [written, setWritten] = useState(emptyDraft)
  const posting = usePostComment(at, {
    refused: 'The comment was not posted',
    onSuccess: ({ id }) => {
      setWritten(emptyDraft)
      onTarget(undefined)
      onPosted?.(id)
    },
  })
  useEffect(() => {
    if (target) field.current?.focus()
  }, [target])
  const post = () => {
    if (written.text.trim() === '' || posting.isPending) return
    const on = target?.page ?? page
    posting.mutate({
      body: { markdown: toStored(written.text, written.named) },
      ...(on ? { page: on } : {}),
      ...(target?.node ? { node: target.node } : {}),
      ...(target?.quote ? { quote: target.quote } : {}),
    })
  }
  useShortcuts([
    { keys: 'm', label: 'Write a comment', group: 'On this page', run: () => field.current?.focus() },
  ])
  return (
    <div className={clsx('comment-footer', styles.talkFoot)}>
      {target && (
        <p className={clsx(styles.target, 'meta')}>
          <span className="truncate">On “{target.words}”</span>
          <IconButton
            small
            tip={false}
            className="btn-plain"
            icon={X}
            label={`Comment on ${otherwise} instead`}
            onClick={() => onTarget(undefined)}
          />
        </p>
      )}
      <CommentField
        ref={field}
        organizationId={at.organizationId}
        label="Comment"
        placeholder="Write a comment"
        written={written}
        onChange={setWritten}
        onSubmit={post}
      />
      <Button variant="outline" size="form" aria-busy={posting.isPending} onClick={post}>
        Comment
      </Button>
    </div>
  )
}
