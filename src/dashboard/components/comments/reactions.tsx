import { useRouteContext } from '@tanstack/react-router'
import { SmilePlus } from 'lucide-react'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/users.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { characterOf, Emoji } from '../ui/marks.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import styles from './comments.module.css'
import { commentRef, useUpdateComment } from './mutations.ts'
import type { CommentOrReply, CommentsRef } from './queries.ts'
import { withReactionChanges } from './reaction-changes.ts'

type Props = { at: CommentsRef; entry: CommentOrReply; comment: Comment }

const offered = ['👍', '❤️', '🎉', '👀', '🤔'] as const

/** The reactions to a comment, and a button to add one. */
export function Reactions({ at, entry, comment }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const me: User = session.user
  const reacting = useUpdateComment(at, entry.object === 'comment' ? 'comments' : 'replies', {
    refused: 'The reaction was not kept',
    shown: (one, { change }) => ({ ...one, reactions: withReactionChanges(one.reactions, change, me) }),
  })
  const react = (emoji: string, isOn: boolean) =>
    reacting.mutate({
      ...commentRef(comment, entry),
      change: isOn ? { removedReactions: [emoji] } : { addedReactions: [emoji] },
    })
  const isMine = (users: Comment['reactions'][number]['users']) => users.some(({ user }) => user.id === me.id)
  if (entry.reactions.length === 0 && !entry.permissions.react) return null
  return (
    <div className={styles.reactions}>
      {entry.reactions.map(({ emoji, count, users }) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          aria-pressed={isMine(users)}
          title={users.map(({ user }) => user.displayName).join(', ')}
          disabled={!entry.permissions.react}
          onClick={() => react(emoji, isMine(users))}
        >
          <Emoji of={emoji} />
          <span className="sr">{characterOf(emoji)}</span>
          <span>{count}</span>
        </button>
      ))}
      {entry.permissions.react && (
        <Menu
          align="start"
          trigger={
            <IconButton small tip={false} className="btn-plain" icon={SmilePlus} label="Add a reaction" />
          }
        >
          {offered.map((emoji) => (
            <MenuItem key={emoji} onSelect={() => react(emoji, false)}>
              {emoji}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
