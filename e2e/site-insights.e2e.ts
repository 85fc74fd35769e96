import type { Browser, BrowserContext } from '@playwright/test'
import { SignJWT } from 'jose'
import { api } from '#contract/api.ts'
import { requireVisitorTokens } from '#testing/limited-audience.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'

/** A browser as readers have it: one that is driven by a program says so, and is not counted. */
const aReader = (browser: Browser, options: object = {}): Promise<BrowserContext> =>
  browser.newContext({ userAgent, locale: 'de-DE', ...options })

test('the insights count views, searches, ratings and missing pages, and link to a new redirect', async ({
  page,
  browser,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/insights`)
  await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible()
  await expectAccessible(page)
  const at = new URL(await seed.publish(siteId)).pathname

  const readers = await aReader(browser)
  const reader = await readers.newPage()
  let events = 0
  reader.on('request', (request) => {
    if (request.url().endsWith('/~insights')) events += 1
  })
  await reader.goto(at)
  await expect.poll(() => events).toBe(1)
  await reader.keyboard.press('/')
  await reader.getByRole('combobox').fill('zeppelin')
  // That the search was opened, and what was searched for.
  await expect.poll(() => events).toBe(3)
  await reader.keyboard.press('Escape')
  await reader.getByRole('button', { name: 'No', exact: true }).click()
  await reader.getByLabel('What was missing?').fill('How long it takes')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(reader.getByText('Thank you for your feedback.')).toBeFocused()
  expect((await reader.goto(`${at}old/guide`))?.status()).toBe(404)
  await readers.close()

  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /Page views 1/ })).toBeVisible({ timeout: 3000 })
    await expect(
      page.getByRole('region', { name: 'Addresses not found' }).getByText('/old/guide'),
    ).toBeVisible({
      timeout: 3000,
    })
  }).toPass({ timeout: 60_000 })
  const list = (name: string) => page.getByRole('region', { name })
  await expect(list('Searches').getByRole('row', { name: 'zeppelin 1 1' })).toBeVisible()
  await list('Searches').getByRole('button', { name: 'No results' }).click()
  await expect(page).toHaveURL(/searches=none/)
  await expect(list('Searches').getByRole('row', { name: 'zeppelin 1 1' })).toBeVisible()
  await expect(list('Was this page helpful?').getByText('0 · 0 · 1')).toBeVisible()
  await expect(list('Comments').getByText('How long it takes')).toBeVisible()
  await list('Devices and languages').getByRole('button', { name: 'Languages' }).click()
  await expect(list('Devices and languages').getByText('German')).toBeVisible()
  await page.getByRole('slider', { name: 'Page views over time' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /: 0, 0 before$/)
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(
    page.getByRole('table').filter({ hasText: 'Time (UTC)' }).getByRole('row').nth(1),
  ).toContainText('1')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  expect(
    await page
      .locator('.scroll')
      .evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)),
  ).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'Comments' }).click()
  expect((await saved).suggestedFilename()).toMatch(/-comments-.*\.csv$/)

  await page.getByRole('link', { name: 'Create redirect from “/old/guide”' }).click()
  const dialog = page.getByRole('dialog', { name: 'New redirect' })
  await expect(dialog.getByLabel('From')).toHaveValue('/old/guide')
  await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Section Guides' })
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  await expect(page.getByRole('grid', { name: 'Redirects' }).locator('[data-row]')).toHaveText([
    /\/old\/guide/,
  ])
})

test('without JavaScript a rating is a form, and the page says thanks', async ({
  browser,
  seed,
  callApi,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { urls } = await callApi(api.sites.publish, { params })
  const readers = await aReader(browser, { javaScriptEnabled: false })
  const reader = await readers.newPage()
  await reader.goto(new URL(urls.published ?? '').pathname)
  await reader.getByRole('button', { name: 'Partly' }).click()
  await expect(reader.getByText('Thank you for your feedback.')).toBeVisible()
  await reader.getByLabel('What was missing?').fill('Pictures')
  await reader.getByRole('button', { name: 'Send' }).click()
  await expect(reader.getByLabel('What was missing?')).toBeHidden()
  await reader.getByRole('link', { name: 'Back to the page' }).click()
  await expect(reader.getByRole('heading', { name: 'Guides page' })).toBeVisible()
  await readers.close()
  const body = {
    range: 'last24Hours' as const,
    groupBy: [{ column: 'pageFeedbackRating' as const }, { column: 'eventPageFeedbackComment' as const }],
  }
  await expect(async () => {
    const { columns } = await callApi(api.siteInsights.aggregate, { params, body })
    expect(columns.map(({ values }) => values)).toEqual([
      ['ok', 'ok'],
      ['Pictures', null],
      [1, 1],
    ])
  }).toPass({ timeout: 30_000 })
})

test('a restricted site counts only visitors with access, and no one who asks not to be tracked', async ({
  browser,
  seed,
  callApi,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { urls } = await callApi(api.sites.publish, { params })
  const privateKey = await requireVisitorTokens(callApi, params)
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey))
  const at = new URL(urls.published ?? '').pathname

  const outside = await aReader(browser)
  expect((await (await outside.newPage()).goto(at))?.status()).toBe(401)
  await outside.close()
  const quiet = await aReader(browser, { extraHTTPHeaders: { 'sec-gpc': '1' } })
  expect((await (await quiet.newPage()).goto(`${at}?jwt_token=${token}`))?.status()).toBe(200)
  await quiet.close()
  const inside = await aReader(browser)
  const reader = await inside.newPage()
  const events = reader.waitForResponse(/~insights$/)
  await reader.goto(`${at}?jwt_token=${token}`)
  expect((await events).status()).toBe(204)
  await inside.close()

  await expect(async () => {
    const { columns } = await callApi(api.siteInsights.aggregate, { params, body: { range: 'last24Hours' } })
    expect(columns.map(({ values }) => values)).toEqual([[1]])
  }).toPass({ timeout: 30_000 })
})
