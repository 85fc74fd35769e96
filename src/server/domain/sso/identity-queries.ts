import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { deleteChallengesOf } from '../second-factor/challenge-queries.ts'
import { updateHasSecondFactor } from '../second-factor/queries.ts'

type IdentityKey = { readonly organizationId: string; readonly providerId: string; readonly subject: string }

/** The account that an identity is linked to. */
export const linkedUser = async (db: Db | Tx, { providerId, subject }: IdentityKey): Promise<string | null> =>
  (
    await db
      .selectFrom('sso_identity')
      .select('user_id as userId')
      .where('provider_id', '=', providerId)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.userId ?? null

/** Links an identity to an account, or notes that it was used. */
export const linkIdentity = (tx: Tx, identity: IdentityKey & { userId: string; now: Date }) =>
  tx
    .insertInto('sso_identity')
    .values({
      organization_id: identity.organizationId,
      provider_id: identity.providerId,
      subject: identity.subject,
      user_id: identity.userId,
      created_at: identity.now,
      last_used_at: identity.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'subject']).doUpdateSet({ last_used_at: identity.now }),
    )
    .execute()

/** Serializes sign-ins of one person, so that two first ones create one account. */
export const lockIdentity = (tx: Tx, { providerId, subject }: IdentityKey) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${providerId} ${subject}`}, 0))`.execute(tx)

/** Adds a user to a team unless it was deleted meanwhile. */
export async function joinTeam(
  tx: Tx,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<boolean> {
  const team = await tx
    .selectFrom('team')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .forKeyShare()
    .executeTakeFirst()
  if (team === undefined) return false
  await tx
    .insertInto('team_member')
    .values({ organization_id: organizationId, team_id: teamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Removes the password of an account, which somebody else may have chosen before the address was verified. */
export const removePassword = (tx: Tx, userId: string, now: Date) =>
  tx
    .updateTable('user_account')
    .set({ password_hash: null, updated_at: now })
    .where('id', '=', userId)
    .execute()

/** Removes passkeys and authenticator apps, for the same reason. */
export async function removeFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('authenticator_app').where('user_id', '=', userId).execute()
  await updateHasSecondFactor(tx, userId)
  await deleteChallengesOf(tx, userId)
}

export const unlinkIdentities = (tx: Tx, userId: string) =>
  tx.deleteFrom('sso_identity').where('user_id', '=', userId).execute()
