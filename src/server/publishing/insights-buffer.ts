import type { SiteParams } from '#contract/shared/paths.ts'
import type { Service } from '../context.ts'
import { writeIn } from '../db/write.ts'
import { createMonthTables, insertEvents, insightsSite } from '../domain/site-insights/queries.ts'
import type { StoredEvent } from '../domain/site-insights/stored-event.ts'
import { DomainError } from '../errors.ts'

type PendingEvent = { readonly site: SiteParams; readonly event: StoredEvent }

export type InsightsBuffer = {
  readonly add: (site: SiteParams, event: StoredEvent) => void
  /** Writes pending events. Call it before the database is closed. */
  readonly flush: () => Promise<void>
}

const FLUSH_DELAY_MS = 1000
const MAX_BATCH = 500
const MAX_PENDING = 20_000

/** Collects events and writes them in batches, so that no visitor waits. A crash loses at most one second of events. */
export function newInsightsBuffer({ db, log }: Pick<Service, 'db' | 'log'>): InsightsBuffer {
  let pending: PendingEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(all: readonly PendingEvent[]): Promise<void> {
    const bySite = Map.groupBy(all, ({ site }) => site.siteId)
    for (const [first, ...others] of bySite.values()) {
      if (first === undefined) continue
      const events = [first, ...others].map(({ event }) => event)
      try {
        await createMonthTables(
          db,
          events.map(({ at }) => at),
        )
        await writeIn(db, async (tx) => insertEvents(tx, await insightsSite(tx, first.site), events))
      } catch (error) {
        // The site was deleted in the meantime.
        if (error instanceof DomainError) continue
        log.warn({ err: error, events: events.length }, 'events of a site could not be kept')
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const all = pending
    pending = []
    writing = writing.then(async () => {
      for (let from = 0; from < all.length; from += MAX_BATCH) await write(all.slice(from, from + MAX_BATCH))
    })
    return writing
  }

  return {
    flush,
    add(site, event) {
      if (pending.length >= MAX_PENDING) return
      pending.push({ site, event })
      if (pending.length >= MAX_BATCH) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS).unref()
    },
  }
}
