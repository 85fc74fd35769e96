// Measures the structure of a site of 1,000 sections in Chromium: load time, and frames while it is edited.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { launchOptions } from '../e2e/browser.ts'
import { framesOf, frameTable, recordFrames } from './frames.ts'
import { account, type Call, startBenchService } from './service.ts'
import { dragAcross, scrollThrough, selectRows, treeOf } from './tree-actions.ts'

const sectionCount = 1000
const groupCount = 20
const sectionsInGroup = 40

const log = (line: string): void => console.error(`· ${line}`)

/** Twenty groups of forty sections, and two hundred sections without a group; every tenth section has two spaces. */
async function loadSite(call: Call): Promise<{ organizationId: string; siteId: string }> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench site' } })
  const inOrganization = { params: { organizationId } }
  const { id: siteId } = await call(api.sites.create, { ...inOrganization, body: { title: 'A large site' } })
  const params = { organizationId, siteId }
  const spaceIds: string[] = []
  for (const title of ['English', 'Deutsch'])
    spaceIds.push((await call(api.spaces.create, { ...inOrganization, body: { title } })).id)
  const [first = '', second = ''] = spaceIds
  const publishChanges = (changes: StructureChange[]) => publishThroughPlan(call, params, changes)
  await publishChanges(
    Array.from({ length: sectionCount }, (_, i) => ({
      type: 'add-section',
      spaceId: first,
      title: `Section ${i + 1}`,
    })),
  )
  const { items } = await call(api.siteSections.list, { params, query: { limit: sectionCount } })
  const sections = items.map(({ id }) => id)
  log(`${sections.length} sections`)
  const tenth = sections.filter((_, i) => i % 10 === 0)
  await publishChanges(tenth.map((sectionId) => ({ type: 'add-space', spaceId: second, sectionId })))
  await publishChanges(
    Array.from({ length: groupCount }, (_, i) => ({
      type: 'add-group',
      title: `Group ${i + 1}`,
      sections: sections.slice(i * sectionsInGroup, (i + 1) * sectionsInGroup),
    })),
  )
  return params
}

/** Saves many changes with few requests: adds a hundred to the plan per request and publishes five hundred together. */
async function publishThroughPlan(
  call: Call,
  params: { organizationId: string; siteId: string },
  changes: readonly StructureChange[],
): Promise<void> {
  for (let at = 0; at < changes.length; at += 500) {
    const batch = changes.slice(at, at + 500)
    for (let step = 0; step < batch.length; step += 100)
      await call(api.sitePlans.addSteps, { params, body: { changes: batch.slice(step, step + 100) } })
    await call(api.sitePlans.publish, { params, body: {} })
    log(`${at + batch.length} changes`)
  }
}

const service = await startBenchService()
const folder = mkdtempSync(join(tmpdir(), 'lectern-trace-'))
const browser = await chromium.launch(launchOptions)
try {
  const { organizationId, siteId } = await loadSite(service.call)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await recordFrames(page)
  await page.request.post(`${service.baseUrl}/auth/sign-in`, {
    headers: { 'x-lectern': '1' },
    data: account,
  })
  const startedAt = performance.now()
  const url = `${service.baseUrl}/o/${organizationId}/sites/${siteId}/structure`
  await page.goto(url)
  await treeOf(page, 'Structure').locator('[data-row]').nth(8).waitFor()
  const firstRowsAfter = performance.now() - startedAt
  await page.waitForLoadState('networkidle')
  const scene = { browser, page, folder }
  const figures = [
    await framesOf(scene, 'scroll through all rows', () => scrollThrough(page)),
    await framesOf(scene, 'drag a section across 300 rows', () => dragAcross(page, 'Structure', 300)),
    await framesOf(scene, 'drag one by five rows, and its answer', () => dragNear(page)),
    await framesOf(scene, 'choose 40 rows one by one', () => selectRows(page)),
  ]
  await page.goto(`${url}?plan=true`)
  await page.getByRole('region', { name: 'Changes in this plan' }).waitFor()
  await page.waitForLoadState('networkidle')
  figures.push(
    await framesOf(scene, 'in the plan: drag a section across 300 rows', () =>
      dragAcross(page, 'Structure', 300),
    ),
    await framesOf(scene, 'in the plan: drag one by five rows, and its answer', () => dragNear(page)),
  )
  console.log(
    [
      `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}; ${browser.version()} without a screen, service on the same machine.`,
      '',
      `All rows after ${Math.round(firstRowsAfter)} ms from the first byte of the page.`,
      '',
      ...frameTable(figures),
    ].join('\n'),
  )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
}

/** A short drag, until the service has answered and stale data is loaded again. */
async function dragNear(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('.tree')?.closest('.scroll')?.scrollTo(0, 0))
  const row = treeOf(page, 'Structure').locator('[data-row]').nth(3)
  const box = await row.boundingBox()
  if (!box) throw new Error('The row is not on screen')
  await page.mouse.move(box.x + 160, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 164, box.y + box.height, { steps: 4 })
  await page.mouse.move(box.x + 164, box.y + box.height * 5.6, { steps: 30 })
  await page.mouse.up()
  await page.waitForLoadState('networkidle')
}
