import type { ReactNode } from 'react'
import type { Comment } from '#contract/comments.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { Select } from '../ui/inputs.tsx'
import type { CommentsRef } from './queries.ts'
import { CommentThread } from './thread.tsx'
import styles from './thread-list.module.css'

type Props = {
  at: CommentsRef
  comments: readonly Comment[]
  /** Id of the selected thread. */
  selected: string | undefined
  onSelect: (id: string) => void
  /** What a thread is about. */
  whereOf: (comment: Comment) => ReactNode
  /** Below the threads, such as a button that loads more. */
  children?: ReactNode
}

/** Threads one below the other; `j` and `k` select the next and the previous one. */
export function ThreadList({ at, comments, selected, onSelect, whereOf, children }: Props) {
  const step = (step: 1 | -1) => {
    const next = comments[comments.findIndex(({ id }) => id === selected) + step]
    if (!next) return
    onSelect(next.id)
    document.querySelector(`[data-thread="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { keys: 'j', label: 'Next thread', group: 'On this page', run: () => step(1) },
    { keys: 'k', label: 'Previous thread', group: 'On this page', run: () => step(-1) },
  ])
  return (
    <div className={styles.list}>
      {comments.map((comment) => (
        <CommentThread
          key={comment.id}
          at={at}
          comment={comment}
          isSelected={comment.id === selected}
          onSelect={() => onSelect(comment.id)}
          where={whereOf(comment)}
        />
      ))}
      {children}
    </div>
  )
}

export type ShownComments = Comment['status'] | 'all'

const choices: readonly { value: ShownComments; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
]

type SelectProps = { value: ShownComments; onChange: (value: ShownComments) => void }

/** Which comments are listed: open ones, resolved ones or all. */
export const ShownCommentsSelect = ({ value, onChange }: SelectProps) => (
  <Select
    aria-label="Filter comments"
    value={value}
    choices={choices}
    onChange={({ target }) => onChange(choices.find((one) => one.value === target.value)?.value ?? 'open')}
  />
)
