import { siteSpacesInOrder } from '../domain/site-structure/structure.ts'
import { isKeptFromRobots } from './page.ts'
import { viewOf } from './view.ts'
import { basePathOf, originOf, type Visit } from './visit.ts'

/** What one file may hold by the protocol of sitemaps. */
const mostAddresses = 50_000

/** The addresses of a public site that search engines are told of. */
export async function sitemapOf(visit: Visit): Promise<string> {
  const origin = originOf(visit.urls)
  const rows: string[] = []
  for (const siteSpace of siteSpacesInOrder(visit.state.shape.structure)) {
    const view = await viewOf(visit, siteSpace)
    for (const node of view.order) {
      const href = view.hrefOf(node)
      if (href === undefined || isKeptFromRobots(visit, node)) continue
      rows.push(`<url><loc>${escaped(origin + href)}</loc><lastmod>${node.entry.updatedAt}</lastmod></url>`)
    }
  }
  const urls = rows.slice(0, mostAddresses).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
}

/** What crawlers are told where the site has a host of its own in front of it. */
export function robotsOf(visit: Visit): string {
  const isPublic = visit.state.shape.structure.site.visibility === 'public'
  if (!isPublic) return 'User-agent: *\nDisallow: /\n'
  const sitemap = `${originOf(visit.urls)}${basePathOf(visit)}/sitemap.xml`
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
