import { all, elementOf, one } from './dom.ts'

type Told = { type: string; [name: string]: string | number | undefined }

/** How long a question stands before it counts as one, in milliseconds. */
const settled = 1500

const root = document.documentElement

/** Readers who ask not to be followed are not. */
const isQuiet = (): boolean =>
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Tells the site what happens, in words that say nothing of the reader. */
function tell(what: Told): void {
  const { insights } = root.dataset
  if (!insights || isQuiet()) return
  const text = JSON.stringify({ path: location.pathname, ...what })
  navigator.sendBeacon(insights, new Blob([text], { type: 'application/json' }))
}

/** Tells of the page, of links that lead away, and of searches. */
export function tellInsights(): void {
  const pre = document as { prerendering?: boolean }
  if (pre.prerendering) document.addEventListener('prerenderingchange', tellView, { once: true })
  else tellView()
  // Before anything else hears of the click: afterwards the page may be gone.
  addEventListener('click', tellLink, { capture: true })
  addEventListener('auxclick', tellLink, { capture: true })
  tellSearches()
}

function tellView(): void {
  if (!one('main .article')) return
  const campaign = new URLSearchParams(
    [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_')),
  ).toString()
  const from = URL.parse?.(document.referrer)?.origin
  tell({
    type: 'page_view',
    ...(from && from !== location.origin ? { referrer: from } : {}),
    ...(campaign ? { campaign: campaign.slice(0, 1000) } : {}),
  })
}

function tellLink(event: Event): void {
  const link = elementOf(event)?.closest<HTMLAnchorElement>('a[href]')
  if (link && /^https?:$/.test(link.protocol) && link.host !== location.host) {
    tell({ type: 'link_click', target: link.origin })
  }
}

let asked = ''
let question: { query: string; results: number } | undefined
let timer = 0

/** A question that was answered; it counts when the reader rests at it, opens a result or goes away. */
export function searched(query: string, results: number): void {
  clearTimeout(timer)
  question = query && query !== asked ? { query: query.slice(0, 512), results } : undefined
  timer = window.setTimeout(tellQuestion, settled)
}

function tellQuestion(): void {
  clearTimeout(timer)
  if (!question) return
  asked = question.query
  tell({ type: 'search_type_query', ...question })
  question = undefined
}

function tellSearches(): void {
  for (const dialog of all<HTMLDialogElement>('dialog.search')) {
    dialog.addEventListener('close', tellQuestion)
    dialog.addEventListener('click', (event) => {
      if (!elementOf(event)?.closest('[role="option"]')) return
      tellQuestion()
      const query = one<HTMLInputElement>('input', dialog)?.value.trim().slice(0, 512)
      if (query) tell({ type: 'search_open_result', query })
    })
  }
  addEventListener('pagehide', tellQuestion)
}

/** The dialog of the search was opened. */
export const searchOpened = (): void => tell({ type: 'search_open' })
