import { createHash } from 'node:crypto'
import { isPassword } from '../auth/secrets.ts'
import { newThrottle } from '../auth/throttle.ts'
import type { Service } from '../context.ts'
import { type PublishingAuthRow, publishingAuth } from '../domain/site-publishing/queries.ts'
import { recordUse, type ShareLinkRow, shareLinkByKey } from '../domain/site-share-links/queries.ts'
import { isValid } from '../domain/site-share-links/rules.ts'
import type { Visitor } from '../domain/sites/adaptive-content.ts'
import { SHARE_KEY_PARAMETER } from '../domain/sites/share-key.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteState } from './state.ts'
import { basePathOf, type SiteUrls, withQuery } from './visit.ts'
import {
  CLAIMS_COOKIE,
  CLAIMS_COOKIE_SECONDS,
  claimParameters,
  mergedClaims,
  visitorWithClaims,
} from './visitor-claims.ts'
import { verifyToken } from './visitor-token.ts'

/** A cookie for this site; 0 seconds deletes it. */
export type SiteCookie = { readonly name: string; readonly value: string; readonly seconds: number }

/** What gave a visitor access to a restricted site. */
export type Pass = {
  /** Id of the share link. */
  readonly shareLink?: string
  /** When the visitor's token expires. */
  readonly expiresAt?: Date
}

/** The result of checking a visitor's access. */
export type Admission =
  | { readonly kind: 'admitted'; readonly visitor: Visitor; readonly pass?: Pass }
  /** Usually to the same address with the credentials moved from the query to cookies. */
  | { readonly kind: 'redirect'; readonly href: string; readonly cookies: readonly SiteCookie[] }
  /** The visitor has no valid token. */
  | { readonly kind: 'sign-in-required' }
  /** The share link has a password that the visitor has not entered yet, or entered wrongly. */
  | { readonly kind: 'password-required' }
  /** The share link was disabled, or expired `at` this time. Only visitors with its key learn that. */
  | { readonly kind: 'expired'; readonly at: Date | null }
  /** The response must not reveal that the site exists. */
  | { readonly kind: 'not-found' }

export const SHARE_KEY_COOKIE = 'lectern_share'
const SHARE_KEY_COOKIE_SECONDS = 30 * 24 * 3600
const MAX_KEY_LENGTH = 256

/** Proves that the visitor entered the password of the share link. */
const PASSWORD_COOKIE = 'lectern_share_pass'
/** Shared by all visitors of a share link, so delays are short. */
const throttle = newThrottle('share link', { freeFailures: 20, maxWaitMs: 10_000 })

export const TOKEN_COOKIE = 'lectern_visitor'
export const TOKEN_PARAMETER = 'jwt_token'

export type AccessContext = Pick<Service, 'db' | 'now'> & {
  readonly urls: SiteUrls
  readonly state: SiteState
}

/** Checks a visitor's access to a site with every request, so that revoking access works immediately. */
export async function admit(context: AccessContext, request: SiteRequest): Promise<Admission> {
  const { visibility, adaptiveContent } = context.state.shape.structure.site
  const result = await admitByVisibility(context, request, visibility)
  if (result.kind !== 'admitted' || !adaptiveContent) return result
  const parameters = claimParameters(request.query)
  if (parameters.length === 0) return result
  const value = mergedClaims(request.cookies[CLAIMS_COOKIE], request.query)
  const cookies = value === undefined ? [] : [{ name: CLAIMS_COOKIE, value, seconds: CLAIMS_COOKIE_SECONDS }]
  return { kind: 'redirect', href: withoutParameters(context, request, parameters), cookies }
}

function admitByVisibility(
  context: AccessContext,
  request: SiteRequest,
  visibility: string,
): Promise<Admission> {
  if (visibility === 'share-link') return admitByShareLink(context, request)
  if (visibility === 'visitor-auth') return admitByToken(context, request)
  return Promise.resolve(admission(request))
}

const admission = (
  { cookies }: SiteRequest,
  pass: Pass = {},
  signedClaims: Readonly<Record<string, unknown>> = {},
): Admission => ({ kind: 'admitted', visitor: visitorWithClaims(signedClaims, cookies[CLAIMS_COOKIE]), pass })

async function admitByShareLink(context: AccessContext, request: SiteRequest): Promise<Admission> {
  const keyInQuery = request.query.get(SHARE_KEY_PARAMETER)
  const link = await linkOf(context, keyInQuery ?? request.cookies[SHARE_KEY_COOKIE])
  if (link === undefined) return { kind: 'not-found' }
  if (!isValid(link, context.now())) return expired(link)
  if (keyInQuery !== null) {
    const cookies = [{ name: SHARE_KEY_COOKIE, value: keyInQuery, seconds: SHARE_KEY_COOKIE_SECONDS }]
    return { kind: 'redirect', href: withoutParameters(context, request, [SHARE_KEY_PARAMETER]), cookies }
  }
  if (link.passwordHash !== null && request.cookies[PASSWORD_COOKIE] !== passwordProof(link.passwordHash)) {
    return { kind: 'password-required' }
  }
  await recordUse(context.db, link, context.now())
  return admission(request, { shareLink: link.id })
}

