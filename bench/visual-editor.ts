// Measures a page of 3,000 blocks in the visual editor in Chromium: opening it, and frames while typing:
// node bench/visual-editor.ts (BENCH_BLOCKS=3000)
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { launchOptions } from '../e2e/browser.ts'
import { type Frames, framesOf, frameTable, recordFrames } from './frames.ts'
import { account, type Call, startBenchService } from './service.ts'

const blockCount = Number(process.env.BENCH_BLOCKS ?? 3000)
/** A quick writer takes 60 to 100 ms per key. */
const KEY_DELAY_MS = 90
const sentence = 'the quick brown fox jumps over it '

/** What pages of documentation contain, in about its proportions. */
function blockAt(nth: number): string {
  if (nth % 20 === 0) return `## Section ${nth}`
  if (nth % 20 === 5) return `- One item of ${nth}\n- Another with **bold** text\n- And \`code\``
  if (nth % 20 === 9) return `\`\`\`ts\nconst value${nth} = call(${nth})\n\`\`\``
  if (nth % 40 === 13) return `{% hint style="info" %}\nMind what ${nth} says.\n{% endhint %}`
  if (nth % 40 === 33) return '| Name | Value |\n| ---- | ----- |\n| one  | two   |'
  if (nth % 100 === 50)
    return '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><strong>One</strong></td><td>Text</td></tr><tr><td><strong>Two</strong></td><td>Text</td></tr></tbody></table>'
  return `Paragraph ${nth} has a [link](https://example.org/${nth}), *emphasis* and words enough for two lines on the screen of a person who reads them.`
}

async function loadPage(call: Call): Promise<{ spaceId: string; pageId: string }> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Long' },
  })
  const markdown = Array.from({ length: blockCount }, (_, nth) => blockAt(nth)).join('\n\n')
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'insert_page', title: 'A long page', document: { markdown } }] },
  })
  const [created] = changes
  if (created?.object !== 'created_page') throw new Error('The page was not created')
  return { spaceId, pageId: created.page.id }
}

/** Milliseconds from each press of a key until the frame that shows it was painted. */
const recordKeys = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    addEventListener(
      'keydown',
      () => {
        const from = performance.now()
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - from)))
      },
      { capture: true },
    )
  })

const keyTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes.splice(0))

async function cursorAfter(page: Page, text: string): Promise<void> {
  const block = page.getByRole('textbox', { name: 'Page text' }).getByText(text)
  // It may be left out of the layout until it is near the screen.
  await block.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await block.click()
  await page.keyboard.press('End')
  await page.waitForTimeout(500)
}

const service = await startBenchService()
const folder = mkdtempSync(join(tmpdir(), 'lectern-trace-'))
const browser = await chromium.launch(launchOptions)
try {
  const { spaceId, pageId } = await loadPage(service.call)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await recordFrames(page)
  await recordKeys(page)
  await page.request.post(`${service.baseUrl}/auth/sign-in`, {
    headers: { 'x-lectern': '1' },
    data: account,
  })
  const text = page.getByRole('textbox', { name: 'Page text' })
  const openings: number[] = []
  for (let round = 0; round < 3; round++) {
    const startedAt = performance.now()
    await page.goto(`${service.baseUrl}/s/${spaceId}/p/${pageId}/edit?view=visual`)
    await text.getByText('Section 0', { exact: true }).waitFor()
    await text.getByText(`Section ${blockCount - 20}`, { exact: true }).waitFor({ state: 'attached' })
    openings.push(performance.now() - startedAt)
  }
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(2000)
  const scene = { browser, page, folder }
  const figures: Frames[] = []
  const keys: string[] = []
  const measure = async (name: string, action: () => Promise<unknown>) => {
    await keyTimes(page)
    figures.push(await framesOf(scene, name, action))
    const times = (await keyTimes(page)).toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
    keys.push(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.9)} | ${at(1)} |`)
  }
  for (const [place, nth] of [
    ['start', 1],
    ['middle', Math.floor(blockCount / 40) * 20 + 2],
  ] as const) {
    await cursorAfter(page, `Paragraph ${nth} has`)
    await measure(`type at the ${place}`, () => page.keyboard.type(sentence, { delay: KEY_DELAY_MS }))
    await page.waitForTimeout(1500)
    await measure(`new paragraphs at the ${place}`, async () => {
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press('Enter', { delay: KEY_DELAY_MS })
        await page.keyboard.type('one', { delay: KEY_DELAY_MS })
      }
    })
    await page.waitForTimeout(1500)
  }
  await measure('undo ten times', async () => {
    for (let i = 0; i < 10; i++) await page.keyboard.press('ControlOrMeta+z', { delay: KEY_DELAY_MS })
  })
  console.log(
    [
      `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}; ${browser.version()} without a screen, service on the same machine.`,
      '',
      `${blockCount} blocks on screen after ${openings.map((time) => Math.round(time)).join(', ')} ms.`,
      '',
      '| Keys | count | p50 ms | p90 ms | longest ms |',
      '| --- | --: | --: | --: | --: |',
      ...keys,
      '',
      ...frameTable(figures),
    ].join('\n'),
  )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
}
