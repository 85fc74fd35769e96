import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { addReactions, countEmoji, type Reacted, removeReactions } from './reaction-queries.ts'
import { mostEmoji } from './rules.ts'

type Given = {
  readonly addedReactions?: readonly string[] | undefined
  readonly removedReactions?: readonly string[] | undefined
}

/**
 * Adds reactions of the caller and takes others back; what is given as both is taken back. What is reacted to has
 * to be held.
 * @returns what changed for the log, null when nothing did
 */
export async function react(tx: Tx, ctx: Context, reacted: Reacted, given: Given) {
  const { addedReactions = [], removedReactions = [] } = given
  const wanted = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji))
  const removed = await removeReactions(tx, reacted, removedReactions)
  const added = await addReactions(tx, reacted, wanted, ctx.now())
  if (added.length > 0 && (await countEmoji(tx, reacted)) > mostEmoji) throw tooMany()
  if (added.length + removed.length === 0) return null
  return { addedReactions: added, removedReactions: removed }
}

const tooMany = () =>
  new DomainError(
    'invalid_state',
    `There are at most ${mostEmoji} different reactions to one comment. Use one of these`,
  )
