import { sql } from 'kysely'
import { forgetProvider } from '../../auth/sessions.ts'
import type { Db, Tx } from '../../db/client.ts'
import { deleteChallengesOf } from '../second-factor/challenge-queries.ts'
import { updateHasSecondFactor } from '../second-factor/queries.ts'
import { providerById } from './request-queries.ts'

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

/** Adds a user to a team unless it was deleted in the meantime. */
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

/** Removes the password of an account, which someone else may have chosen before the address was verified. */
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

/** The providers that sign a user in, last used first. */
export const linkedProviders = (db: Db, userId: string) =>
  db
    .selectFrom('sso_identity as i')
    .innerJoin('sso_provider as p', 'p.id', 'i.provider_id')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .select(['p.id', 'p.label', 'o.id as organizationId', 'o.title'])
    .select(({ fn }) => [fn.min('i.created_at').as('createdAt'), fn.max('i.last_used_at').as('lastUsedAt')])
    .where('i.user_id', '=', userId)
    .groupBy(['p.id', 'p.label', 'o.id', 'o.title'])
    .orderBy('lastUsedAt', 'desc')
    .orderBy('p.id')
    .limit(100)
    .execute()

/**
 * Unlinks a user from one provider, ends the sessions that it opened, and returns it; undefined if they were not linked.
 */
export async function unlinkProvider(tx: Tx, userId: string, providerId: string) {
  const unlinked = await tx
    .deleteFrom('sso_identity')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .returning('provider_id')
    .execute()
  if (unlinked.length === 0) return undefined
  await forgetProvider(tx, userId, providerId)
  return providerById(tx, providerId)
}

export const unlinkIdentities = (tx: Tx, userId: string) =>
  tx.deleteFrom('sso_identity').where('user_id', '=', userId).execute()

/** Forgets who signed in with a provider: another one uses the same subjects for other people. */
export const deleteIdentities = (tx: Tx, providerId: string) =>
  tx.deleteFrom('sso_identity').where('provider_id', '=', providerId).execute()
