import { useRouteContext } from '@tanstack/react-router'
import { FaceSlightlySmilingPlus } from 'lucide-react'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/users.ts'
import { IconButton } from '../ui/button.tsx'
import { characterOf, Emoji } from '../ui/marks.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import styles from './comments.module.css'
import { commentRef, useUpdateComment } from './mutations.ts'
import type { CommentOrReply, CommentsRef } from './queries.ts'

type Props = { at: CommentsRef; entry: CommentOrReply; comment: Comment }

const offered = ['👍', '❤️', '🎉', '👀', '🤔'] as const

/** The reactions to a comment, and a button to add one. */
export function CommentReactions({ at, entry, comment }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const me: User = session.user
  const reacting = useUpdateComment(at, entry.object === 'comment' ? 'comments' : 'replies', {
    refused: 'Couldn’t save the reaction',
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
            <IconButton
              small
              tip={false}
              className="btn-plain"
              icon={FaceSlightlySmilingPlus}
              label="Add a reaction"
            />
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

type Reactions = Comment['reactions']
type Change = {
  readonly addedReactions?: readonly string[] | undefined
  readonly removedReactions?: readonly string[] | undefined
}

/** The reactions after `me` has added or removed some. */
export function withReactionChanges(now: Reactions, change: Change, me: User): Reactions {
  const without = (emoji: string) => (one: Reactions[number]) => {
    if (one.emoji !== emoji) return [one]
    const users = one.users.filter(({ user }) => user.id !== me.id)
    return users.length === 0 ? [] : [{ ...one, users, count: users.length }]
  }
  let shown = now
  for (const emoji of change.removedReactions ?? []) shown = shown.flatMap(without(emoji))
  for (const emoji of change.addedReactions ?? []) shown = withOne(shown, emoji, me)
  return shown
}

function withOne(now: Reactions, emoji: string, user: User): Reactions {
  const mine = { user, reactedAt: new Date().toISOString() }
  const known = now.find((one) => one.emoji === emoji)
  if (!known) return [...now, { emoji, count: 1, users: [mine] }]
  if (known.users.some((one) => one.user.id === user.id)) return now
  return now.map((one) =>
    one === known ? { ...one, count: one.count + 1, users: [...one.users, mine] } : one,
  )
}
