import robotsParser from 'robots-parser'
import { DomainError } from '../errors.ts'
import type { OutsideFetch } from './fetch.ts'

/** The rules of a site's robots.txt. */
export type Robots = {
  readonly allows: (url: string) => boolean
  /** Between two requests, in milliseconds; at most 5000. */
  readonly delay: number
  readonly sitemaps: readonly string[]
}

const AGENT = 'Lectern'
const MAX_BYTES = 512 * 1024

/**
 * Reads a site's robots.txt. A missing one allows everything; an unreadable one forbids everything, since it may exist:
 * that throws `upstream`.
 */
export async function robotsOf(fetch: OutsideFetch, origin: string, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const text = await fetch.get(url, { maxBytes: MAX_BYTES, signal }).then(
    ({ bytes }) => bytes.toString('utf8'),
    (error: unknown) => {
      if (isAbsence(error)) return ''
      throw error
    },
  )
  const robots = robotsParser(url, text)
  return {
    allows: (page) => robots.isAllowed(page, AGENT) !== false,
    delay: Math.min(5, robots.getCrawlDelay(AGENT) ?? 0) * 1000,
    sitemaps: robots.getSitemaps(),
  }
}

const isAbsence = (error: unknown): boolean => {
  const status = error instanceof DomainError ? error.details?.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429
}
