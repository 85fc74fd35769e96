import type { SignInMethod } from '#contract/sessions.ts'
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
  readonly now: Date
}

/** Creates a session; the returned secret goes into the cookie and is not stored. */
export async function openSession(db: Db | Tx, session: NewSession): Promise<string> {
  const secret = newSecret(48)
  await db
    .insertInto('session')
    .values({
      hash: hashOf(secret),
      id: newId(session.now.getTime()),
      user_id: session.userId,
      user_agent: session.userAgent,
      ip: session.ip,
      method: session.method ?? 'password',
      provider_id: session.provider?.id ?? null,
      provider_organization_id: session.provider?.organizationId ?? null,
      second_factor: session.secondFactor ?? false,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: new Date(session.now.getTime() + SESSION_LIFETIME_MS),
    })
    .execute()
  return secret
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
