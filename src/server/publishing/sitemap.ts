import { escaped } from './escaped.ts'
import { type ToldPage, toldPagesOf } from './told-pages.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

/** What one file may hold by the protocol of sitemaps. */
const mostAddresses = 50_000

/**
 * The addresses of a public site that search engines are told of; of a site with more than one file may hold, the
 * addresses of files with a part of them each.
 */
export async function sitemapOf(visit: Visit, most = mostAddresses): Promise<string> {
  const rows: string[] = []
  let count = 0
  for await (const told of toldPagesOf(visit)) if (count++ < most) rows.push(rowOf(told))
  return count <= most
    ? written('urlset', rows)
    : written('sitemapindex', partsOf(visit, Math.ceil(count / most)))
}

/** One of those files, counted from 1; undefined where there is none. */
export async function sitemapPart(
  visit: Visit,
  number: number,
  most = mostAddresses,
): Promise<string | undefined> {
  const rows: string[] = []
  let count = 0
  for await (const told of toldPagesOf(visit)) {
    if (count >= (number - 1) * most && count < number * most) rows.push(rowOf(told))
    count += 1
  }
  return count > most && rows.length > 0 ? written('urlset', rows) : undefined
}

/** The number of a part in its name; undefined for another name. */
export const partNumber = (path: string): number | undefined =>
  /^sitemap-[1-9]\d{0,3}\.xml$/.test(path) ? Number(path.slice('sitemap-'.length, -4)) : undefined

const rowOf = ({ node, url }: ToldPage): string =>
  `<url><loc>${escaped(url)}</loc><lastmod>${node.entry.updatedAt}</lastmod></url>`

const partsOf = (visit: Visit, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const href = canonicalOf(visit, `${basePathOf(visit)}/sitemap-${index + 1}.xml`)
    return `<sitemap><loc>${escaped(href)}</loc></sitemap>`
  })

const written = (name: 'urlset' | 'sitemapindex', rows: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${name}>\n`

/** What crawlers are told where the site has a host of its own in front of it. */
export function robotsOf(visit: Visit): string {
  const isPublic = visit.state.shape.structure.site.visibility === 'public'
  if (!isPublic) return 'User-agent: *\nDisallow: /\n'
  const sitemap = canonicalOf(visit, `${basePathOf(visit)}/sitemap.xml`)
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`
}
