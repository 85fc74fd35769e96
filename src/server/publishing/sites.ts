import type { Service } from '../context.ts'
import { accessPage } from './access-pages.ts'
import { withClientCredentials } from './client-credentials.ts'
import { renderFeedbackPage } from './feedback-page.ts'
import { type Insights, openInsights, READER_COOKIE } from './insights.ts'
import { newKnownResponses, type PageResponse } from './known-responses.ts'
import { markdownOfPage } from './markdown.ts'
import { offersMarkdown } from './markdown-availability.ts'
import { renderNotFoundPage } from './not-found.ts'
import { renderSitePage } from './page.ts'
import { pdfAt } from './pdf.ts'
import { dependsOnLanguage, preferredHome, rememberedLanguage } from './preferred-language.ts'
import { previewState } from './preview.ts'
import { currentBasename } from './queries.ts'
import type { PageFeedback, Reader, ReaderEvent } from './reader-events.ts'
import type { ReaderFiles } from './reader-files.ts'
import { redirectAt } from './redirects.ts'
import { hrefOfResolvedPage, type ResolvedPage, resolvePage } from './resolve-page.ts'
import { type Bodies, type Body, bodyOf, newBodies } from './response-bodies.ts'
import { admit, type SiteCookie, unlock } from './site-access.ts'
import type { SiteRequest } from './site-request.ts'
import { HTML_TYPE, okResponse, type SiteResponse } from './site-response.ts'
import { respondToSpecialPath } from './special-paths.ts'
import { siteStates, stateFor } from './state.ts'
import {
  basePathOf,
  decodedPath,
  isRestricted,
  servicePath,
  siteUrls,
  type Visit,
  withQuery,
} from './visit.ts'

/** The published sites of a service. Each method resolves to undefined if the visitor must get a 404. */
export type Sites = {
  /** The response to a request whose response is known and current; undefined if it has to be made. */
  readonly known: (request: SiteRequest) => Promise<PageResponse | undefined>
  readonly respond: (request: SiteRequest) => Promise<SiteResponse | undefined>
  /** Checks the password of a share link and redirects to a path below the site. */
  readonly unlock: (request: SiteRequest, password: string, to: string) => Promise<SiteResponse | undefined>
  /** The response of a site in a preview. */
  readonly respondToPreview: (key: string, request: SiteRequest) => Promise<SiteResponse | undefined>
  /** Counts an event that the script of a page reports. */
  readonly recordEvent: (
    request: SiteRequest,
    reader: Reader,
    event: ReaderEvent,
  ) => Promise<RecordedEvent | undefined>
  /** Records a visitor's feedback about the page at a path. */
  readonly recordFeedback: (
    request: SiteRequest,
    reader: Reader,
    path: string,
    feedback: PageFeedback,
  ) => Promise<FeedbackResponse | undefined>
  /** Admits a program, which sends its credentials in another way than browsers. */
  readonly visit: (request: SiteRequest, bearer: string | undefined) => Promise<ClientAdmission | undefined>
  readonly insights: Insights
  readonly bodies: Bodies
}

export type ClientAdmission =
  | { readonly kind: 'admitted'; readonly visit: Visit }
  /** The site has another basename now. */
  | { readonly kind: 'moved'; readonly href: string }
  | { readonly kind: 'sign-in-required' }

export type RecordedEvent = { readonly cookies: readonly SiteCookie[]; readonly path: string }

/** The page that a visitor without JavaScript sees after sending feedback. */
export type FeedbackResponse = { readonly html: string }

