import { closeSessionsOf } from '../../auth/sessions.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { AuditActor } from '../audit-events/record.ts'
import { lockAccount } from '../users/queries.ts'
import { deleteChallengesOf } from './challenge-queries.ts'
import { updateHasSecondFactor } from './queries.ts'
import { recordFactorChange } from './record-change.ts'

/**
 * Removes every second factor of a person who lost them, signs them out everywhere and emails them. Their password stays
 * as it is.
 * @throws {DomainError} 409 if they have none
 */
export async function resetSecondFactor(
  tx: Tx,
  by: AuditActor & { readonly jobs: Jobs },
  userId: string,
): Promise<void> {
  const { displayName } = await lockAccount(tx, userId)
  if (!(await updateHasSecondFactor(tx, userId)))
    throw new DomainError('invalid_state', `${displayName} has no second factor`)
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('authenticator_app').where('user_id', '=', userId).execute()
  await updateHasSecondFactor(tx, userId)
  await closeSessionsOf(tx, userId)
  await deleteChallengesOf(tx, userId)
  await recordFactorChange(tx, by, { userId, displayName, type: 'reset' })
}

/** Whether a user is in an organization that another one does not administer. */
export const isBeyondAdmin = async (tx: Tx, userId: string, adminId: string): Promise<boolean> =>
  (await tx
    .selectFrom('member as m')
    .leftJoin('member as own', (join) =>
      join
        .onRef('own.organization_id', '=', 'm.organization_id')
        .on('own.user_id', '=', adminId)
        .on('own.role', '=', 'admin')
        .on('own.disabled', '=', false),
    )
    .select('m.user_id')
    .where('m.user_id', '=', userId)
    .where('own.user_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
