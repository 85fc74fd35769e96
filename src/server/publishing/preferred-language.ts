import { defaultSiteSpaceIn } from '../domain/sites/structure/structure.ts'
import { type LanguageVariant, languagesAt } from './languages.ts'
import type { ResolvedPage } from './resolve-page.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteResponse } from './site-response.ts'
import { basePathOf, rootOfSiteSpace, type Visit, withQuery } from './visit.ts'

/** The language that a reader chose, for the pages of one site. */
export const LANGUAGE_COOKIE = 'lectern_language'
const LANGUAGE_COOKIE_SECONDS = 365 * 86_400
const PARAMETER = 'lang'

/** The address of a page that also remembers its language as the reader's choice. */
export const languageHref = (href: string, language: string): string => `${href}?${PARAMETER}=${language}`

/** Remembers the language of an address from the language switch, and redirects to the address without it. */
export function rememberedLanguage(visit: Visit, request: SiteRequest): SiteResponse | undefined {
  const language = request.query.get(PARAMETER)
  const isOffered =
    language !== null && [...visit.state.languages.values()].some((one) => one.sourceSpaceId !== null)
  if (!isOffered || !/^[a-z]{2,3}(-[a-z]{2,4})?$/.test(language)) return undefined
  const query = new URLSearchParams(request.query)
  query.delete(PARAMETER)
  return {
    kind: 'redirect',
    status: 302,
    href: withQuery(basePathOf(visit) + (request.path || '/'), query),
    cookies: [{ name: LANGUAGE_COOKIE, value: language, seconds: LANGUAGE_COOKIE_SECONDS }],
    path: basePathOf(visit) || '/',
  }
}

/** Whether the response at a page's address depends on the reader's language: the home page of the default variant. */
export function dependsOnLanguage(visit: Visit, { view, node }: ResolvedPage): boolean {
  const { siteSpace } = view
  const isDefault = defaultSiteSpaceIn(visit.state.shape.structure, siteSpace.sectionId) === siteSpace.id
  return isDefault && node === view.first && languagesAt(visit, siteSpace).length > 1
}

/**
 * The home page in the reader's language, if it is another one: the language that they chose, else the best match of
 * their browser's. Without either, as for crawlers, the default language is served.
 */
export function preferredHome(visit: Visit, page: ResolvedPage, request: SiteRequest): string | undefined {
  if (visit.urls.previewPrefix !== undefined || !dependsOnLanguage(visit, page)) return undefined
  const offered = languagesAt(visit, page.view.siteSpace)
  const own = offered.find(({ siteSpace }) => siteSpace.id === page.view.siteSpace.id)
  const chosen = offered.find(({ language }) => language === request.cookies[LANGUAGE_COOKIE])
  const best = chosen ?? bestMatch(offered, request.acceptLanguage ?? '')
  return best === undefined || best === own ? undefined : rootOfSiteSpace(visit, best.siteSpace.id)
}

type Offer = Pick<LanguageVariant, 'siteSpace' | 'language'>

/** The best of the offered languages (RFC 4647, 3.4: lookup); a range also matches its regional variants. */
export function bestMatch<One extends Pick<Offer, 'language'>>(
  offered: readonly One[],
  acceptLanguage: string,
): One | undefined {
  for (const range of rangesOf(acceptLanguage)) {
    if (range === '*') return undefined
    for (let tag = range; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
      const exact = offered.find(({ language }) => language === (aliases[tag] ?? tag))
      if (exact !== undefined) return exact
    }
    const [primary = ''] = range.split('-')
    const regional = offered.find(({ language }) => language.startsWith(`${primary}-`))
    if (regional !== undefined) return regional
  }
  return undefined
}

/** Tags of browsers for languages that have another tag here. */
const aliases: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  'zh-hant': 'zh-tw',
  'zh-hk': 'zh-tw',
  'zh-mo': 'zh-tw',
  iw: 'he',
  in: 'id',
}

const MAX_RANGES = 20

/** The language ranges of the header in lower case, the preferred one first. */
const rangesOf = (header: string): string[] =>
  header
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .slice(0, MAX_RANGES)
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim())
      const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
      return /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/.test(range) && quality > 0 ? [{ range, quality }] : []
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range)
