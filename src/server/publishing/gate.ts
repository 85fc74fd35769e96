import { createHash } from 'node:crypto'
import { isPassword } from '../auth/secrets.ts'
import { newThrottle } from '../auth/throttle.ts'
import type { Service } from '../context.ts'
import { type AuthRow, authOf } from '../domain/site-publishing/queries.ts'
import { linkByKey, markUsed, type ShareLinkRow } from '../domain/site-share-links/queries.ts'
import { isOpen } from '../domain/site-share-links/rules.ts'
import type { Visitor } from '../domain/sites/adaptive-content.ts'
import { SHARE_KEY_PARAMETER } from '../domain/sites/share-key.ts'
import { claimNames, claimsCookie, claimsLife, claimsWith, visitorOf } from './claims.ts'
import type { Question } from './question.ts'
import type { SiteState } from './state.ts'
import { basePathOf, type SiteUrls, withQuery } from './visit.ts'
import { readToken } from './visitor-token.ts'

/** What a visitor's browser is to keep, for this site alone; for no seconds to forget it. */
export type Kept = { readonly name: string; readonly value: string; readonly seconds: number }

/** What let a visitor in where a site is not for everybody. */
export type Pass = {
  /** The share link they came by. */
  readonly shareLink?: string
  /** When their token ends. */
  readonly until?: Date
}

/** How a site receives a visitor. */
export type Entry =
  | { readonly kind: 'enter'; readonly visitor: Visitor; readonly pass?: Pass }
  /** On to another address, most often the same one with what was in it moved into cookies. */
  | { readonly kind: 'onward'; readonly href: string; readonly keep: readonly Kept[] }
  /** The site is not for who does not say who they are. */
  | { readonly kind: 'unknown' }
  /** The link asks for its password, once more where what was given was wrong. */
  | { readonly kind: 'locked' }
  /** The link was closed or has ended; `at` where it had a date. Said to nobody but who brings its key. */
  | { readonly kind: 'ended'; readonly at: Date | null }
  /** As if the site were not there. */
  | { readonly kind: 'nothing' }

/** The cookie with the key of a share link. */
export const keyCookie = 'lectern_share'
const keyLife = 30 * 24 * 3600
const longestKey = 256

/** The cookie of who knew the password of a share link. */
const passCookie = 'lectern_share_pass'
/** All readers of a link share it, so that its waits are short. */
const throttle = newThrottle(20, 10_000)

/** The cookie with the token of a visitor, and what it is called in an address. */
export const tokenCookie = 'lectern_visitor'
export const tokenName = 'jwt_token'

export type Gate = Pick<Service, 'db' | 'now'> & { readonly urls: SiteUrls; readonly state: SiteState }

/**
 * Whether a visitor may read a site, and what is known of them (decisions 19 and 20). Asked with every request: what
 * is closed is closed at once.
 */
export async function receive(gate: Gate, question: Question): Promise<Entry> {
  const { visibility, adaptiveContent } = gate.state.shape.structure.site
  const entry = await admitted(gate, question, visibility)
  if (entry.kind !== 'enter' || !adaptiveContent) return entry
  const said = claimNames(question.query)
  if (said.length === 0) return entry
  const value = claimsWith(question.cookies[claimsCookie], question.query)
  const keep = value === undefined ? [] : [{ name: claimsCookie, value, seconds: claimsLife }]
  return { kind: 'onward', href: withoutNamed(gate, question, said), keep }
}

function admitted(gate: Gate, question: Question, visibility: string): Promise<Entry> {
  if (visibility === 'share-link') return byShareLink(gate, question)
  if (visibility === 'visitor-auth') return byToken(gate, question)
  return Promise.resolve(entering(question))
}

const entering = (
  { cookies }: Question,
  pass: Pass = {},
  told: Readonly<Record<string, unknown>> = {},
): Entry => ({ kind: 'enter', visitor: visitorOf(told, cookies[claimsCookie]), pass })

async function byShareLink(gate: Gate, question: Question): Promise<Entry> {
  const given = question.query.get(SHARE_KEY_PARAMETER)
  const link = await linkOf(gate, given ?? question.cookies[keyCookie])
  if (link === undefined) return { kind: 'nothing' }
  if (!isOpen(link, gate.now())) return ended(link)
  if (given !== null) {
    const keep = [{ name: keyCookie, value: given, seconds: keyLife }]
    return { kind: 'onward', href: withoutNamed(gate, question, [SHARE_KEY_PARAMETER]), keep }
  }
  if (link.passwordHash !== null && question.cookies[passCookie] !== proofOf(link.passwordHash)) {
    return { kind: 'locked' }
  }
  await markUsed(gate.db, link, gate.now())
  return entering(question, { shareLink: link.id })
}

