import { escaped } from './escaped.ts'
import { toldPagesOf } from './told-pages.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

/** What one file may hold by the protocol of sitemaps. */
const mostAddresses = 50_000

/** The addresses of a public site that search engines are told of. */
export async function sitemapOf(visit: Visit): Promise<string> {
  const rows: string[] = []
  for await (const { node, url } of toldPagesOf(visit)) {
    rows.push(`<url><loc>${escaped(url)}</loc><lastmod>${node.entry.updatedAt}</lastmod></url>`)
  }
  const urls = rows.slice(0, mostAddresses).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
}

/** What crawlers are told where the site has a host of its own in front of it. */
export function robotsOf(visit: Visit): string {
  const isPublic = visit.state.shape.structure.site.visibility === 'public'
  if (!isPublic) return 'User-agent: *\nDisallow: /\n'
  const sitemap = canonicalOf(visit, `${basePathOf(visit)}/sitemap.xml`)
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`
}
