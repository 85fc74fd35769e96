import type { SignInMethod } from '#contract/sign-ins.ts'
import { hashOf } from '../../auth/secrets.ts'
import type { Context, Service } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { writeIn } from '../../db/write.ts'
import { newSecret } from '../../ids.ts'
import { completeSignIn, type SignInOutcome } from '../sessions/complete-sign-in.ts'
import { accountOf } from '../users/queries.ts'
import { isVerifiedDomain } from '../verified-domains/queries.ts'
import type { ExternalIdentity } from './external-identity.ts'
import type { ProviderType } from './provider-queries.ts'
import {
  answerRequest,
  bindRequest,
  insertRequest,
  type OpenRequest,
  openRequest,
  type RequestKind,
  takeTicket,
} from './request-queries.ts'
import { refusalMessages, type SignInRefusalReason } from './rules.ts'
import { type SignInProviderSettings, signInWithIdentity } from './sign-in-with-identity.ts'

/** The provider asks for a password and often for more, which takes people a while. */
const REQUEST_LIFETIME_MS = 15 * 60_000
/** Admins read the result of a test. */
const TEST_LIFETIME_MS = 60 * 60_000

export type Provider = SignInProviderSettings & { readonly type: ProviderType }

/** Why a sign-in did not work, in the detail that people may learn. */
export type SignInFailure = 'failed' | 'expired' | 'no-access' | 'suspended' | 'linked-elsewhere'

