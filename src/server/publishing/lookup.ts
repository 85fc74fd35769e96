import type { Service } from '../context.ts'
import { SHARE_KEY_PARAMETER, withShareKey } from '../domain/sites/share-key.ts'
import { currentBasename } from './queries.ts'
import { redirectAt } from './redirects.ts'
import { hrefOfResolvedPage, type ResolvedPage, resolvePage } from './resolve-page.ts'
import { admit, type Pass, SHARE_KEY_COOKIE, TOKEN_COOKIE, TOKEN_PARAMETER } from './site-access.ts'
import { type SiteAddress, siteOfAddress } from './site-of-address.ts'
import type { SiteRequest } from './site-request.ts'
import { siteStates, stateFor } from './state.ts'
import {
  type BaseVisit,
  basePathOf,
  canonicalOf,
  decodedPath,
  originOf,
  siteUrls,
  withQuery,
} from './visit.ts'
import { CLAIMS_COOKIE, claimParameters, mergedClaims } from './visitor-claims.ts'

/** What a client sends about the visitor that it looks up a page for. */
export type VisitorCredentials = {
  readonly jwtToken?: string | undefined
  readonly unsignedClaims?: Readonly<Record<string, unknown>> | undefined
}

/** What a visitor finds at a URL. */
export type Lookup =
  | {
      readonly kind: 'content'
      readonly visit: BaseVisit
      readonly place: ResolvedPage
      readonly claims: Claims
      readonly pass: Pass
      readonly shareKey?: string | undefined
      /** Whether no other space of the site is below this path. */
      readonly complete: boolean
      readonly canonicalUrl: string
    }
  | {
      readonly kind: 'redirect'
      readonly target: 'content' | 'external'
      readonly href: string
      /** Whether the target is the sign-in page of the site's visitors. */
      readonly isSignIn?: boolean
    }
  /** The visitor needs a token or the password of the share link. */
  | { readonly kind: 'denied'; readonly reason: 'visitor' | 'password' }

type Claims = Extract<Awaited<ReturnType<typeof admit>>, { kind: 'admitted' }>['visitor']['claims']

type LookupContext = Pick<Service, 'db' | 'urls' | 'now'>

/**
 * Looks up a URL of a published site for a visitor, by the rules that pages are served by. Undefined if the site would
 * respond with 404, for example because a condition hides the page.
 */
export async function lookUpUrl(
  service: LookupContext,
  address: URL,
  visitor: VisitorCredentials,
): Promise<Lookup | undefined> {
  const site = await siteOfAddress(service, address)
  if (site === undefined) return undefined
  const { db, now } = service
  const urls = siteUrls(service.urls, site)
  const state = await siteStates(db)({ basename: site.basename })
  if (state === null) return atCurrentBasename(service, site, address)
  const { request, shareKey } = requestOf(site, address, visitor)
  const context = { db, urls, now, state }
  const admission = await admit(context, request)
  if (admission.kind === 'not-found' || admission.kind === 'expired') return undefined
  if (admission.kind === 'redirect')
    return { kind: 'redirect', target: 'external', href: admission.href, isSignIn: true }
  if (admission.kind !== 'admitted')
    return { kind: 'denied', reason: admission.kind === 'password-required' ? 'password' : 'visitor' }
  const visit = { db, urls, state: stateFor(state, admission.visitor) }
  const content = await contentAt(visit, request)
  if (content === undefined) return undefined
  if ('href' in content) {
    const href = content.isOwn && shareKey !== undefined ? withShareKey(content.href, shareKey) : content.href
    return { kind: 'redirect', target: content.isOwn ? 'content' : 'external', href }
  }
  return {
    kind: 'content',
    visit,
    claims: admission.visitor.claims,
    pass: admission.pass ?? {},
    shareKey,
    ...content,
  }
}

/** The request of a browser that has the visitor's credentials in its cookies. */
function requestOf({ path, ...at }: SiteAddress, { searchParams }: URL, visitor: VisitorCredentials) {
  const shareKey = searchParams.get(SHARE_KEY_PARAMETER) ?? undefined
  const claims = claimParameters(searchParams)
  const cookies = {
    [SHARE_KEY_COOKIE]: shareKey,
    [TOKEN_COOKIE]: visitor.jwtToken ?? searchParams.get(TOKEN_PARAMETER) ?? undefined,
    [CLAIMS_COOKIE]: mergedClaims(JSON.stringify(visitor.unsignedClaims ?? {}), searchParams),
  }
  const parameters = [...searchParams].filter(
    ([name]) => ![SHARE_KEY_PARAMETER, TOKEN_PARAMETER, ...claims].includes(name),
  )
  const request: SiteRequest = {
    ...at,
    path: path === '' ? '/' : path,
    query: new URLSearchParams(parameters),
    cookies,
    wantsJson: false,
  }
  return { request, shareKey }
}

type ContentAt =
  | { readonly href: string; readonly isOwn: boolean }
  | { readonly place: ResolvedPage; readonly complete: boolean; readonly canonicalUrl: string }

async function contentAt(
  visit: BaseVisit,
  { path: encodedPath, query }: SiteRequest,
): Promise<ContentAt | undefined> {
  const path = decodedPath(encodedPath)
  if (path === null) return undefined
  const own = (href: string) => ({ href: originOf(visit.urls) + withQuery(href, query), isOwn: true })
  const place = await resolvePage(visit, path)
  if (place !== undefined) {
    const href = hrefOfResolvedPage(place)
    if (href !== basePathOf(visit) + encodedPath) return own(href)
    return { place, complete: isComplete(visit, path), canonicalUrl: canonicalOf(visit, href) }
  }
  const redirect = await redirectAt(visit, path)
  if (redirect === undefined) return undefined
  return redirect.isOutside ? { href: redirect.href, isOwn: false } : own(redirect.href)
}

/** Whether no space of the site is further down the path. */
function isComplete({ state }: BaseVisit, path: string): boolean {
  const prefix = path === '' ? '' : `${path}/`
  return ![...state.shape.addresses.values()].some((one) => one !== path && one.startsWith(prefix))
}

/** Redirects from a former basename to the current one. */
async function atCurrentBasename(
  { db, urls }: LookupContext,
  { basename, path }: SiteAddress,
  { searchParams }: URL,
): Promise<Lookup | undefined> {
  const now = await currentBasename(db, basename)
  if (now === undefined) return undefined
  const href = withQuery(urls.site(now) + path.replace(/^\//, ''), searchParams)
  return { kind: 'redirect', target: 'content', href }
}
