import type { Session } from '#contract/sessions.ts'
import { openSession, SESSION_LIFETIME_MS, sessionCookie } from '../../auth/sessions.ts'
import type { Caller, Context } from '../../context.ts'
import type { AuditActor } from '../audit-events/record.ts'
import { presentUser } from '../users/present.ts'
import { accountOf } from '../users/queries.ts'
import { organizationsOf } from './queries.ts'

/** Opens a session in the caller's browser. */
export async function openSessionFor(ctx: Context, userId: string): Promise<Session> {
  const secret = await openSession(ctx.db, {
    userId,
    userAgent: ctx.request.headers['user-agent']?.slice(0, 512) ?? null,
    ip: ctx.request.ip,
    now: ctx.now(),
  })
  ctx.reply.setCookie(sessionCookie, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.urls.base.startsWith('https:'),
    maxAge: SESSION_LIFETIME_MS / 1000,
  })
  return presentSession(ctx, userId)
}

export async function presentSession(ctx: Context, userId: string): Promise<Session> {
  const [account, organizations] = await Promise.all([
    accountOf(ctx.db, userId),
    organizationsOf(ctx.db, userId),
  ])
  return {
    object: 'session',
    user: presentUser(account, ctx.urls),
    organizations: organizations.map(({ id, title, role, logo }) => ({
      id,
      title,
      role,
      ...(logo === null ? {} : { logo }),
    })),
    expiresAt: new Date(ctx.now().getTime() + SESSION_LIFETIME_MS).toISOString(),
    account: {
      emailVerified: account.emailVerifiedAt !== null,
      hasPassword: account.passwordHash !== null,
    },
  }
}

/** The actor for audit events of a user who is not signed in, such as one who follows a link. */
export const actorFor = (
  { now, requestId }: Context,
  person: Pick<Caller, 'userId' | 'email' | 'displayName'>,
): AuditActor & { readonly caller: Caller } => ({
  now,
  requestId,
  caller: { ...person, photoUrl: null, credential: { kind: 'session', id: '' }, readOnly: false },
})
