import { findAll, targetElement } from './dom.ts'

/** Pages in memory, and for how long: after that, the server is asked whether they changed. */
const MAX_PAGES = 30
const MAX_AGE_MS = 60_000
/** How long the pointer rests on a link before its page is fetched. */
const HOVER_MS = 60
/** Links that are fetched because they are in view, per page. */
const MAX_IN_VIEW = 8

type PrefetchedPage = { readonly html: Promise<string | null>; readonly at: number }

const pages = new Map<string, PrefetchedPage>()

/** The HTML of a page, without its fragment; null if it is anything but a page, or a redirect. */
export function pageHtml(url: URL): Promise<string | null> {
  const known = pages.get(addressOf(url))
  if (known && performance.now() - known.at < MAX_AGE_MS) return known.html
  return fetchPage(url)
}

/** Highlighted words make no difference to the page. */
function addressOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== 'q'))
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** Not as a browser asks for pages, so that a page that nobody opened is not counted. */
async function fetchPage(url: URL): Promise<string | null> {
  try {
    const response = await fetch(addressOf(url), { headers: { accept: '*/*' }, redirect: 'manual' })
    const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html')
    return isPage ? await response.text() : null
  } catch {
    // The network failed. Opening the page shows why.
    return null
  }
}

/** Fetches pages that are likely to be opened: on hover, focus and touch, and a few that are in view. */
export function prefetchLinks(pageUrlOf: (link: HTMLAnchorElement) => URL | null): () => void {
  if (!isWelcome()) return () => undefined
  const prefetch = (link: HTMLAnchorElement) => {
    const url = pageUrlOf(link)
    if (!url) return
    const key = addressOf(url)
    const known = pages.get(key)
    if (known && performance.now() - known.at < MAX_AGE_MS) return
    pages.delete(key)
    pages.set(key, { html: fetchPage(url), at: performance.now() })
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest)
  }
  let timer = 0
  const onIntent = (event: Event, delay: number) => {
    const link = targetElement(event)?.closest<HTMLAnchorElement>('a[href]')
    clearTimeout(timer)
    if (link) timer = window.setTimeout(() => prefetch(link), delay)
  }
  addEventListener('mouseover', (event) => onIntent(event, HOVER_MS), { passive: true })
  addEventListener('focusin', (event) => onIntent(event, HOVER_MS))
  addEventListener('touchstart', (event) => onIntent(event, 0), { passive: true })
  return () => prefetchInView(prefetch)
}

/** Readers who save data, or are on a slow connection, fetch only what they open. */
function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const isAllowed = document.documentElement.dataset.prefetch !== undefined
  return isAllowed && !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '')
}

let observer: IntersectionObserver | undefined

function prefetchInView(prefetch: (link: HTMLAnchorElement) => void): void {
  observer?.disconnect()
  let left = MAX_IN_VIEW
  const current = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement) || left-- <= 0) continue
      current.unobserve(target)
      requestIdleCallback?.(() => prefetch(target)) ?? prefetch(target)
    }
  })
  for (const link of findAll<HTMLAnchorElement>('.pager a, .prose a[href]')) current.observe(link)
  observer = current
}
