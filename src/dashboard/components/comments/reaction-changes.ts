import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/users.ts'

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