const linkOf = async (context: AccessContext, key: string | undefined): Promise<ShareLinkRow | undefined> =>
  key !== undefined && isKey(key) ? shareLinkByKey(context.db, siteParams(context), key) : undefined

/** The expiration date of a disabled link stays private. */
const expired = ({ active, expiresAt }: ShareLinkRow): Admission => ({
  kind: 'expired',
  at: active ? expiresAt : null,
})

/** Changes with the password, so a new password revokes access. */
const passwordProof = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')

/**
 * Opens a site for a visitor who enters the password of their share link, and redirects them to the requested page.
 *
 * @throws {DomainError} `rate_limited` after too many wrong passwords.
 */
export async function unlock(
  context: AccessContext,
  request: SiteRequest,
  password: string,
  to: string,
): Promise<Admission> {
  if (context.state.shape.structure.site.visibility !== 'share-link') return { kind: 'not-found' }
  const link = await linkOf(context, request.cookies[SHARE_KEY_COOKIE])
  if (link === undefined) return { kind: 'not-found' }
  if (!isValid(link, context.now())) return expired(link)
  await throttle.check(context, link.id)
  if (!(await isPassword(link.passwordHash, password))) {
    await throttle.failed(context, link.id)
    return { kind: 'password-required' }
  }
  await throttle.check(context, link.id)
  await throttle.succeeded(context, link.id)
  const cookies = [
    {
      name: PASSWORD_COOKIE,
      value: passwordProof(link.passwordHash ?? ''),
      seconds: SHARE_KEY_COOKIE_SECONDS,
    },
  ]
  return { kind: 'redirect', href: `${basePathOf(context)}/${belowSite(to)}`, cookies }
}

async function admitByToken(context: AccessContext, request: SiteRequest): Promise<Admission> {
  const auth = await publishingAuth(context.db, siteParams(context))
  if (auth === undefined) return { kind: 'sign-in-required' }
  if (request.path === '/~sign-out') return signOut(context, auth)
  const now = context.now()
  const tokenInQuery = request.query.get(TOKEN_PARAMETER)
  const token = tokenInQuery ?? request.cookies[TOKEN_COOKIE]
  const verified = token === undefined ? null : await verifyToken(token, auth.privateKey, now)
  if (verified === null || token === undefined) return toSignIn(context, request, auth)
  if (tokenInQuery === null) return admission(request, { expiresAt: verified.expiresAt }, verified.claims)
  const seconds = Math.max(1, Math.floor((verified.expiresAt.getTime() - now.getTime()) / 1000))
  const cookies = [{ name: TOKEN_COOKIE, value: token, seconds }]
  return { kind: 'redirect', href: withoutParameters(context, request, [TOKEN_PARAMETER]), cookies }
}

/** Redirects to where visitors sign in, with the requested path below the site. */
function toSignIn(
  context: AccessContext,
  request: SiteRequest,
  { fallbackURL }: PublishingAuthRow,
): Admission {
  if (fallbackURL === null) return { kind: 'sign-in-required' }
  const location = belowSite(
    withoutParameters(context, request, [TOKEN_PARAMETER]).slice(basePathOf(context).length),
  )
  const url = new URL(fallbackURL)
  url.searchParams.set('location', location)
  return { kind: 'redirect', href: url.href, cookies: [] }
}

/**
 * A path without leading slashes. Empty if it could be read as a URL elsewhere, to which the application that signs
 * visitors in would send their token.
 */
function belowSite(path: string): string {
  const relative = path.replace(/^[\\/]+/, '')
  return /^[a-z][a-z\d+.-]*:/i.test(relative) ? '' : relative
}

function signOut(context: AccessContext, { logoutURL }: PublishingAuthRow): Admission {
  const cookies = [{ name: TOKEN_COOKIE, value: '', seconds: 0 }]
  return { kind: 'redirect', href: logoutURL ?? `${basePathOf(context)}/`, cookies }
}

const siteParams = ({ state }: AccessContext) => ({
  organizationId: state.organizationId,
  siteId: state.shape.structure.site.id,
})

const isKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && /^[\w-]+$/.test(key)

/** The requested address without some of its query parameters. */
function withoutParameters(
  context: AccessContext,
  { path, query }: SiteRequest,
  names: readonly string[],
): string {
  const remaining = new URLSearchParams([...query].filter(([name]) => !names.includes(name)))
  return withQuery(basePathOf(context) + path, remaining)
}
