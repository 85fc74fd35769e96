// Measures the structure of a site of 1,000 sections in Chromium: how soon it is there, and the frames while it is arranged.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { PlanAct } from '#contract/site-plans.ts'
import config from '../e2e/playwright.config.ts'
import { framesOf, frameTable, recordFrames } from './frames.ts'
import { account, type Call, startBenchService } from './service.ts'
import { choose, dragAcross, scrollThrough, treeOf } from './tree-acts.ts'

const sectionCount = 1000
const groupCount = 20
const sectionsInGroup = 40

const say = (line: string): void => console.error(`· ${line}`)

/** Twenty groups of forty sections and two hundred beside them; every tenth section shows two spaces. */
async function loadSite(call: Call): Promise<{ organizationId: string; siteId: string }> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench site' } })
  const made = { params: { organizationId } }
  const { id: siteId } = await call(api.sites.create, { ...made, body: { title: 'A large site' } })
  const params = { organizationId, siteId }
  const spaceIds: string[] = []
  for (const title of ['English', 'Deutsch'])
    spaceIds.push((await call(api.spaces.create, { ...made, body: { title } })).id)
  const [first = '', second = ''] = spaceIds
  const perform = (acts: PlanAct[]) => inPlan(call, params, acts)
  await perform(
    Array.from({ length: sectionCount }, (_, i) => ({
      type: 'add-section',
      spaceId: first,
      title: `Section ${i + 1}`,
    })),
  )
  const { items } = await call(api.siteSections.list, { params, query: { limit: sectionCount } })
  const sections = items.map(({ id }) => id)
  say(`${sections.length} sections`)
  const tenth = sections.filter((_, i) => i % 10 === 0)
  await perform(tenth.map((sectionId) => ({ type: 'add-space', spaceId: second, sectionId })))
  await perform(
    Array.from({ length: groupCount }, (_, i) => ({
      type: 'add-group',
      title: `Group ${i + 1}`,
      sections: sections.slice(i * sectionsInGroup, (i + 1) * sectionsInGroup),
    })),
  )
  return params
}

/** Many acts by few requests: a hundred at once into the plan, five hundred at once published. */
async function inPlan(
  call: Call,
  params: { organizationId: string; siteId: string },
  acts: readonly PlanAct[],
): Promise<void> {
  for (let at = 0; at < acts.length; at += 500) {
    const some = acts.slice(at, at + 500)
    for (let step = 0; step < some.length; step += 100)
      await call(api.sitePlans.addSteps, { params, body: { acts: some.slice(step, step + 100) } })
    await call(api.sitePlans.publish, { params, body: {} })
    say(`${at + some.length} acts`)
  }
}

const service = await startBenchService()
const folder = mkdtempSync(join(tmpdir(), 'lectern-trace-'))
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const { organizationId, siteId } = await loadSite(service.call)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await recordFrames(page)
  await page.request.post(`${service.baseUrl}/auth/sign-in`, {
    headers: { 'x-lectern': '1' },
    data: account,
  })
  const begun = performance.now()
  const address = `${service.baseUrl}/o/${organizationId}/sites/${siteId}/structure`
  await page.goto(address)
  await treeOf(page, 'Structure').locator('[data-row]').nth(8).waitFor()
  const there = performance.now() - begun
  await page.waitForLoadState('networkidle')
  const scene = { browser, page, folder }
  const figures = [
    await framesOf(scene, 'scroll through all rows', () => scrollThrough(page)),
    await framesOf(scene, 'drag a section across 300 rows', () => dragAcross(page, 'Structure', 300)),
    await framesOf(scene, 'drag one by five rows, and its answer', () => dragNear(page)),
    await framesOf(scene, 'choose 40 rows one by one', () => choose(page)),
  ]
  await page.goto(`${address}?plan=true`)
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
      `All rows after ${Math.round(there)} ms from the first byte of the page.`,
      '',
      ...frameTable(figures),
    ].join('\n'),
  )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
}

/** A short drag, until the service has answered and what it made stale is read again. */
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
