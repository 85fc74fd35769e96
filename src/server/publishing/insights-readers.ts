import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Service } from '../context.ts'
import { numberFrom } from '../domain/site-insights/numbers.ts'
import { forgetSalts, saltOf } from '../domain/site-insights/queries.ts'
import type { Asker } from './insights-told.ts'

/** The numbers under which a reader is counted. */
export type ReaderNumbers = { readonly visitor: string; readonly session: string }

/** A visit is over when nothing was heard for so long. */
const visitEnds = 30 * 60_000

/**
 * Numbers readers. Without a cookie a reader is who comes from one address with one browser on one day: the number is
 * made with a salt of the day that is forgotten with it, so that nobody can go back from it, or on to the next day.
 */
export function newReaders({ db, now }: Pick<Service, 'db' | 'now'>) {
  const visits = new LRUCache<string, { session: string; seen: number }>({ max: 100_000 })
  let today: { readonly day: string; readonly salt: Promise<Buffer> } | undefined

  function saltNow(): Promise<Buffer> {
    const day = now().toISOString().slice(0, 10)
    if (today?.day === day) return today.salt
    const salt = forgetSalts(db, day).then(() => saltOf(db, day))
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
    const session = last && moment - last.seen < visitEnds ? last.session : anyNumber()
    visits.set(key, { session, seen: moment })
    return session
  }

  return async (
    siteId: string,
    { ip, userAgent }: Asker,
    cookie: string | undefined,
  ): Promise<ReaderNumbers> => {
    const visitor =
      cookie === undefined
        ? numberFrom(await saltNow(), `${siteId} ${ip} ${userAgent}`)
        : numberFrom(Buffer.from(siteId), cookie)
    return { visitor, session: sessionOf(siteId, visitor) }
  }
}

const anyNumber = (): string => randomBytes(8).readBigInt64BE(0).toString()

/** Numbers that nothing else has: of who says something and is not to be followed. */
export const nobodysNumbers = (): ReaderNumbers => ({ visitor: anyNumber(), session: anyNumber() })
