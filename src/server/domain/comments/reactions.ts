import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { addReactions, countEmoji, type ReactionTarget, removeReactions } from './reaction-queries.ts'
import { MAX_EMOJI } from './rules.ts'

type ReactionChanges = {
  readonly addedReactions?: readonly string[] | undefined
  readonly removedReactions?: readonly string[] | undefined
}

/**
 * Adds and removes reactions of the caller; an emoji in both lists is removed. The comment or reply has to be
 * locked.
 * @returns what changed, for the audit log, or null
 */
export async function react(tx: Tx, ctx: Context, target: ReactionTarget, changes: ReactionChanges) {
  const { addedReactions = [], removedReactions = [] } = changes
  const toAdd = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji))
  const removed = await removeReactions(tx, target, removedReactions)
  const added = await addReactions(tx, target, toAdd, ctx.now())
  if (added.length > 0 && (await countEmoji(tx, target)) > MAX_EMOJI) throw tooMany()
  if (added.length + removed.length === 0) return null
  return { addedReactions: added, removedReactions: removed }
}

const tooMany = () =>
  new DomainError(
    'invalid_state',
    `A comment can have up to ${MAX_EMOJI} different reactions. Use one of these`,
  )
