import { find, findAll, targetElement } from './dom.ts'

type InsightsEvent = { type: string; [name: string]: string | number | undefined }

/** How long a query must be unchanged before it counts as a search. */
const SEARCH_SETTLE_MS = 1500

const root = document.documentElement

/** Readers who opt out of tracking are not tracked. */
const hasOptedOut = (): boolean =>
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Sends an event without personal data to the site. */
function sendEvent(event: InsightsEvent): void {
  const { insights } = root.dataset
  if (!insights || hasOptedOut()) return
  const text = JSON.stringify({ path: location.pathname, ...event })
  navigator.sendBeacon(insights, new Blob([text], { type: 'application/json' }))
}

/** Tracks page views, clicks on external links, and searches. */
export function trackInsights(): void {
  const pre = document as { prerendering?: boolean }
  if (pre.prerendering) document.addEventListener('prerenderingchange', trackPageView, { once: true })
  else trackPageView()
  // In the capture phase, because the page may unload while the click is handled.
  addEventListener('click', trackLinkClick, { capture: true })
  addEventListener('auxclick', trackLinkClick, { capture: true })
  trackSearches()
}

/** Tracks the view of a page that was opened from another one without loading it. */
export const trackNavigation = (): void => {
  if (find('main .article')) sendEvent({ type: 'page_view' })
}

function trackPageView(): void {
  if (!find('main .article')) return
  const campaign = new URLSearchParams(
    [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_')),
  ).toString()
  const referrer = URL.parse?.(document.referrer)?.origin
  sendEvent({
    type: 'page_view',
    ...(referrer && referrer !== location.origin ? { referrer } : {}),
    ...(campaign ? { campaign: campaign.slice(0, 1000) } : {}),
  })
}

function trackLinkClick(event: Event): void {
  const link = targetElement(event)?.closest<HTMLAnchorElement>('a[href]')
  if (link && /^https?:$/.test(link.protocol) && link.host !== location.host) {
    sendEvent({ type: 'link_click', target: link.origin })
  }
}

let lastQuery = ''
let pendingSearch: { query: string; results: number } | undefined
let timer = 0

/** A search with results. It counts once the query is unchanged for a while, a result is opened or the page is left. */
export function trackSearch(query: string, results: number): void {
  clearTimeout(timer)
  pendingSearch = query && query !== lastQuery ? { query: query.slice(0, 512), results } : undefined
  timer = window.setTimeout(sendPendingSearch, SEARCH_SETTLE_MS)
}

function sendPendingSearch(): void {
  clearTimeout(timer)
  if (!pendingSearch) return
  lastQuery = pendingSearch.query
  sendEvent({ type: 'search_type_query', ...pendingSearch })
  pendingSearch = undefined
}

function trackSearches(): void {
  for (const dialog of findAll<HTMLDialogElement>('dialog.search')) {
    dialog.addEventListener('close', sendPendingSearch)
    dialog.addEventListener('click', (event) => {
      if (!targetElement(event)?.closest('[role="option"]')) return
      sendPendingSearch()
      const text = find<HTMLInputElement>('input', dialog)?.value.trim().slice(0, 512)
      if (text) sendEvent({ type: 'search_open_result', query: text })
    })
  }
  addEventListener('pagehide', sendPendingSearch)
}

/** Tracks that the search dialog was opened. */
export const trackSearchOpened = (): void => sendEvent({ type: 'search_open' })