type NewRequest = {
  readonly kind: RequestKind
  /** The signed-in user, for links and tests. */
  readonly userId: string | null
  readonly returnPath: string
  /** The secret in a cookie of the browser; null while the request is only prepared. */
  readonly browser: string | null
  /** Values that the protocol needs again for the answer. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Stores a request to a provider and returns its id, which the provider sends back with its answer. */
export async function newRequest(
  db: Db | Tx,
  now: Date,
  provider: Provider,
  { kind, userId, returnPath, browser, data = undefined }: NewRequest,
): Promise<string> {
  const lifetime = kind === 'test' ? TEST_LIFETIME_MS : REQUEST_LIFETIME_MS
  // XML ids do not start with a digit.
  const id = `_${newSecret(32)}`
  await insertRequest(db, {
    id,
    organizationId: provider.organizationId,
    providerId: provider.id,
    kind,
    userId,
    returnPath,
    browserHash: browser === null ? null : hashOf(browser),
    data: data ?? null,
    now,
    expiresAt: new Date(now.getTime() + lifetime),
  })
  return id
}

/**
 * Sends a prepared link or test from the browser of the user who prepared it.
 * @returns whether it may be sent
 */
export async function sendPrepared(
  { db, now }: Pick<Service, 'db' | 'now'>,
  provider: Provider,
  id: string,
  { userId, browser, data }: { userId: string; browser: string; data?: NewRequest['data'] },
): Promise<boolean> {
  const request = await openRequest(db, provider.id, id, now())
  if (request === undefined || request.kind === 'sign-in' || request.userId !== userId) return false
  await bindRequest(db, id, { browserHash: hashOf(browser), data: data ?? null })
  return true
}

/** An answer whose signature was checked, or the exact cause why it was refused. */
export type ProviderAnswer =
  | { readonly identity: ExternalIdentity; readonly error?: undefined }
  | { readonly error: string; readonly identity?: undefined }

type NoAnswer = { readonly identity?: undefined; readonly error?: undefined }

/**
 * Accepts the answer of a provider and returns the path to redirect the browser to: the end of the sign-in, the result
 * of a test, or the sign-in page with an error. The exact cause of an error is for the log and for tests alone.
 * @param request undefined if the answer is for no open request
 */
export async function acceptAnswer(
  { db, now, log }: Pick<Service, 'db' | 'now' | 'log'>,
  provider: Provider,
  request: OpenRequest | undefined,
  { identity, error }: ProviderAnswer | NoAnswer = {},
): Promise<string> {
  const refuse = (cause: string): string => {
    log.warn(
      { organizationId: provider.organizationId, providerId: provider.id, requestId: request?.id, cause },
      'single sign-on was refused',
    )
    return failurePath('failed', request?.returnPath)
  }
  if (request === undefined) return refuse(error ?? NO_REQUEST)
  const isTest = request.kind === 'test'
  if (error !== undefined && !isTest) return refuse(error)
  const ticket = newSecret(32)
  const answer = { outcome: { identity, error }, ticketHash: isTest ? null : hashOf(ticket), now: now() }
  if (!(await answerRequest(db, request.id, answer))) return refuse(NO_REQUEST)
  return isTest ? testPath(provider, request.id) : `/sso/finish?ticket=${ticket}`
}

const NO_REQUEST = 'This sign-in has expired or was already used. Start again'

const testPath = ({ organizationId, id }: Provider, testId: string): string =>
  `/o/${organizationId}/settings/sso?provider=${id}&test=${testId}`

/** The sign-in page with an error. */
export const failurePath = (failure: SignInFailure, returnPath = '/'): string =>
  `/sign-in?${new URLSearchParams({ sso: failure, ...(returnPath === '/' ? {} : { to: returnPath }) })}`

const METHODS: Readonly<Record<ProviderType, SignInMethod>> = { saml: 'saml', oidc: 'oidc' }

const FAILURES: Readonly<Record<SignInRefusalReason, SignInFailure>> = {
  suspended: 'suspended',
  no_email: 'no-access',
  domain_not_verified: 'no-access',
  linked_elsewhere: 'linked-elsewhere',
}

type Requester = Pick<Service, 'db' | 'now' | 'log' | 'newId'> & Pick<Context, 'request' | 'requestId'>

/** The browser that follows a ticket: the secret in its cookie, its signed-in user, and the cookie of their session. */
type Browser = {
  readonly secret: string | undefined
  readonly userId: string | null
  readonly session: string | undefined
}

/**
 * Completes a sign-in in the browser that began it, and returns where to go. An answer that was posted to another
 * browser is worth nothing, so no one can be signed in to an account of someone else.
 */
export async function finishSignIn(
  ctx: Requester,
  ticket: string,
  browser: Browser,
): Promise<{ readonly path: string; readonly outcome?: SignInOutcome }> {
  return writeIn(ctx.db, async (tx) => {
    const answered = await takeTicket(tx, hashOf(ticket), ctx.now())
    if (answered === undefined) return { path: failurePath('expired') }
    const { request, provider } = answered
    const { returnPath, kind, userId } = request
    const isSameBrowser = browser.secret !== undefined && request.browserHash?.equals(hashOf(browser.secret))
    if (!isSameBrowser || (kind === 'link' && userId !== browser.userId)) {
      ctx.log.warn({ providerId: provider.id }, 'single sign-on was completed in another browser')
      return { path: failurePath('expired', returnPath) }
    }
    const { identity } = request.outcome as { identity: ExternalIdentity }
    const result = await signInWithIdentity(tx, ctx, provider, identity, kind === 'link' ? userId : null)
    if (result.type === 'refused') {
      const cause = refusalMessages[result.reason]
      const { organizationId, id: providerId } = provider
      const { subject, email } = identity
      ctx.log.warn({ organizationId, providerId, subject, email, cause }, 'single sign-on was refused')
      return { path: failurePath(FAILURES[result.reason], returnPath) }
    }
    const { id, organizationId, type } = provider
    const factor = {
      userId: result.userId,
      method: METHODS[type],
      provider: { id, organizationId },
      wholeAccount: await ownsAccount(tx, organizationId, result.userId),
      previous: browser.userId === result.userId ? browser.session : undefined,
    }
    return { path: returnPath, outcome: await completeSignIn(tx, ctx, factor) }
  })
}

/** Whether an organization has proven that it owns the domain of an account's address. */
async function ownsAccount(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const { email } = await accountOf(tx, userId)
  return isVerifiedDomain(tx, organizationId, email.slice(email.lastIndexOf('@') + 1))
}
