import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import type { Subject } from './subject.ts'

export type ReactionRow = {
  readonly subjectId: string
  readonly emoji: string
  readonly userId: string
  readonly reactedAt: Date
}

/** The reactions to comments or replies, oldest first. */
export async function reactionsTo(
  db: Db | Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly ReactionRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('comment_reaction')
    .select(['subject_id as subjectId', 'emoji', 'user_id as userId', 'reacted_at as reactedAt'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`subject_id = any(${ids}::text[])`)
    .orderBy('reacted_at')
    .orderBy('emoji')
    .orderBy('user_id')
    .execute()
}

/** A comment or reply, and the user who reacts to it. */
export type ReactionTarget = Pick<Subject, 'organizationId' | 'spaceId'> & {
  readonly commentId: string
  readonly subjectId: string
  readonly by: string
}

/** Adds reactions of one user and returns those that are new. */
export async function addReactions(
  tx: Tx,
  { organizationId, spaceId, commentId, subjectId, by }: ReactionTarget,
  emoji: readonly string[],
  now: Date,
): Promise<string[]> {
  if (emoji.length === 0) return []
  const added = await tx
    .insertInto('comment_reaction')
    .values(
      emoji.map((one) => ({
        organization_id: organizationId,
        space_id: spaceId,
        comment_id: commentId,
        subject_id: subjectId,
        emoji: one,
        user_id: by,
        reacted_at: now,
      })),
    )
    .onConflict((on) => on.columns(['organization_id', 'subject_id', 'emoji', 'user_id']).doNothing())
    .returning('emoji')
    .execute()
  return added.map((row) => row.emoji)
}

/** Removes reactions of one user and returns those that existed. */
export async function removeReactions(
  tx: Tx,
  { organizationId, subjectId, by }: ReactionTarget,
  emoji: readonly string[],
): Promise<string[]> {
  if (emoji.length === 0) return []
  const removed = await tx
    .deleteFrom('comment_reaction')
    .where('organization_id', '=', organizationId)
    .where('subject_id', '=', subjectId)
    .where('user_id', '=', by)
    .where('emoji', 'in', emoji)
    .returning('emoji')
    .execute()
  return removed.map((row) => row.emoji)
}

/** How many different emoji a comment or reply has. */
export async function countEmoji(tx: Tx, { organizationId, subjectId }: ReactionTarget): Promise<number> {
  const row = await tx
    .selectFrom('comment_reaction')
    .select((count) => count.fn.count<number>('emoji').distinct().as('count'))
    .where('organization_id', '=', organizationId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Deletes all reactions to a reply that is being deleted. */
export const dropReactions = (tx: Tx, organizationId: string, subjectId: string) =>
  tx
    .deleteFrom('comment_reaction')
    .where('organization_id', '=', organizationId)
    .where('subject_id', '=', subjectId)
    .execute()
