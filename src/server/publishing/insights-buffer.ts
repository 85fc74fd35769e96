import type { SiteParams } from '#contract/shared/paths.ts'
import type { Service } from '../context.ts'
import { writeIn } from '../db/write.ts'
import type { KeptEvent } from '../domain/site-insights/kept-event.ts'
import { insertEvents, numberedSite, openMonths } from '../domain/site-insights/queries.ts'
import { DomainError } from '../errors.ts'

type Waiting = { readonly site: SiteParams; readonly event: KeptEvent }

export type InsightsBuffer = {
  readonly add: (site: SiteParams, event: KeptEvent) => void
  /** Writes what waits; to be called before the database is closed. */
  readonly flush: () => Promise<void>
}

/** How long an event waits for others, how many are written at once, and how many wait at most. */
const rest = 1000
const atOnce = 500
const most = 20_000

/** Collects events and writes many in one go, so that no reader waits for it. What a crash takes is a second of them. */
export function newInsightsBuffer({ db, log }: Pick<Service, 'db' | 'log'>): InsightsBuffer {
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(all: readonly Waiting[]): Promise<void> {
    const bySite = Map.groupBy(all, ({ site }) => site.siteId)
    for (const [first, ...others] of bySite.values()) {
      if (first === undefined) continue
      const events = [first, ...others].map(({ event }) => event)
      try {
        await openMonths(
          db,
          events.map(({ at }) => at),
        )
        await writeIn(db, async (tx) => insertEvents(tx, await numberedSite(tx, first.site), events))
      } catch (error) {
        // A site that is gone has no events.
        if (error instanceof DomainError) continue
        log.warn({ err: error, events: events.length }, 'events of a site could not be kept')
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const all = waiting
    waiting = []
    writing = writing.then(async () => {
      for (let from = 0; from < all.length; from += atOnce) await write(all.slice(from, from + atOnce))
    })
    return writing
  }

  return {
    flush,
    add(site, event) {
      if (waiting.length >= most) return
      waiting.push({ site, event })
      if (waiting.length >= atOnce) void flush()
      else timer ??= setTimeout(() => void flush(), rest).unref()
    },
  }
}