/** Opens the published sites of a service, with their own cache of response bodies. */
export function openSites(
  service: Pick<Service, 'db' | 'urls' | 'now' | 'newId' | 'log'>,
  files: ReaderFiles,
): Sites {
  const { db, now } = service
  const stateOf = siteStates(db)
  const bodies = newBodies()
  const knownResponses = newKnownResponses()
  const insights = openInsights(service)

  async function visitOf(request: SiteRequest): Promise<Visit | undefined> {
    const urls = siteUrls(service.urls, request)
    const state = await stateOf({ basename: request.basename })
    if (state === null) return undefined
    const admission = await admit({ db, urls, now, state }, request)
    return admission.kind === 'admitted'
      ? { db, urls, state: stateFor(state, admission.visitor), files }
      : undefined
  }

  return {
    bodies,
    insights,
    async visit(request, bearer) {
      const urls = siteUrls(service.urls, request)
      const state = await stateOf({ basename: request.basename })
      if (state === null) return movedSite(service, request)
      const admission = await admit({ db, urls, now, state }, withClientCredentials(request, bearer))
      if (admission.kind === 'not-found') return undefined
      if (admission.kind !== 'admitted') return { kind: 'sign-in-required' }
      return { kind: 'admitted', visit: { db, urls, state: stateFor(state, admission.visitor), files } }
    },
    async recordEvent(request, reader, event) {
      const visit = await visitOf(request)
      if (visit === undefined) return undefined
      const cookies = await insights.recordEvent(visit, reader, request.cookies[READER_COOKIE], event)
      return { cookies, path: basePathOf(visit) || '/' }
    },
    async recordFeedback(request, reader, path, feedback) {
      const visit = await visitOf(request)
      if (visit === undefined) return undefined
      const cookie = request.cookies[READER_COOKIE]
      const page = await insights.recordFeedback(visit, reader, cookie, path, feedback)
      return page?.node === undefined ? undefined : { html: await renderFeedbackPage(visit, page, feedback) }
    },
    async known(request) {
      const state = await stateOf({ basename: request.basename })
      return state === null ? undefined : knownResponses.get(state, siteUrls(service.urls, request), request)
    },
    async respond(request) {
      const urls = siteUrls(service.urls, request)
      const state = await stateOf({ basename: request.basename })
      if (state === null) return renamedSite(service, request)
      const known = knownResponses.get(state, urls, request)
      if (known !== undefined) return known
      const admission = await admit({ db, urls, now, state }, request)
      if (admission.kind === 'not-found') return undefined
      if (admission.kind === 'redirect') {
        return { ...admission, status: 302, path: basePathOf({ urls, state }) || '/' }
      }
      if (admission.kind !== 'admitted') return accessPage({ db, urls, state, files }, admission, request)
      const visit = { db, urls, state: stateFor(state, admission.visitor), files }
      const response = withCacheFlags(visit, await respond(visit, bodies, request))
      knownResponses.set(state, urls, request, response)
      if (response.kind === 'body' && response.event && request.reader) {
        // The response does not wait for the event, and a failure to count it is only logged.
        insights
          .recordEvent(visit, request.reader, request.cookies[READER_COOKIE], response.event)
          .catch((error) => service.log.warn({ err: error }, 'an event on a site could not be counted'))
      }
      return response
    },
    async unlock(request, password, to) {
      const urls = siteUrls(service.urls, request)
      const state = await stateOf({ basename: request.basename })
      if (state === null) return undefined
      const admission = await unlock({ db, urls, now, state }, request, password, to)
      if (admission.kind === 'password-required' || admission.kind === 'expired') {
        const attempt = { path: `/${to}`, isWrongPassword: true }
        return accessPage({ db, urls, state, files }, admission, attempt)
      }
      if (admission.kind !== 'redirect') return undefined
      return { ...admission, status: 303, path: basePathOf({ urls, state }) || '/' }
    },
    async respondToPreview(key, request) {
      const state = await previewState(db, key, now())
      if (state === null) return undefined
      const urls = { ...siteUrls(service.urls), previewPrefix: `/preview/${key}` }
      const response = await respond({ db, urls, state, files }, bodies, request)
      return response.kind === 'body' ? { ...response, isHidden: true, isPrivate: true } : response
    },
  }
}

/** Redirects from a former basename to the current one. */
async function renamedSite(
  service: Pick<Service, 'db' | 'urls'>,
  request: SiteRequest,
): Promise<SiteResponse | undefined> {
  const moved = await movedSite(service, request)
  return moved && { kind: 'redirect', href: moved.href }
}

async function movedSite({ db, urls }: Pick<Service, 'db' | 'urls'>, { basename, path, query }: SiteRequest) {
  const now = await currentBasename(db, basename)
  if (now === undefined) return undefined
  return { kind: 'moved', href: withQuery(`${servicePath(urls)}/sites/${now}${path}`, query) } as const
}

/** Only public sites are indexed, and only responses that are the same for anyone are cached by others. */
function withCacheFlags(visit: Visit, response: SiteResponse): SiteResponse {
  if (response.kind !== 'body') return response
  const isHidden = response.isHidden === true || visit.state.shape.structure.site.visibility !== 'public'
  return { ...response, isHidden, isPrivate: isRestricted(visit) }
}

