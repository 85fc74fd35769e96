import type { CDPSession, Page, Request } from '@playwright/test'

/** What a browser loads until a view shows its first rows. */
export type FirstView = {
  /** Files of scripts, and their size as sent and as run, in bytes. */
  readonly scripts: number
  readonly compressed: number
  readonly raw: number
  /** All requests until the first rows, and those to the API, as `GET /v1/…`. */
  readonly requests: number
  readonly reads: readonly string[]
  /** Milliseconds from the start of the navigation to the first paint and to the first rows. */
  readonly paint: number
  readonly rows: number
}

export type Conditions = { readonly slowdown?: number; readonly isSlowLine?: boolean }

/** 1.6 Mbit/s with 150 ms of latency: a phone in a weak network. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/** Opens a view and counts what it loads until an element of its first rows is in the document. */
export async function openFirstView(
  page: Page,
  path: string,
  firstRow: string,
  { slowdown = 1, isSlowLine = false }: Conditions = {},
): Promise<FirstView> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.enable')
  if (isSlowLine) await session.send('Network.emulateNetworkConditions', slowLine)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(watchFirstRow, firstRow)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.firstRowAt !== undefined, undefined, { timeout: 60_000 })
  const { rows, paint, before } = await page.evaluate(() => ({
    rows: window.firstRowAt ?? 0,
    before: performance
      .getEntries()
      .flatMap(({ name, startTime }) => (startTime < (window.firstRowAt ?? 0) ? [name] : [])),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  const until = requests.filter((request) => before.includes(request.url()))
  const sizes = await scriptSizes(until)
  await restore(session)
  return {
    ...sizes,
    requests: until.length,
    reads: until.filter(isRead).map((request) => `${request.method()} ${pathOf(request)}`),
    paint,
    rows,
  }
}

declare global {
  interface Window {
    firstRowAt?: number
  }
}

function watchFirstRow(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return
    observer.disconnect()
    window.firstRowAt = performance.now()
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function scriptSizes(requests: readonly Request[]) {
  const scripts = requests.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(
    scripts.map(async (request) => {
      const response = await request.response()
      const { responseBodySize } = await request.sizes()
      // Negative for a file from the cache.
      return { compressed: Math.max(0, responseBodySize), raw: (await response?.body())?.length ?? 0 }
    }),
  )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    scripts: scripts.length,
    compressed: sum(sizes.map(({ compressed }) => compressed)),
    raw: sum(sizes.map(({ raw }) => raw)),
  }
}

const pathOf = (request: Request): string => new URL(request.url()).pathname
const isRead = (request: Request): boolean => /^\/(v1|auth)\//.test(pathOf(request))

async function restore(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
}
