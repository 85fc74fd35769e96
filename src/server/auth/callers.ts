import type { Caller } from '../context.ts'
import type { Db } from '../db/client.ts'
import { hashOf } from './secrets.ts'

type Found = { readonly caller: Caller; readonly lastUsedAt: Date | null }

const account = [
  'account.id as userId',
  'account.email',
  'account.display_name as displayName',
  'account.photo_url as photoUrl',
] as const

/** Who holds this API token; one indexed query. */
export async function callerByToken(db: Db, token: string, now: Date): Promise<Found | null> {
  const row = await db
    .selectFrom('api_token as token')
    .innerJoin('user_account as account', 'account.id', 'token.user_id')
    .select([...account, 'token.id', 'token.read_only as readOnly', 'token.last_used_at as lastUsedAt'])
    .where('token.hash', '=', hashOf(token))
    .where((where) => where.or([where('token.expires_at', 'is', null), where('token.expires_at', '>', now)]))
    .executeTakeFirst()
  if (!row) return null
  const { id, readOnly, lastUsedAt, ...person } = row
  return { caller: { ...person, credential: { kind: 'token', id }, readOnly }, lastUsedAt }
}

/** Whose session this is; one indexed query. */
export async function callerBySession(db: Db, secret: string, now: Date): Promise<Found | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user_account as account', 'account.id', 'session.user_id')
    .select([...account, 'session.id', 'session.last_seen_at as lastUsedAt'])
    .where('session.hash', '=', hashOf(secret))
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { id, lastUsedAt, ...person } = row
  return { caller: { ...person, credential: { kind: 'session', id }, readOnly: false }, lastUsedAt }
}

/** Notes the use of a token at most once a minute. */
export async function touchToken(db: Db, id: string, lastUsedAt: Date | null, now: Date): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < 60_000) return
  await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', id).execute()
}
