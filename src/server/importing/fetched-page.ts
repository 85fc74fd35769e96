import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import type { ReadPage } from './crawl.ts'
import { type FetchResult, upstream } from './fetch.ts'
import type { WebsitePage } from './website-pages.ts'

/**
 * Parses a fetched page, off the main thread if it is large.
 * @throws {DomainError} `upstream` if that takes too long
 */
export async function readWebsitePage(fetched: FetchResult): Promise<ReadPage<WebsitePage>> {
  const html = decoded(fetched)
  try {
    return await runTextTask('websitePage', { html, url: fetched.url }, html)
  } catch (error) {
    if (error instanceof TextTooComplex) throw upstream(fetched.url, 'it is too complex to read')
    throw error
  }
}

/** Decodes by the header's charset, else by the page's own, else as UTF-8. */
function decoded({ bytes, charset }: FetchResult): string {
  const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(
    bytes.subarray(0, 2048).toString('latin1'),
  )?.[1]
  for (const label of [charset, metaCharset]) {
    try {
      if (label) return new TextDecoder(label).decode(bytes)
    } catch {
      // An unknown charset is ignored.
    }
  }
  return new TextDecoder().decode(bytes)
}
