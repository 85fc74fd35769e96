// Measures a library of 5,000 nodes in Chromium: how soon it is there, and the frames while it is scrolled and sorted.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import config from '../e2e/playwright.config.ts'
import { type Frames, framesOf, recordFrames } from './frames.ts'
import { loadLibrary } from './library-load.ts'
import { account, startBenchService } from './service.ts'

/** Pixels a frame while the whole tree is scrolled: twenty rows, as by a hard fling. */
const fling = 720
const rowsDragged = 300
const rowHeight = 36

const say = (line: string): void => console.error(`· ${line}`)

const service = await startBenchService()
const folder = mkdtempSync(join(tmpdir(), 'lectern-trace-'))
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const organizationId = await loadLibrary(service.call, say)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await recordFrames(page)
  const headers = { 'x-lectern': '1' }
  await page.request.post(`${service.baseUrl}/auth/sign-in`, { headers, data: account })
  const begun = performance.now()
  await page.goto(`${service.baseUrl}/o/${organizationId}/library`)
  await page.getByRole('link', { name: 'Collection 1.1', exact: true }).waitFor()
  const firstRows = performance.now() - begun
  await page.getByText('4,500 spaces in 500 collections').waitFor()
  const whole = performance.now() - begun
  await page.waitForLoadState('networkidle')
  const scene = { browser, page, folder }
  const figures = [
    await framesOf(scene, 'open all collections', () => openAll(page)),
    await framesOf(scene, 'scroll through all 5,000 rows', () => scrollThrough(page)),
    await framesOf(scene, 'drag a row across 300 rows', () => dragAcross(page)),
    await framesOf(scene, 'choose 40 rows one by one', () => choose(page)),
    await framesOf(scene, 'choose all 5,000 rows', () => page.keyboard.press('ControlOrMeta+a')),
    await framesOf(scene, 'filter while typing', () => filter(page)),
  ]
  console.log(
    [
      `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}; ${browser.version()} without a screen, service on the same machine.`,
      '',
      `First rows after ${Math.round(firstRows)} ms, everything after ${Math.round(whole)} ms, both from the first byte of the page.`,
      '',
      '| What | frames | p99 ms | longest ms | longer than 50 ms | longest task, processor ms |',
      '| --- | --: | --: | --: | --: | --: |',
      ...figures.map(lineOf),
    ].join('\n'),
  )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
}

function lineOf({ name, count, p99, max, long, work }: Frames): string {
  return `| ${name} | ${count} | ${p99.toFixed(0)} | ${max.toFixed(0)} | ${long} | ${work.toFixed(0)} |`
}

function tree(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Library' })
}

/** Through the palette, as one would. */
async function openAll(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Open all collections')
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    () => Number(document.querySelector('.tree')?.getAttribute('aria-rowcount')) > 5000,
  )
}

function scrollThrough(page: Page): Promise<void> {
  return page.evaluate(async (step) => {
    const scroller = document.querySelector('.tree')?.closest('.scroll')
    if (!scroller) throw new Error('The tree scrolls in nothing')
    const end = scroller.scrollHeight - scroller.clientHeight
    await new Promise<void>((done) => {
      const on = (top: number) => {
        scroller.scrollTop = top
        if (top >= end) return done()
        requestAnimationFrame(() => on(top + step))
      }
      on(0)
    })
    scroller.scrollTop = 0
  }, fling)
}

/** Held near the lower edge, where the tree scrolls by itself. */
async function dragAcross(page: Page): Promise<void> {
  const row = tree(page).locator('[data-row]').nth(3)
  const box = await row.boundingBox()
  if (!box) throw new Error('The row is not on screen')
  const x = box.x + 160
  await page.mouse.move(x, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 4, box.y + box.height, { steps: 4 })
  await page.mouse.move(x + 4, 860, { steps: 30 })
  const scrolled = () =>
    page.evaluate(() => document.querySelector('.tree')?.closest('.scroll')?.scrollTop ?? 0)
  for (let i = 0; (await scrolled()) < rowsDragged * rowHeight; i++) {
    if (i > 2000) throw new Error('The tree does not scroll while a row is dragged')
    await page.mouse.move(x + (i % 3), 860 + (i % 2))
  }
  await page.mouse.up()
}

async function choose(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('.tree')?.closest('.scroll')?.scrollTo(0, 0))
  await page.keyboard.press('j')
  for (let i = 0; i < 40; i++) await page.keyboard.press('Shift+ArrowDown')
}

async function filter(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('space 44', { delay: 60 })
  await tree(page).getByRole('link', { name: 'Space 44 of the library' }).waitFor()
}
