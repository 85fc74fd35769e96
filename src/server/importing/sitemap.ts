import { XMLParser } from 'fast-xml-parser'
import { DomainError } from '../errors.ts'
import type { OutsideFetch } from './fetch.ts'

const MAX_SITEMAPS = 20
const MAX_BYTES = 10 * 1_048_576
const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: true,
  isArray: (name) => name === 'url' || name === 'sitemap',
})

/**
 * The URLs in sitemaps and in the sitemaps that these list, at most `limit`. A missing or invalid sitemap counts as
 * empty.
 */
export async function sitemapAddresses(
  fetch: OutsideFetch,
  sitemaps: readonly string[],
  { limit, signal, isAllowed }: { limit: number; signal: AbortSignal; isAllowed: (sitemap: URL) => boolean },
): Promise<string[]> {
  const queue = [...new Set(sitemaps)]
  const seen = new Set<string>()
  const urls = new Set<string>()
  while (queue.length > 0 && seen.size < MAX_SITEMAPS && urls.size < limit) {
    const sitemap = queue.shift() ?? ''
    if (seen.has(sitemap) || !URL.canParse(sitemap) || !isAllowed(new URL(sitemap))) continue
    seen.add(sitemap)
    const { pages, sitemaps: more } = await readSitemap(fetch, sitemap, signal)
    queue.push(...more)
    for (const page of pages.slice(0, limit - urls.size)) urls.add(page)
  }
  return [...urls]
}

async function readSitemap(fetch: OutsideFetch, url: string, signal: AbortSignal) {
  try {
    const { bytes } = await fetch.get(url, { maxBytes: MAX_BYTES, signal })
    const parsed: unknown = parser.parse(bytes.toString('utf8'))
    return {
      pages: locationsIn(parsed, 'urlset', 'url'),
      sitemaps: locationsIn(parsed, 'sitemapindex', 'sitemap'),
    }
  } catch (error) {
    // Only an abort ends the import; an unreadable sitemap counts as empty.
    if (signal.aborted && !(error instanceof DomainError)) throw error
    return { pages: [], sitemaps: [] }
  }
}

function locationsIn(parsed: unknown, root: string, entry: string): string[] {
  const list = memberOf(memberOf(parsed, root), entry)
  if (!Array.isArray(list)) return []
  return list.map((item) => memberOf(item, 'loc')).filter((loc) => typeof loc === 'string')
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