async function respond(visit: Visit, bodies: Bodies, request: SiteRequest): Promise<SiteResponse> {
  const path = decodedPath(request.path)
  if (path === null) return notFoundResponse(visit, '')
  if (request.path === '') return { kind: 'redirect', href: `${basePathOf(visit)}/` }
  return (
    rememberedLanguage(visit, request) ??
    (await respondToSpecialPath(visit, bodies, path, request)) ??
    (await page(visit, bodies, path, request)) ??
    (await pdf(visit, path)) ??
    (await redirectResponse(visit, path, request)) ?? {
      ...(await notFoundResponse(visit, path)),
      event: { type: 'page_not_found', path: request.path },
    }
  )
}

/** A page, its Markdown, or a redirect to its current address. */
async function page(
  visit: Visit,
  bodies: Bodies,
  path: string,
  request: SiteRequest,
): Promise<SiteResponse | undefined> {
  const { path: encodedPath, query } = request
  const isMarkdown = path.endsWith('.md') && !(await isPage(visit, path))
  const resolved = await resolvePage(visit, isMarkdown ? path.slice(0, -3) : path)
  if (resolved === undefined) return undefined
  if (isMarkdown && !(resolved.node?.entry.type === 'document' && offersMarkdown(visit))) return undefined
  const href = isMarkdown ? markdownHref(resolved) : hrefOfResolvedPage(resolved)
  if (href !== basePathOf(visit) + encodedPath) return { kind: 'redirect', href: withQuery(href, query) }
  if (isMarkdown) return markdown(visit, resolved)
  const preferred = preferredHome(visit, resolved, request)
  if (preferred !== undefined) return { kind: 'redirect', status: 302, href: withQuery(preferred, query) }
  const response = okResponse(await pageBody(visit, bodies, resolved))
  return dependsOnLanguage(visit, resolved) ? { ...response, variesByLanguage: true } : response
}

/** The PDF of a page, at the address of the page with `.pdf` appended. */
async function pdf(visit: Visit, path: string): Promise<SiteResponse | undefined> {
  const page = path.endsWith('.pdf') ? await resolvePage(visit, path.slice(0, -4)) : undefined
  const pdf = page && pdfAt(visit, page)
  return pdf && { kind: 'pdf', ...pdf }
}

/** A redirect of the site; it preserves the query unless it leaves the site. */
async function redirectResponse(
  visit: Visit,
  path: string,
  { query }: SiteRequest,
): Promise<SiteResponse | undefined> {
  const redirect = await redirectAt(visit, path)
  if (redirect === undefined) return undefined
  const href = redirect.isOutside ? redirect.href : withQuery(redirect.href, query)
  return { kind: 'redirect', href, status: redirect.isPermanent ? 308 : 307 }
}

/** A page whose own path ends in `.md` wins over the Markdown of another page. */
async function isPage(visit: Visit, path: string): Promise<boolean> {
  const page = await resolvePage(visit, path)
  return page?.node?.path?.endsWith('.md') ?? false
}

const markdownHref = ({ view, node }: ResolvedPage): string =>
  `${node ? view.longHrefOf(node) : view.root}.md`

async function markdown(visit: Visit, { view, node }: ResolvedPage): Promise<SiteResponse | undefined> {
  if (node === undefined) return undefined
  const text = await markdownOfPage(visit, view, node)
  const body = bodyOf('text/markdown; charset=utf-8', text)
  return { ...okResponse(body), isHidden: true, canonical: hrefOfResolvedPage({ view, node }) }
}

function pageBody(visit: Visit, bodies: Bodies, { view, node }: ResolvedPage): Promise<Body> {
  const make = async () => {
    const { html: text, ...page } = await renderSitePage(visit, view, node)
    return { type: HTML_TYPE, text, ...page }
  }
  return bodies.get(`${view.key} ${node?.entry.id ?? ''}`, visit.state.headsStamp, make)
}

async function notFoundResponse(
  visit: Visit,
  path: string,
): Promise<Extract<SiteResponse, { kind: 'body' }>> {
  return {
    kind: 'body',
    status: 404,
    body: bodyOf(HTML_TYPE, await renderNotFoundPage(visit, path)),
    isHidden: true,
  }
}
