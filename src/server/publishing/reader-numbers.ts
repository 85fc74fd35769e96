import { randomBytes } from 'node:crypto'
import type { Service } from '../context.ts'
import { deleteSaltsBefore, saltOf } from '../domain/site-insights/queries.ts'
import { numberFrom } from '../domain/site-insights/visitor-numbers.ts'
import { sparseCache } from '../sparse-cache.ts'
import type { Reader } from './reader-events.ts'

/** Pseudonymous numbers of a visitor and their session. */
export type ReaderNumbers = { readonly visitor: string; readonly session: string }

/** A session ends after this time without an event. */
const SESSION_TIMEOUT_MS = 30 * 60_000

/**
 * Assigns numbers to visitors. Without a cookie, requests with the same IP address and browser on one day count as one
 * visitor. The number is hashed with a salt that is deleted after the day, so it cannot be traced back to a person or
 * linked to another day.
 */
export function newReaderNumbers({ db, now }: Pick<Service, 'db' | 'now'>) {
  const visits = sparseCache<string, { session: string; seen: number }>(100_000)
  let today: { readonly day: string; readonly salt: Promise<Buffer> } | undefined

  function saltNow(): Promise<Buffer> {
    const day = now().toISOString().slice(0, 10)
    if (today?.day === day) return today.salt
    const salt = deleteSaltsBefore(db, day).then(() => saltOf(db, day))
    today = { day, salt }
    salt.catch(() => {
      today = undefined
    })
    return salt
  }

  function sessionOf(siteId: string, visitor: string): string {
    const key = `${siteId} ${visitor}`
    const moment = now().getTime()
    const last = visits.get(key)
    const session = last && moment - last.seen < SESSION_TIMEOUT_MS ? last.session : randomNumber()
    visits.set(key, { session, seen: moment })
    return session
  }

  return async (
    siteId: string,
    { ip, userAgent }: Reader,
    cookie: string | undefined,
  ): Promise<ReaderNumbers> => {
    const visitor =
      cookie === undefined
        ? numberFrom(await saltNow(), `${siteId} ${ip} ${userAgent}`)
        : numberFrom(Buffer.from(siteId), cookie)
    return { visitor, session: sessionOf(siteId, visitor) }
  }
}

const randomNumber = (): string => randomBytes(8).readBigInt64BE(0).toString()

/** Fresh numbers for feedback of visitors who opted out of tracking. */
export const anonymousNumbers = (): ReaderNumbers => ({ visitor: randomNumber(), session: randomNumber() })
