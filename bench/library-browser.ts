// Measures a library of 5,000 nodes in Chromium: load time, and frames while it is scrolled and sorted.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { framesOf, frameTable, recordFrames } from './frames.ts'
import { seedLibrary } from './seed-library.ts'
import { account, startBenchService } from './service.ts'
import { dragAcross, scrollThrough, selectRows, treeOf } from './tree-actions.ts'

const log = (line: string): void => console.error(`· ${line}`)

const service = await startBenchService()
const folder = mkdtempSync(join(tmpdir(), 'lectern-trace-'))
const browser = await chromium.launch(launchOptions)
try {
  const organizationId = await seedLibrary(service.call, log)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await recordFrames(page)
  const headers = { 'x-lectern': '1' }
  await page.request.post(`${service.baseUrl}/auth/sign-in`, { headers, data: account })
  const startedAt = performance.now()
  await page.goto(`${service.baseUrl}/o/${organizationId}/library`)
  await page.getByRole('link', { name: 'Collection 1.1', exact: true }).waitFor()
  const firstRowsAfter = performance.now() - startedAt
  await page.getByText('4,500 spaces in 500 collections').waitFor()
  const allRowsAfter = performance.now() - startedAt
  await page.waitForLoadState('networkidle')
  const scene = { browser, page, folder }
  const figures = [
    await framesOf(scene, 'open all collections', () => openAll(page)),
    await framesOf(scene, 'scroll through all 5,000 rows', () => scrollThrough(page)),
    await framesOf(scene, 'drag a row across 300 rows', () => dragAcross(page, 'Library', 300)),
    await framesOf(scene, 'choose 40 rows one by one', () => selectRows(page)),
    await framesOf(scene, 'choose all 5,000 rows', () => page.keyboard.press('ControlOrMeta+a')),
    await framesOf(scene, 'filter while typing', () => filter(page)),
  ]
  console.log(
    [
      `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}; ${browser.version()} without a screen, service on the same machine.`,
      '',
      `First rows after ${Math.round(firstRowsAfter)} ms, everything after ${Math.round(allRowsAfter)} ms, both from the first byte of the page.`,
      '',
      ...frameTable(figures),
    ].join('\n'),
  )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
}

/** Uses the command palette. */
async function openAll(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Open all collections')
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    () => Number(document.querySelector('.tree')?.getAttribute('aria-rowcount')) > 5000,
  )
}

async function filter(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('space 44', { delay: 60 })
  await treeOf(page, 'Library').getByRole('link', { name: 'Space 44 of the library' }).waitFor()
}
