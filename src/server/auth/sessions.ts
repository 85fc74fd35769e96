import type { SignInMethod } from '#contract/sign-ins.ts'
import type { Db, Tx } from '../db/client.ts'
import { newId, newSecret } from '../ids.ts'
import { hashOf } from './secrets.ts'

/** Name of the dashboard's cookie. */
export const sessionCookie = 'lectern_session'

const DAY_MS = 86_400_000
/** A session ends after 30 days without use. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** The last use is recorded at most every 5 minutes, so that most reads do not write. */
const TOUCH_INTERVAL_MS = 300_000

/** A single sign-on provider of an organization. */
export type SignInProvider = {
  readonly id: string
  readonly organizationId: string
  /** Its name in the sign-in history. */
  readonly label?: string
}

export type NewSession = {
  readonly userId: string
  readonly userAgent: string | null
  readonly ip: string | null
  /** `password` unless set. */
  readonly method?: SignInMethod
  readonly provider?: SignInProvider | undefined
  readonly secondFactor?: boolean
  /** Whether the session counts for the whole account; true unless set. */
  readonly wholeAccount?: boolean
  /** The cookie of an open session of the same user in the same browser, which the new session replaces. */
  readonly previous?: string | undefined
  readonly now: Date
}

/**
 * Creates a session; the returned secret goes into the cookie and is not stored. What the person proved in the previous
 * session of this browser stays proven, so people can sign in with the providers of several organizations.
 */
export async function openSession(db: Db | Tx, session: NewSession): Promise<string> {
  const secret = newSecret(48)
  const id = newId(session.now.getTime())
  const previous = session.previous === undefined ? undefined : await sessionBy(db, session, session.previous)
  const wholeAccount = session.wholeAccount ?? true
  await db
    .insertInto('session')
    .values({
      hash: hashOf(secret),
      id,
      user_id: session.userId,
      user_agent: session.userAgent,
      ip: session.ip,
      method: session.method ?? 'password',
      provider_id: session.provider?.id ?? null,
      provider_organization_id: session.provider?.organizationId ?? null,
      whole_account: wholeAccount || previous?.wholeAccount === true,
      second_factor: session.secondFactor === true || previous?.secondFactor === true,
      confirmed_at: previous?.confirmedAt ?? null,
      // An organization that does not own the account cannot confirm for it who is there.
      created_at: wholeAccount ? session.now : (previous?.createdAt ?? session.now),
      last_seen_at: session.now,
      expires_at: new Date(session.now.getTime() + SESSION_LIFETIME_MS),
    })
    .execute()
  if (previous !== undefined) {
    const providers = db.updateTable('session_provider').set({ session_id: id })
    await providers.where('session_id', '=', previous.id).execute()
    await db.deleteFrom('session').where('id', '=', previous.id).execute()
  }
  if (session.provider !== undefined) await addProvider(db, id, session.provider.id)
  return secret
}

const sessionBy = (db: Db | Tx, { userId, now }: NewSession, secret: string) =>
  db
    .selectFrom('session')
    .select(['id', 'whole_account as wholeAccount', 'second_factor as secondFactor'])
    .select(['confirmed_at as confirmedAt', 'created_at as createdAt'])
    .where('hash', '=', hashOf(secret))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

const addProvider = (db: Db | Tx, sessionId: string, providerId: string) =>
  db
    .insertInto('session_provider')
    .values({ session_id: sessionId, provider_id: providerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A user no longer signs in with a provider: sessions that it opened, and nothing else, end. */
export async function forgetProvider(tx: Tx, userId: string, providerId: string): Promise<void> {
  const used = tx.selectFrom('session').select('id').where('user_id', '=', userId)
  await tx
    .deleteFrom('session_provider')
    .where('provider_id', '=', providerId)
    .where('session_id', 'in', used)
    .execute()
  await tx
    .updateTable('session')
    .set({ provider_id: null, provider_organization_id: null })
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .execute()
  await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('whole_account', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('session_provider').select('session_id').whereRef('session_id', '=', 'session.id')),
      ),
    )
    .execute()
}

export const closeSession = (db: Db | Tx, secret: string) =>
  db.deleteFrom('session').where('hash', '=', hashOf(secret)).execute()

/** Ends all sessions of a user except one, for example after a password change; returns their number. */
export async function closeSessionsOf(db: Db | Tx, userId: string, exceptId = ''): Promise<number> {
  const closed = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow()
  return Number(closed.numDeletedRows)
}

/** Records the use of a session and extends it. */
export async function touchSession(db: Db, id: string, lastSeenAt: Date, now: Date): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() < TOUCH_INTERVAL_MS) return
  await db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS) })
    .where('id', '=', id)
    .execute()
}
