import {
  type FeedbackRating,
  type InsightsEvent,
  type InsightsEventType,
  MAX_COMMENT_LENGTH,
} from '#contract/site-insights.ts'
import { browserFactsOf, campaignOf, domainOf, languageOf, plain, type ReaderFacts } from './reader-facts.ts'

/** Where an event happened. */
export type EventLocation = {
  /** URL without query and hash. */
  readonly url: string
  readonly siteSection: string | null
  readonly siteSpace: string | null
  readonly page: string | null
}

/** An event as it is stored. */
export type StoredEvent = {
  readonly at: Date
  readonly type: InsightsEventType
  readonly location: EventLocation
  readonly reader: ReaderFacts
  /** 64-bit numbers as text. */
  readonly visitor: string
  readonly session: string
  readonly detail?: string | null
  readonly rating?: FeedbackRating | null
  readonly amount?: number | null
}

/** Turns ids from an API client into pseudonymous numbers. */
export type NumberOf = (at: Date, id: string) => string

/** An event from the API without what must not be stored. */
export function storedEventOf(event: InsightsEvent, now: Date, numberOf: NumberOf): StoredEvent {
  const { session, location } = event
  const at = event.timestamp === undefined ? now : new Date(event.timestamp)
  const url = new URL(location.url)
  return {
    at,
    type: event.type,
    location: {
      url: addressOf(url),
      siteSection: location.siteSection,
      siteSpace: location.siteSpace,
      page: location.page,
    },
    reader: {
      ...browserFactsOf(session.userAgent),
      language: languageOf(session.language),
      referrerDomain: domainOf(session.referrer, url.hostname),
      ...campaignOf(url.searchParams),
    },
    visitor: numberOf(at, session.visitorId),
    session: numberOf(at, `${session.visitorId} ${session.sessionId}`),
    ...detailsOf(event),
  }
}

const MAX_URL_LENGTH = 2048

/** A URL as it is stored. */
export const addressOf = ({ origin, pathname }: URL): string =>
  `${origin}${pathname}`.slice(0, MAX_URL_LENGTH)

function detailsOf(event: InsightsEvent): Pick<StoredEvent, 'detail' | 'rating' | 'amount'> {
  switch (event.type) {
    case 'search_type_query':
      return { detail: storedQuery(event.query), amount: event.results ?? null }
    case 'search_open_result':
      return { detail: storedQuery(event.query) }
    case 'page_post_feedback':
      return { rating: event.feedback.rating }
    case 'page_post_feedback_comment':
      return { rating: event.feedback.rating, detail: plain(event.feedback.comment, MAX_COMMENT_LENGTH) }
    case 'link_click':
      return { detail: targetDomainOf(event.link.target) }
    default:
      return {}
  }
}

/** Search queries are compared ignoring case and whitespace. */
export const storedQuery = (query: string): string => plain(query, 512).toLowerCase().replace(/\s+/g, ' ')

const targetDomainOf = (target: { readonly kind: string; readonly url?: unknown }): string | null =>
  target.kind === 'url' && typeof target.url === 'string' ? domainOf(target.url) : null
