import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { ApiError, call, fetchTransport } from '#contract/client.ts'
import { lines, source } from './editor.ts'
import { type Call, expect, test } from './fixtures.ts'
import { admin, freePort, type RunningService, startService } from './service.ts'
import { moveToEnd, pageWith, text } from './visual-page.ts'

/** How long the people type; the service is killed halfway. */
const SECONDS = Number(process.env.COEDITING_SECONDS ?? 16)
const PARAGRAPHS = 'The first paragraph.\n\nThe second paragraph.\n\nThe third paragraph.\n'

/** A service that can be killed with its database and started again at the same address. */
async function aService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-e2e-'))
  const port = await freePort()
  const environment = {
    PORT: String(port),
    LECTERN_ADMIN_EMAIL: admin.email,
    LECTERN_ADMIN_PASSWORD: admin.password,
    LECTERN_ADMIN_TOKEN: admin.token,
    LOG_LEVEL: 'silent',
  }
  let running: RunningService = await startService(environment, dataDir)
  const baseUrl = `http://127.0.0.1:${port}`
  const transport = fetchTransport(baseUrl, { authorization: `Bearer ${admin.token}` })
  const callApi: Call = (route, input, options) => call(transport, route, input, options)
  return {
    baseUrl,
    callApi,
    async killAndStart() {
      await running.kill()
      running = await startService(environment, dataDir)
    },
    async stop() {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

/** A window of someone who is signed in. */
async function aWindow(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/sign-in/)
  return page
}

/** Types numbered words until a moment, and returns them. */
async function typeUntil(page: Page, prefix: string, end: number): Promise<string[]> {
  const words: string[] = []
  while (Date.now() < end) {
    const word = `${prefix}${words.length}`
    await page.keyboard.type(` ${word}`, { delay: 40 })
    words.push(word)
  }
  return words
}

/** Adds words to the end of the page through the API until a moment. */
async function editUntil(callApi: Call, spaceId: string, pageId: string, end: number): Promise<string[]> {
  const words: string[] = []
  while (Date.now() < end) {
    const word = `program${words.length}`
    await new Promise((resolve) => setTimeout(resolve, 1500))
    try {
      const { id: base } = await callApi(api.spaceContent.get, { params: { spaceId }, query: {} })
      const page = await callApi(api.spaceContent.page, { params: { spaceId, pageId }, query: {} })
      if (page.type !== 'document') throw new Error('The page has no text')
      const document = { markdown: `${(page.markdown ?? '').trimEnd()}\n\nBy ${word}.\n` }
      const changes = [{ operation: 'update_page' as const, page: pageId, document }]
      await callApi(api.spaceContent.edit, { params: { spaceId }, body: { base, changes } })
      words.push(word)
    } catch (error) {
      // The service was killed, or someone saved the page in between.
      if (error instanceof ApiError && error.status !== 409) throw error
    }
  }
  return words
}

test('two people and a program write in one page while the service is killed, and every word is there', async ({
  browser,
}) => {
  test.setTimeout((SECONDS + 120) * 1000)
  const service = await aService()
  const { callApi } = service
  try {
    const { id: organizationId } = await callApi(api.organizations.create, { body: { title: 'Halden' } })
    const params = { organizationId }
    const space = await callApi(api.spaces.create, { params, body: { title: 'Guide' } })
    const { pageId, stored } = await pageWith(callApi, space.id, PARAGRAPHS)
    const address = `/s/${space.id}/p/${pageId}/edit`
    const [visual, plain] = [await aWindow(browser, service.baseUrl), await aWindow(browser, service.baseUrl)]
    await visual.goto(`${address}?view=visual`)
    await plain.goto(`${address}?view=write`)
    await text(visual).getByText('The first paragraph.').click()
    await moveToEnd(visual)
    await lines(plain).filter({ hasText: 'The second paragraph.' }).click()
    await plain.keyboard.press('End')
    const end = Date.now() + SECONDS * 1000
    const half = new Promise((resolve) => setTimeout(resolve, SECONDS * 500))
    const [one, two, three] = await Promise.all([
      typeUntil(visual, 'seen', end),
      typeUntil(plain, 'plain', end),
      editUntil(callApi, space.id, pageId, end),
      half.then(() => service.killAndStart()),
    ])
    // The source editor only renders the lines on screen.
    await plain.setViewportSize({ width: 1280, height: 12_000 })
    const words = [...one, ...two, ...three]
    expect(Math.min(one.length, two.length)).toBeGreaterThan(SECONDS / 2)
    const missingIn = (shown: string) => words.filter((word) => !new RegExp(`\\b${word}\\b`).test(shown))
    const sourceText = async () => (await lines(plain).allTextContents()).join('\n')
    await expect.poll(async () => missingIn(await sourceText()), { timeout: 30_000 }).toEqual([])
    await expect.poll(async () => missingIn(await text(visual).innerText())).toEqual([])
    await expect
      .poll(async () => (await stored())?.trimEnd(), { timeout: 30_000 })
      .toBe((await sourceText()).trimEnd())
    await expect(source(plain)).not.toContainText('undefined')
  } finally {
    await service.stop()
  }
})
