import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'

/** Frame times of one action in the browser. */
export type Frames = {
  readonly name: string
  readonly count: number
  readonly p99: number
  readonly max: number
  /** Frames of more than 50 ms, as the browser reports them. */
  readonly long: number
  /** The longest task of the page's main thread, in ms of CPU time. */
  readonly work: number
}

type Recorded = { deltas: number[]; long: number }

declare global {
  interface Window {
    /** Frames since the last reset. */
    recorded: Recorded
  }
}

/** Counts frames in every page of the browser from now on. */
export const recordFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.recorded = { deltas: [], long: 0 }
    let last = performance.now()
    const tick = () => {
      const now = performance.now()
      window.recorded.deltas.push(now - last)
      last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    new PerformanceObserver((list) => {
      window.recorded.long += list.getEntries().filter(({ duration }) => duration > 50).length
    }).observe({ type: 'long-animation-frame' })
  })

/** Runs an action in the page and returns its frame times. */
export async function framesOf(
  { browser, page, folder }: { browser: Browser; page: Page; folder: string },
  name: string,
  action: () => Promise<unknown>,
): Promise<Frames> {
  const path = `${folder}/trace.json`
  await browser.startTracing(page, { path, categories: ['toplevel'] })
  await page.evaluate(() => {
    window.recorded = { deltas: [], long: 0 }
  })
  await action()
  // Leaves time to render, and for the observer of long frames to run.
  await page.waitForTimeout(200)
  const { deltas, long } = await page.evaluate(() => window.recorded)
  await browser.stopTracing()
  const sorted = deltas.toSorted((a, b) => a - b)
  return {
    name,
    count: sorted.length,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    max: sorted.at(-1) ?? 0,
    long,
    work: longestTask(path),
  }
}

/** The figures as a table. */
export const frameTable = (figures: readonly Frames[]): string[] => [
  '| What | frames | p99 ms | longest ms | longer than 50 ms | longest task, processor ms |',
  '| --- | --: | --: | --: | --: | --: |',
  ...figures.map(lineOf),
]

function lineOf({ name, count, p99, max, long, work }: Frames): string {
  return `| ${name} | ${count} | ${p99.toFixed(0)} | ${max.toFixed(0)} | ${long} | ${work.toFixed(0)} |`
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/** The longest task of the page's main thread: the one of that name with the most work. */
function longestTask(path: string): number {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] }
  const threads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const works = threads.map(({ pid, tid }) => {
    const tasks = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
    return tasks.map(({ tdur = 0 }) => tdur / 1000)
  })
  const sum = (work: readonly number[]) => work.reduce((total, one) => total + one, 0)
  const main = works.toSorted((a, b) => sum(b) - sum(a))[0] ?? []
  return main.reduce((longest, one) => Math.max(longest, one), 0)
}
