import type { SecondFactorMethod } from '#contract/second-factor.ts'
import type { Session, SignInResult } from '#contract/sessions.ts'
import type { SignInMethod } from '#contract/sign-ins.ts'
import { openSession, SESSION_LIFETIME_MS, type SignInProvider, sessionCookie } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { createChallenge, type IssuedChallenge } from '../second-factor/challenge-queries.ts'
import { presentChallenge } from './present-challenge.ts'
import { presentSession } from './present-session.ts'
import { recordSignInEvent } from './sign-in-event-queries.ts'

/** A person who proved who they are by one factor. */
export type FirstFactor = {
  readonly userId: string
  readonly method: SignInMethod
  /** The single sign-on provider, for `saml` and `oidc`. */
  readonly provider?: SignInProvider
  /** False if the organization of the provider does not own the domain of the account's address. */
  readonly wholeAccount?: boolean
  /** The cookie of an open session of the same user in this browser, which the new session replaces. */
  readonly previous?: string | undefined
}

/** An opened session; `secret` goes into a cookie and is not stored. */
export type OpenedSession = { readonly type: 'session'; readonly userId: string; readonly secret: string }

/** The result of a first factor. */
export type SignInOutcome =
  | OpenedSession
  | { readonly type: 'challenge'; readonly userId: string; readonly challenge: IssuedChallenge }

type Requester = Pick<Context, 'now' | 'newId' | 'request'>

/**
 * Every way to sign in ends here: opens a session, or asks for the second factor of an account that has one. Call it in
 * the transaction that uses up the first factor (a link, an assertion), and `setSignInCookie` or `presentSignIn` after
 * the transaction. Single sign-on skips the second factor: the provider is responsible for it.
 */
export async function completeSignIn(tx: Tx, ctx: Requester, factor: FirstFactor): Promise<SignInOutcome> {
  const { userId, method } = factor
  if (!['password', 'one-time-link'].includes(method) || !(await hasSecondFactor(tx, userId)))
    return openVerifiedSession(tx, ctx, factor)
  const challenge = await createChallenge(tx, { purpose: 'sign-in', userId, method, now: ctx.now() })
  return { type: 'challenge', userId, challenge }
}

/** Opens a session for a person who proved every factor they have, and records the sign-in. */
export async function openVerifiedSession(
  tx: Tx,
  ctx: Requester,
  factor: FirstFactor & { readonly secondFactor?: SecondFactorMethod },
): Promise<OpenedSession> {
  const { now, request } = ctx
  const { userId, method, provider, secondFactor, wholeAccount = true, previous } = factor
  const secret = await openSession(tx, {
    userId,
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    ip: request.ip,
    method,
    provider,
    wholeAccount,
    previous,
    // A passkey verifies the person as well (WebAuthn, user verification), so it is two factors at once.
    secondFactor: secondFactor !== undefined || method === 'passkey',
    now: now(),
  })
  await recordSignInEvent(tx, ctx, { userId, outcome: 'signed-in', method, secondFactor, provider })
  return { type: 'session', userId, secret }
}

async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const account = tx.selectFrom('user_account').select('second_factor').where('id', '=', userId)
  return (await account.executeTakeFirst())?.second_factor === true
}

/** Sets the cookie of an opened session. A redirect can follow, after sign-in at another website. */
export function setSignInCookie(
  { reply, urls }: Pick<Context, 'reply' | 'urls'>,
  outcome: SignInOutcome,
): void {
  if (outcome.type !== 'session') return
  reply.setCookie(sessionCookie, outcome.secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: urls.base.startsWith('https:'),
    maxAge: SESSION_LIFETIME_MS / 1000,
  })
}

/** Sets the cookie and returns the session, or the challenge for the second factor. */
export async function presentSignIn(ctx: Context, outcome: SignInOutcome): Promise<SignInResult> {
  return outcome.type === 'session'
    ? presentOpenedSession(ctx, outcome)
    : presentChallenge(ctx, outcome.userId, outcome.challenge)
}

export function presentOpenedSession(ctx: Context, opened: OpenedSession): Promise<Session> {
  setSignInCookie(ctx, opened)
  return presentSession(ctx, opened.userId)
}
