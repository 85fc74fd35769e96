import { announce, elementForHash, targetElement } from './dom.ts'
import { closeOverlays, focusPage, hasSameFrame, swapPage } from './page-swap.ts'
import { pageHtml, prefetchLinks } from './prefetch.ts'

/** Addresses that are no pages: other formats, files and what the site itself offers. */
const NO_PAGE = /\/~|\.(?:pdf|md|xml|txt|json|zip|png|jpe?g|gif|svg|webp)$/i

const SCROLL_SETTLE_MS = 100

/** Readers notice that they wait after this time. */
const WAIT_MS = 250

/** What an entry of the history needs to come back. */
type Entry = { readonly y?: number }

/**
 * Opens pages of the same space without loading the frame again. Everything else, and everything that fails, is loaded
 * by the browser: other sections and variants, redirects, errors, and pages whose frame changed meanwhile.
 */
export function enableNavigation(initializePage: () => void, trackPageView: () => void): void {
  const { site, frame } = document.documentElement.dataset
  if (site === undefined || frame === undefined || !document.querySelector('.body')) return
  const prefetchInView = prefetchLinks((link) => pageUrlOf(link, site))
  let shown = location.pathname + location.search
  let opening = 0

  const open = async (url: URL, y: number | undefined, isNew: boolean) => {
    const current = ++opening
    showWaiting()
    const html = await pageHtml(url)
    if (current !== opening) return
    hideWaiting()
    const next = html === null ? null : new DOMParser().parseFromString(html, 'text/html')
    if (!next || !hasSameFrame(next)) return load(url, isNew)
    if (isNew) history.pushState({}, '', url)
    shown = url.pathname + url.search
    closeOverlays()
    swapPage(next)
    scrollTo({ top: 0, behavior: 'instant' })
    focusPage(url.hash)
    initializePage()
    if (y !== undefined) scrollTo({ top: y, behavior: 'instant' })
    announce(document.title)
    if (isNew) trackPageView()
    prefetchInView()
  }

  addEventListener('click', (event) => {
    const link = targetElement(event)?.closest<HTMLAnchorElement>('a[href]')
    if (!link || !isPlainClick(event)) return
    // Also before a link to a heading of this page, which the browser follows.
    storeScroll()
    const url = pageUrlOf(link, site)
    if (!url) return
    event.preventDefault()
    void open(url, undefined, true)
  })
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const entry = entryOf(state)
    // A page that is still on its way is not shown anymore.
    opening += 1
    hideWaiting()
    if (location.pathname + location.search !== shown) {
      void open(new URL(location.href), entry.y ?? (location.hash ? undefined : 0), false)
    } else if (entry.y !== undefined) scrollTo({ top: entry.y, behavior: 'instant' })
    else elementForHash(location.hash)?.scrollIntoView()
  })
  restoreScroll()
  prefetchInView()
}

let waiting = 0

/** Shows after a moment that a page is on its way, as the browser does for pages that it loads itself. */
function showWaiting(): void {
  hideWaiting()
  waiting = window.setTimeout(() => document.body.classList.add('is-waiting'), WAIT_MS)
}

function hideWaiting(): void {
  clearTimeout(waiting)
  document.body.classList.remove('is-waiting')
}

/** The browser opens it; an entry of the history is there already. */
function load(url: URL, isNew: boolean): void {
  if (isNew) location.assign(url)
  else location.reload()
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.defaultPrevented &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey

/** The address that a link opens, if it is another page of the site that may have the same frame. */
function pageUrlOf(link: HTMLAnchorElement, site: string): URL | null {
  if (link.target && link.target !== '_self') return null
  if (link.hasAttribute('download') || link.hreflang || /nofollow|external/.test(link.rel)) return null
  if (link.closest('.sections, .switchers')) return null
  const url = URL.parse?.(link.href)
  if (!url || url.origin !== location.origin || !url.pathname.startsWith(site)) return null
  if (NO_PAGE.test(url.pathname)) return null
  const isHere = url.pathname === location.pathname && url.search === location.search
  return isHere ? null : url
}

/** The browser would restore the position before the page is there, so the script does it. */
function restoreScroll(): void {
  history.scrollRestoration = 'manual'
  const { y } = entryOf(history.state)
  if (y !== undefined) scrollTo({ top: y, behavior: 'instant' })
  let timer = 0
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = window.setTimeout(storeScroll, SCROLL_SETTLE_MS)
    },
    { passive: true },
  )
  addEventListener('pagehide', storeScroll)
}

const storeScroll = (): void => history.replaceState({ ...entryOf(history.state), y: scrollY }, '')

const entryOf = (state: unknown): Entry => (typeof state === 'object' && state !== null ? state : {})