const linkOf = async (gate: Gate, key: string | undefined): Promise<ShareLinkRow | undefined> =>
  key !== undefined && isKey(key) ? linkByKey(gate.db, refOf(gate), key) : undefined

/** Of a link that was closed by hand nobody needs to know for when its end was set. */
const ended = ({ active, expiresAt }: ShareLinkRow): Entry => ({
  kind: 'ended',
  at: active ? expiresAt : null,
})

/** Shows that somebody knew the password; another password, another proof. */
const proofOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')

/**
 * Opens a site for a reader who knows the password of their share link, and leads them to where they wanted.
 *
 * @throws {DomainError} `rate_limited` after too many wrong ones.
 */
export async function unlock(gate: Gate, question: Question, password: string, to: string): Promise<Entry> {
  if (gate.state.shape.structure.site.visibility !== 'share-link') return { kind: 'nothing' }
  const link = await linkOf(gate, question.cookies[keyCookie])
  if (link === undefined) return { kind: 'nothing' }
  if (!isOpen(link, gate.now())) return ended(link)
  throttle.check(link.id, gate.now())
  if (!(await isPassword(link.passwordHash, password))) {
    throttle.failed(link.id, gate.now())
    return { kind: 'locked' }
  }
  throttle.succeeded(link.id)
  const keep = [{ name: passCookie, value: proofOf(link.passwordHash ?? ''), seconds: keyLife }]
  return { kind: 'onward', href: `${basePathOf(gate)}/${belowSite(to)}`, keep }
}

async function byToken(gate: Gate, question: Question): Promise<Entry> {
  const auth = await authOf(gate.db, refOf(gate))
  if (auth === undefined) return { kind: 'unknown' }
  if (question.path === '/~sign-out') return signedOut(gate, auth)
  const now = gate.now()
  const given = question.query.get(tokenName)
  const token = given ?? question.cookies[tokenCookie]
  const told = token === undefined ? null : await readToken(token, auth.privateKey, now)
  if (told === null || token === undefined) return askedElsewhere(gate, question, auth)
  if (given === null) return entering(question, { until: told.until }, told.claims)
  const seconds = Math.max(1, Math.floor((told.until.getTime() - now.getTime()) / 1000))
  const keep = [{ name: tokenCookie, value: token, seconds }]
  return { kind: 'onward', href: withoutNamed(gate, question, [tokenName]), keep }
}

/** To where visitors sign in, which is told where they wanted to: a path below the site. */
function askedElsewhere(gate: Gate, question: Question, { fallbackURL }: AuthRow): Entry {
  if (fallbackURL === null) return { kind: 'unknown' }
  const wanted = belowSite(withoutNamed(gate, question, [tokenName]).slice(basePathOf(gate).length))
  const url = new URL(fallbackURL)
  url.searchParams.set('location', wanted)
  return { kind: 'onward', href: url.href, keep: [] }
}

/**
 * A path without slashes in front; nothing where it could be taken for an address of somewhere else, to which the
 * application that signs visitors in would send their token.
 */
function belowSite(path: string): string {
  const relative = path.replace(/^[\\/]+/, '')
  return /^[a-z][a-z\d+.-]*:/i.test(relative) ? '' : relative
}

function signedOut(gate: Gate, { logoutURL }: AuthRow): Entry {
  const keep = [{ name: tokenCookie, value: '', seconds: 0 }]
  return { kind: 'onward', href: logoutURL ?? `${basePathOf(gate)}/`, keep }
}

const refOf = ({ state }: Gate) => ({
  organizationId: state.organizationId,
  siteId: state.shape.structure.site.id,
})

const isKey = (key: string): boolean => key.length <= longestKey && /^[\w-]+$/.test(key)

/** The address that was asked for, without some of what stands behind its question mark. */
function withoutNamed(gate: Gate, { path, query }: Question, names: readonly string[]): string {
  const left = new URLSearchParams([...query].filter(([name]) => !names.includes(name)))
  return withQuery(basePathOf(gate) + path, left)
}
