import { escapeXml } from './escape-xml.ts'
import { type IndexablePage, indexablePages, withoutDuplicates } from './indexable-pages.ts'
import { alternatesOf, type LanguageVariant, languageVariants } from './languages.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

/** The limit of the sitemap protocol for one file. */
const MAX_URLS = 50_000

/** The sitemap of a public site; for a site with too many pages, a sitemap index of numbered parts. */
export async function sitemapOf(visit: Visit, limit = MAX_URLS): Promise<string> {
  const rows: string[] = []
  let count = 0
  const rowOf = sitemapRows(visit)
  for await (const page of listedPages(visit)) if (count++ < limit) rows.push(await rowOf(page))
  return count <= limit
    ? xmlOf('urlset', rows)
    : xmlOf('sitemapindex', partsOf(visit, Math.ceil(count / limit)))
}

/** A part of the sitemap, counted from 1; undefined if there is none. */
export async function sitemapPart(
  visit: Visit,
  number: number,
  limit = MAX_URLS,
): Promise<string | undefined> {
  const rows: string[] = []
  let count = 0
  const rowOf = sitemapRows(visit)
  for await (const page of listedPages(visit)) {
    if (count >= (number - 1) * limit && count < number * limit) rows.push(await rowOf(page))
    count += 1
  }
  return count > limit && rows.length > 0 ? xmlOf('urlset', rows) : undefined
}

const listedPages = (visit: Visit) => withoutDuplicates(visit, indexablePages(visit))

/** The number in the name of a part; undefined for any other path. */
export const partNumber = (path: string): number | undefined =>
  /^sitemap-[1-9]\d{0,3}\.xml$/.test(path) ? Number(path.slice('sitemap-'.length, -4)) : undefined

/** The row of a page, with its other languages. Pages come space by space, so the languages are read once per space. */
function sitemapRows(visit: Visit): (page: IndexablePage) => Promise<string> {
  const known: { view?: SpaceView; languages: readonly LanguageVariant[] } = { languages: [] }
  return async ({ view, node, url }) => {
    if (known.view !== view) {
      known.view = view
      known.languages = await languageVariants(visit, view)
    }
    const links = alternatesOf(visit, known.languages, view, node).map(
      ({ hreflang, href }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`,
    )
    const { updatedAt } = node.entry
    return `<url><loc>${escapeXml(url)}</loc><lastmod>${updatedAt}</lastmod>${links.join('')}</url>`
  }
}

const partsOf = (visit: Visit, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const href = canonicalOf(visit, `${basePathOf(visit)}/sitemap-${index + 1}.xml`)
    return `<sitemap><loc>${escapeXml(href)}</loc></sitemap>`
  })

const hasLinks = (rows: readonly string[]): boolean => rows.some((row) => row.includes('<xhtml:link'))

const xmlOf = (name: 'urlset' | 'sitemapindex', rows: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${hasLinks(rows) ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\n${rows.join('\n')}\n</${name}>\n`

/** `robots.txt`, which crawlers request at custom hostnames. */
export function robotsOf(visit: Visit): string {
  const isPublic = visit.state.shape.structure.site.visibility === 'public'
  if (!isPublic) return 'User-agent: *\nDisallow: /\n'
  const sitemap = canonicalOf(visit, `${basePathOf(visit)}/sitemap.xml`)
  return `User-agent: *\nAllow: /\nDisallow: /*.pdf$\n\nSitemap: ${sitemap}\n`
}
