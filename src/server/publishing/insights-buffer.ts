import client from 'prom-client'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Service } from '../context.ts'
import { databaseFault } from '../db/database-error.ts'
import { writeIn } from '../db/write.ts'
import { createMonthTables, insertEvents, insightsSite } from '../domain/site-insights/queries.ts'
import type { StoredEvent } from '../domain/site-insights/stored-event.ts'
import { DomainError } from '../errors.ts'

export type PendingEvent = { readonly site: SiteParams; readonly event: StoredEvent }

export type InsightsBuffer = {
  readonly add: (site: SiteParams, event: StoredEvent) => void
  /** Writes pending events. Call it before the database is closed. */
  readonly flush: () => Promise<void>
  /** Events in memory, at most 20,000. */
  readonly size: () => number
  /** Events that did not fit while the database was slow or away. */
  readonly dropped: () => number
}

/** In the metrics of the service; of all buffers in this process. */
export const droppedInsights = new client.Counter({
  name: 'lectern_insights_events_dropped_total',
  help: 'Insights events that were lost because the database was slow or unavailable',
  registers: [],
})

const FLUSH_DELAY_MS = 1000
const RETRY_DELAY_MS = 5000
const MAX_BATCH = 500
const MAX_EVENTS = 20_000

/**
 * Collects events and writes them in batches, one at a time, so that no visitor waits. A crash loses at most one second
 * of events. While the database is slow or away they wait here; those beyond the limit are dropped and counted.
 */
export function newInsightsBuffer(
  service: Pick<Service, 'db' | 'log'>,
  write: WriteEvents = writeEvents,
): InsightsBuffer {
  let pending: PendingEvent[] = []
  let inFlight = 0
  let dropped = 0
  let reported = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.splice(0, MAX_BATCH)
      inFlight = batch.length
      const unwritten = await write(service, batch)
      inFlight = 0
      if (unwritten.length > 0) {
        pending = [...unwritten, ...pending]
        return schedule(RETRY_DELAY_MS)
      }
    }
    if (dropped > reported) {
      service.log.warn({ events: dropped - reported }, 'Insights lost events: the database was too slow.')
      reported = dropped
    }
  }

  function schedule(delay: number): void {
    timer ??= setTimeout(() => void flush(), delay).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    flush,
    size: () => pending.length + inFlight,
    dropped: () => dropped,
    add(site, event) {
      if (pending.length + inFlight >= MAX_EVENTS) {
        dropped++
        droppedInsights.inc()
        return
      }
      pending.push({ site, event })
      // After a failure the timer decides when to try again.
      if (pending.length === MAX_BATCH) void flush()
      else schedule(FLUSH_DELAY_MS)
    },
  }
}

/** Writes events and returns those that must be written again, because the database is away. */
type WriteEvents = (
  service: Pick<Service, 'db' | 'log'>,
  events: readonly PendingEvent[],
) => Promise<readonly PendingEvent[]>

const writeEvents: WriteEvents = async ({ db, log }, all) => {
  const unwritten: PendingEvent[] = []
  for (const [first, ...others] of Map.groupBy(all, ({ site }) => site.siteId).values()) {
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
      if (databaseFault(error) === null)
        log.warn({ err: error, events: events.length }, 'Events were not stored.')
      else unwritten.push(first, ...others)
    }
  }
  return unwritten
}
