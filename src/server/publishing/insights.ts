import type { Service } from '../context.ts'
import type { Place as KeptPlace } from '../domain/site-insights/kept-event.ts'
import { type KeptEvent, searched } from '../domain/site-insights/kept-event.ts'
import { campaignOf, domainOf, isProgram, kindOf, languageOf } from '../domain/site-insights/reader-kind.ts'
import type { Kept } from './gate.ts'
import { newInsightsBuffer } from './insights-buffer.ts'
import { newReaders, nobodysNumbers } from './insights-readers.ts'
import type { Asker, Told, Voted } from './insights-told.ts'
import { type Place, placeAt, spaceNear } from './resolve.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

/** What happened on a page, as whoever answers it or its script noticed. */
export type Happening = Told | { readonly type: 'page_not_found'; readonly path: string }

/** The cookie by which a site that wants to recognises a reader again; a number at random and nothing else. */
export const readerCookie = 'lectern_reader'
const cookieLife = 395 * 24 * 3600

export type Insights = {
  /** Keeps what happened; answers what the reader's browser is to keep. */
  readonly note: (
    visit: Visit,
    asker: Asker,
    cookie: string | undefined,
    happening: Happening,
  ) => Promise<Kept[]>
  /** Keeps what a reader thinks of a page. */
  readonly vote: (
    visit: Visit,
    asker: Asker,
    cookie: string | undefined,
    at: string,
    voted: Voted,
  ) => Promise<Place | undefined>
  readonly flush: () => Promise<void>
}

/** Counts what readers do on published sites, as `docs/publish/insights.md` says. */
export function openInsights(service: Pick<Service, 'db' | 'now' | 'newId' | 'log'>): Insights {
  const buffer = newInsightsBuffer(service)
  const numbersOf = newReaders(service)

  const keep = async (
    visit: Visit,
    asker: Asker,
    cookie: string | undefined,
    event: Omit<KeptEvent, 'at' | 'visitor' | 'session'>,
  ) => {
    const { site } = visit.state.shape.structure
    const numbers = asker.wantsPrivacy ? nobodysNumbers() : await numbersOf(site.id, asker, cookie)
    buffer.add(
      { organizationId: visit.state.organizationId, siteId: site.id },
      { ...event, ...numbers, at: service.now() },
    )
  }

  return {
    flush: buffer.flush,
    async note(visit, asker, given, happening) {
      if (asker.wantsPrivacy || isProgram(asker.userAgent)) return []
      const place = await placeOf(visit, happening)
      if (place === undefined) return []
      const cookie = cookieOf(visit, given, service.newId)
      await keep(visit, asker, cookie, {
        type: happening.type,
        place,
        reader: readerOf(visit, asker, happening),
        ...saidIn(happening),
      })
      return cookie === undefined || cookie === given
        ? []
        : [{ name: readerCookie, value: cookie, seconds: cookieLife }]
    },
    async vote(visit, asker, given, at, { rating, comment }) {
      const found = await placeAt(visit, belowSite(visit, at))
      if (found?.node === undefined || isProgram(asker.userAgent)) return found
      const said = comment
        ? ({ type: 'page_post_feedback_comment', detail: comment } as const)
        : ({ type: 'page_post_feedback' } as const)
      const cookie = recognises(visit) && isCookie(given) ? given : undefined
      await keep(visit, asker, cookie, {
        ...said,
        rating,
        place: keptPlace(visit, found),
        reader: readerOf(visit, asker),
      })
      return found
    },
  }
}

const recognises = ({ state }: Visit): boolean => state.shape.looks.site.insights.trackingCookie

const isCookie = (given: string | undefined): given is string => given !== undefined && /^\w{20}$/.test(given)

/** The cookie that a reader has or is to be given; none where the site does not recognise readers. */
function cookieOf(visit: Visit, given: string | undefined, newId: () => string): string | undefined {
  if (!recognises(visit)) return undefined
  return isCookie(given) ? given : newId()
}

/** A path of the service as one below the site, decoded and without slashes around it. */
function belowSite(visit: Visit, path: string): string {
  const base = basePathOf(visit)
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path
  try {
    return decodeURIComponent(below)
      .replaceAll('\0', '')
      .toWellFormed()
      .replace(/^\/+|\/+$/g, '')
  } catch {
    return below.replace(/^\/+|\/+$/g, '')
  }
}

/** Where something happened; undefined for a page that is not there, of which only the service itself tells. */
async function placeOf(visit: Visit, { type, path }: Happening): Promise<KeptPlace | undefined> {
  const below = belowSite(visit, path)
  if (type === 'page_not_found') {
    const near = await spaceNear(visit, below)
    const url = canonicalOf(visit, `${basePathOf(visit)}/${below}`).slice(0, 1024)
    return { url, ...partsOf(near?.siteSpace), page: null }
  }
  const found = await placeAt(visit, below)
  if (found !== undefined) return keptPlace(visit, found)
  if (type === 'page_view') return undefined
  return { url: canonicalOf(visit, `${basePathOf(visit)}/`), ...partsOf(undefined), page: null }
}

const keptPlace = (visit: Visit, { view, node }: Place): KeptPlace => ({
  url: canonicalOf(visit, (node && view.hrefOf(node)) ?? view.root),
  ...partsOf(view.siteSpace),
  page: node?.entry.id ?? null,
})

const partsOf = (siteSpace: { readonly id: string; readonly sectionId: string | null } | undefined) => ({
  siteSection: siteSpace?.sectionId ?? null,
  siteSpace: siteSpace?.id ?? null,
})

/** The kind of a reader. Where they came from is told with the page that they came to, and with no other. */
function readerOf(visit: Visit, asker: Asker, happening?: Happening): KeptEvent['reader'] {
  const came = happening?.type === 'page_view' ? happening : undefined
  const own = new URL(canonicalOf(visit, '/')).hostname
  return {
    ...kindOf(asker.userAgent),
    language: languageOf(asker.languages),
    referrerDomain: domainOf(came?.referrer, own),
    ...campaignOf(new URLSearchParams(came?.campaign)),
  }
}

function saidIn(happening: Happening): Pick<KeptEvent, 'detail' | 'amount'> {
  if (happening.type === 'link_click') return { detail: domainOf(happening.target) }
  if (happening.type === 'search_open_result') return { detail: searched(happening.query) }
  if (happening.type !== 'search_type_query') return {}
  return { detail: searched(happening.query), amount: happening.results }
}
