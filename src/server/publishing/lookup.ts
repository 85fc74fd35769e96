import type { Service } from '../context.ts'
import { SHARE_KEY_PARAMETER, withShareKey } from '../domain/sites/share-key.ts'
import { claimNames, claimsCookie, claimsWith } from './claims.ts'
import { keyCookie, type Pass, receive, tokenCookie, tokenName } from './gate.ts'
import { basenameNow } from './queries.ts'
import type { Question } from './question.ts'
import { redirectAt } from './redirects.ts'
import { hrefOfPlace, type Place, placeAt } from './resolve.ts'
import { type SiteAt, siteAt } from './site-at.ts'
import { siteStates, stateFor } from './state.ts'
import { basePathOf, canonicalOf, decodedPath, originOf, siteUrls, type VisitAt, withQuery } from './visit.ts'

/** What a program knows of the visitor that it asks for. */
export type KnownVisitor = {
  readonly jwtToken?: string | undefined
  readonly unsignedClaims?: Readonly<Record<string, unknown>> | undefined
}

/** What stands at an address for a visitor. */
export type Lookup =
  | {
      readonly kind: 'content'
      readonly visit: VisitAt
      readonly place: Place
      readonly claims: Claims
      readonly pass: Pass
      readonly shareKey?: string | undefined
      /** Whether no longer path leads to another space of the site. */
      readonly complete: boolean
      readonly canonicalUrl: string
    }
  | {
      readonly kind: 'onward'
      readonly target: 'content' | 'external'
      readonly href: string
      /** It is where visitors say who they are. */
      readonly isSignIn?: boolean
    }
  /** The visitor has to say who they are, or to know a password. */
  | { readonly kind: 'closed'; readonly reason: 'visitor' | 'password' }

type Claims = Extract<Awaited<ReturnType<typeof receive>>, { kind: 'enter' }>['visitor']['claims']

type Looking = Pick<Service, 'db' | 'urls' | 'now'>

/**
 * What stands at an address of a published site for a visitor, by the very rules that pages are served by: undefined
 * where the site answers that there is nothing, what conditions hide included.
 */
export async function lookUp(
  service: Looking,
  address: URL,
  visitor: KnownVisitor,
): Promise<Lookup | undefined> {
  const at = await siteAt(service, address)
  if (at === undefined) return undefined
  const { db, now } = service
  const urls = siteUrls(service.urls, at)
  const state = await siteStates(db)({ basename: at.basename })
  if (state === null) return renamed(service, at, address)
  const { question, shareKey } = questionOf(at, address, visitor)
  const gate = { db, urls, now, state }
  const entry = await receive(gate, question)
  if (entry.kind === 'nothing' || entry.kind === 'ended') return undefined
  if (entry.kind === 'onward') return { kind: 'onward', target: 'external', href: entry.href, isSignIn: true }
  if (entry.kind !== 'enter')
    return { kind: 'closed', reason: entry.kind === 'locked' ? 'password' : 'visitor' }
  const visit = { db, urls, state: stateFor(state, entry.visitor) }
  const found = await standingAt(visit, question)
  if (found === undefined) return undefined
  if ('href' in found) {
    const href = found.isOwn && shareKey !== undefined ? withShareKey(found.href, shareKey) : found.href
    return { kind: 'onward', target: found.isOwn ? 'content' : 'external', href }
  }
  return { kind: 'content', visit, claims: entry.visitor.claims, pass: entry.pass ?? {}, shareKey, ...found }
}

/** The question a browser would ask that keeps all this in its cookies. */
function questionOf({ path, ...at }: SiteAt, { searchParams }: URL, visitor: KnownVisitor) {
  const shareKey = searchParams.get(SHARE_KEY_PARAMETER) ?? undefined
  const said = claimNames(searchParams)
  const cookies = {
    [keyCookie]: shareKey,
    [tokenCookie]: visitor.jwtToken ?? searchParams.get(tokenName) ?? undefined,
    [claimsCookie]: claimsWith(JSON.stringify(visitor.unsignedClaims ?? {}), searchParams),
  }
  const kept = [...searchParams].filter(([name]) => ![SHARE_KEY_PARAMETER, tokenName, ...said].includes(name))
  const question: Question = {
    ...at,
    path: path === '' ? '/' : path,
    query: new URLSearchParams(kept),
    cookies,
    wantsJson: false,
  }
  return { question, shareKey }
}

type Standing =
  | { readonly href: string; readonly isOwn: boolean }
  | { readonly place: Place; readonly complete: boolean; readonly canonicalUrl: string }

async function standingAt(visit: VisitAt, { path: asked, query }: Question): Promise<Standing | undefined> {
  const path = decodedPath(asked)
  if (path === null) return undefined
  const own = (href: string) => ({ href: originOf(visit.urls) + withQuery(href, query), isOwn: true })
  const place = await placeAt(visit, path)
  if (place !== undefined) {
    const href = hrefOfPlace(place)
    if (href !== basePathOf(visit) + asked) return own(href)
    return { place, complete: isComplete(visit, path), canonicalUrl: canonicalOf(visit, href) }
  }
  const way = await redirectAt(visit, path)
  if (way === undefined) return undefined
  return way.isOutside ? { href: way.href, isOwn: false } : own(way.href)
}

/** Whether no space of the site stands further down the path. */
function isComplete({ state }: VisitAt, path: string): boolean {
  const begin = path === '' ? '' : `${path}/`
  return ![...state.shape.addresses.values()].some((one) => one !== path && one.startsWith(begin))
}

/** A site that had this name leads to the one it has now. */
async function renamed(
  { db, urls }: Looking,
  { basename, path }: SiteAt,
  { searchParams }: URL,
): Promise<Lookup | undefined> {
  const now = await basenameNow(db, basename)
  if (now === undefined) return undefined
  const href = withQuery(urls.site(now) + path.replace(/^\//, ''), searchParams)
  return { kind: 'onward', target: 'content', href }
}
