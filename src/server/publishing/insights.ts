import type { Service } from '../context.ts'
import {
  browserFactsOf,
  campaignOf,
  domainOf,
  isBot,
  languageOf,
} from '../domain/site-insights/reader-facts.ts'
import type { EventLocation } from '../domain/site-insights/stored-event.ts'
import { type StoredEvent, storedQuery } from '../domain/site-insights/stored-event.ts'
import { newInsightsBuffer } from './insights-buffer.ts'
import type { PageFeedback, Reader, ReaderEvent } from './reader-events.ts'
import { anonymousNumbers, newReaderNumbers } from './reader-numbers.ts'
import { nearestSpace, type ResolvedPage, resolvePage } from './resolve-page.ts'
import type { SiteCookie } from './site-access.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

/** An event on a published site, reported by the script of a page or by the server. */
export type SiteEvent = ReaderEvent | { readonly type: 'page_not_found'; readonly path: string }

/** Identifies returning visitors of sites that turn on tracking; a random id and nothing else. */
export const READER_COOKIE = 'lectern_reader'
const READER_COOKIE_SECONDS = 395 * 24 * 3600

export type Insights = {
  /** Counts an event and returns the cookies to set. */
  readonly recordEvent: (
    visit: Visit,
    reader: Reader,
    cookie: string | undefined,
    event: SiteEvent,
  ) => Promise<SiteCookie[]>
  /** Records feedback and returns the page that it is about. */
  readonly recordFeedback: (
    visit: Visit,
    reader: Reader,
    cookie: string | undefined,
    path: string,
    feedback: PageFeedback,
  ) => Promise<ResolvedPage | undefined>
  readonly flush: () => Promise<void>
}

/** Collects insights of published sites, as described in `docs/publish/insights.md`. */
export function openInsights(service: Pick<Service, 'db' | 'now' | 'newId' | 'log'>): Insights {
  const buffer = newInsightsBuffer(service)
  const readerNumbers = newReaderNumbers(service)

  const add = async (
    visit: Visit,
    reader: Reader,
    cookie: string | undefined,
    event: Omit<StoredEvent, 'at' | 'visitor' | 'session'>,
  ) => {
    const { site } = visit.state.shape.structure
    const numbers = reader.wantsPrivacy ? anonymousNumbers() : await readerNumbers(site.id, reader, cookie)
    buffer.add(
      { organizationId: visit.state.organizationId, siteId: site.id },
      { ...event, ...numbers, at: service.now() },
    )
  }

  return {
    flush: buffer.flush,
    async recordEvent(visit, reader, sentCookie, event) {
      if (reader.wantsPrivacy || isBot(reader.userAgent)) return []
      const place = await locationOf(visit, event)
      if (place === undefined) return []
      const cookie = cookieOf(visit, sentCookie, service.newId)
      await add(visit, reader, cookie, {
        type: event.type,
        location: place,
        reader: readerOf(visit, reader, event),
        ...eventDetails(event),
      })
      return cookie === undefined || cookie === sentCookie
        ? []
        : [{ name: READER_COOKIE, value: cookie, seconds: READER_COOKIE_SECONDS }]
    },
    async recordFeedback(visit, reader, sentCookie, path, { rating, comment }) {
      const page = await resolvePage(visit, belowSite(visit, path))
      if (page?.node === undefined || isBot(reader.userAgent)) return page
      const type = comment
        ? ({ type: 'page_post_feedback_comment', detail: comment } as const)
        : ({ type: 'page_post_feedback' } as const)
      const cookie = tracksReaders(visit) && isCookie(sentCookie) ? sentCookie : undefined
      await add(visit, reader, cookie, {
        ...type,
        rating,
        location: eventLocation(visit, page),
        reader: readerOf(visit, reader),
      })
      return page
    },
  }
}

const tracksReaders = ({ state }: Visit): boolean => state.shape.customizations.site.insights.trackingCookie

const isCookie = (cookie: string | undefined): cookie is string =>
  cookie !== undefined && /^\w{20}$/.test(cookie)

/** The visitor's cookie or a new one; none if the site does not track visitors. */
function cookieOf(visit: Visit, sentCookie: string | undefined, newId: () => string): string | undefined {
  if (!tracksReaders(visit)) return undefined
  return isCookie(sentCookie) ? sentCookie : newId()
}

/** A path of the service as a decoded path below the site, without slashes around it. */
function belowSite(visit: Visit, path: string): string {
  const base = basePathOf(visit)
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path
  try {
    return decodeURIComponent(below)
      .replaceAll('\0', '')
      .toWellFormed()
      .replace(/^\/+|\/+$/g, '')
  } catch {
    // A path with malformed percent-encoding is stored as it is.
    return below.replace(/^\/+|\/+$/g, '')
  }
}

/** Where an event happened; undefined for a view of a missing page, which the server reports itself. */
async function locationOf(visit: Visit, { type, path }: SiteEvent): Promise<EventLocation | undefined> {
  const below = belowSite(visit, path)
  if (type === 'page_not_found') {
    const nearest = await nearestSpace(visit, below)
    const url = canonicalOf(visit, `${basePathOf(visit)}/${below}`).slice(0, 1024)
    return { url, ...structureIds(nearest?.siteSpace), page: null }
  }
  const page = await resolvePage(visit, below)
  if (page !== undefined) return eventLocation(visit, page)
  if (type === 'page_view') return undefined
  return { url: canonicalOf(visit, `${basePathOf(visit)}/`), ...structureIds(undefined), page: null }
}

const eventLocation = (visit: Visit, { view, node }: ResolvedPage): EventLocation => ({
  url: canonicalOf(visit, (node && view.hrefOf(node)) ?? view.root),
  ...structureIds(view.siteSpace),
  page: node?.entry.id ?? null,
})

const structureIds = (siteSpace: { readonly id: string; readonly sectionId: string | null } | undefined) => ({
  siteSection: siteSpace?.sectionId ?? null,
  siteSpace: siteSpace?.id ?? null,
})

/** Facts about the visitor. Referrer and campaign belong to the first page view only. */
function readerOf(visit: Visit, reader: Reader, event?: SiteEvent): StoredEvent['reader'] {
  const view = event?.type === 'page_view' ? event : undefined
  const own = new URL(canonicalOf(visit, '/')).hostname
  return {
    ...browserFactsOf(reader.userAgent),
    language: languageOf(reader.languages),
    referrerDomain: domainOf(view?.referrer, own),
    ...campaignOf(new URLSearchParams(view?.campaign)),
  }
}

function eventDetails(event: SiteEvent): Pick<StoredEvent, 'detail' | 'amount'> {
  if (event.type === 'link_click') return { detail: domainOf(event.target) }
  if (event.type === 'search_open_result') return { detail: storedQuery(event.query) }
  if (event.type !== 'search_type_query') return {}
  return { detail: storedQuery(event.query), amount: event.results }
}
