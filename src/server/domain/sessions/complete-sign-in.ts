import type { Session, SignInMethod } from '#contract/sessions.ts'
import { openSession, SESSION_LIFETIME_MS, type SignInProvider, sessionCookie } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { presentSession } from './present-session.ts'

/** A person who proved who they are by one factor. */
export type FirstFactor = {
  readonly userId: string
  readonly method: SignInMethod
  /** The single sign-on provider, for `saml` and `oidc`. */
  readonly provider?: SignInProvider
}

/** The result of a first factor; `secret` goes into a cookie and is not stored. */
export type SignInOutcome = { readonly type: 'session'; readonly userId: string; readonly secret: string }

type Requester = Pick<Context, 'now' | 'request'>

/**
 * Every way to sign in ends here: opens a session. Call it in the transaction that uses up the first factor (a link, an
 * assertion), and `setSignInCookie` or `presentSignIn` after the transaction.
 */
export async function completeSignIn(
  tx: Tx,
  { now, request }: Requester,
  { userId, method, provider }: FirstFactor,
): Promise<SignInOutcome> {
  const secret = await openSession(tx, {
    userId,
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    ip: request.ip,
    method,
    provider,
    // A passkey verifies the person as well (WebAuthn, user verification), so it is two factors at once.
    secondFactor: method === 'passkey',
    now: now(),
  })
  return { type: 'session', userId, secret }
}

/** Sets the cookie of the outcome. Redirects after it suit sign-in by a form of another website. */
export function setSignInCookie(
  { reply, urls }: Pick<Context, 'reply' | 'urls'>,
  { secret }: SignInOutcome,
): void {
  reply.setCookie(sessionCookie, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: urls.base.startsWith('https:'),
    maxAge: SESSION_LIFETIME_MS / 1000,
  })
}

/** Sets the cookie and returns the session for the response. */
export function presentSignIn(ctx: Context, outcome: SignInOutcome): Promise<Session> {
  setSignInCookie(ctx, outcome)
  return presentSession(ctx, outcome.userId)
}
