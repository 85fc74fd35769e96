// Measures the first view of the library in Chromium: files, requests, and time to the first rows, cold and warm.
import { type BrowserContext, chromium } from '@playwright/test'
import { api } from '#contract/api.ts'
import { launchOptions } from '../e2e/browser.ts'
import { type Conditions, type FirstView, openFirstView } from '../e2e/first-view.ts'
import { record } from './goals/record.ts'
import { machineLabel } from './measure.ts'
import { runParallel } from './seed.ts'
import { account, startBenchService } from './service.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SPACES = 200
const FIRST_ROW = '.tree [data-row]'

/** With the end of the names of their figures. */
const conditions: Readonly<Record<string, Conditions & { readonly figure: string }>> = {
  'this machine': { figure: '' },
  'a quarter of its speed': { figure: ', slow processor', slowdown: 4 },
  '1.6 Mbit/s, 150 ms': { figure: ', slow line', isSlowLine: true },
}

const service = await startBenchService()
const browser = await chromium.launch(launchOptions)

/** A browser that is signed in and has been here before; its cache is empty unless it is warmed. */
async function visitor(path: string, isWarm: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: service.baseUrl,
    viewport: { width: 1440, height: 900 },
  })
  const headers = { 'x-lectern': '1' }
  await context.request.post('/auth/sign-in', { headers, data: account })
  await context.addInitScript(() => localStorage.setItem('lectern.came-in', 'id-of-the-user'))
  if (isWarm) {
    const page = await context.newPage()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.close()
  }
  return context
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(path: string, isWarm: boolean, options: Conditions): Promise<FirstView> {
  const views: FirstView[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await visitor(path, isWarm)
    views.push(await openFirstView(await context.newPage(), path, FIRST_ROW, options))
    await context.close()
  }
  const [first] = views
  if (first === undefined) throw new Error('BENCH_ROUNDS must be at least 1')
  const paint = median(views.map((view) => view.paint))
  return { ...first, paint, rows: median(views.map((view) => view.rows)) }
}

function recordSizes({ scripts, compressed, requests, reads }: FirstView): void {
  record({ scripts, 'scripts, kB': compressed / 1000, requests, 'API requests': reads.length })
}

try {
  const { id: organizationId } = await service.call(api.organizations.create, { body: { title: 'Bench' } })
  await runParallel(SPACES, 8, (i) =>
    service.call(api.spaces.create, { params: { organizationId }, body: { title: `Space ${i}` } }),
  )
  const path = `/o/${organizationId}/library`
  const lines: string[] = []
  for (const isWarm of [false, true]) {
    for (const [name, options] of Object.entries(conditions)) {
      const view = await measure(path, isWarm, options)
      record({ [`first rows, ${isWarm ? 'warm' : 'cold'}${options.figure}`]: view.rows })
      if (!isWarm && options.figure === '') recordSizes(view)
      const kilobytes = (bytes: number) => Math.round(bytes / 1000)
      lines.push(
        `| ${isWarm ? 'warm' : 'cold'}, ${name} | ${view.scripts} | ${kilobytes(view.compressed)} | ${kilobytes(view.raw)} | ${view.requests} | ${view.reads.length} | ${Math.round(view.paint)} | ${Math.round(view.rows)} |`,
      )
    }
  }
  console.log(
    [
      machineLabel(),
      '',
      '| Library | scripts | kB sent | kB run | requests | of them to the API | first paint ms | first rows ms |',
      '| --- | --: | --: | --: | --: | --: | --: | --: |',
      ...lines,
    ].join('\n'),
  )
} finally {
  await browser.close()
  await service.stop()
}
