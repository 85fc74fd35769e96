import { chromium, type Page } from '@playwright/test'
import { SignJWT } from 'jose'
import { api } from '#contract/api.ts'
import { aProxy } from '#testing/a-proxy.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'
import { launchOptions } from './browser.ts'
import { expect, test } from './fixtures.ts'

/** A browser in which a host is what listens at a port of this machine. */
const browserAt = (host: string, port: number) => {
  const rules = `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}`
  return chromium.launch({ ...launchOptions, args: [...launchOptions.args, rules] })
}

/** Failed requests of a page, except those that are expected to fail. */
function failuresOf(page: Page, expected: readonly number[]): string[] {
  const failures: string[] = []
  page.on('requestfailed', (request) => {
    // What is left is not waited for.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failures.push(`${request.url()} failed`)
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400 && !expected.includes(answer.status()))
      failures.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      failures.push(message.text())
  })
  return failures
}

test('a site at a path of another host can be read, searched and unlocked', async ({
  seed,
  callApi,
  baseURL,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const host = `www.${seed.organizationId.toLowerCase()}.example`
  const { items } = await callApi(api.siteSections.list, { params })
  const [guides, reference] = items.map(({ siteSpaces }) => siteSpaces[0])
  const markdown = '```mermaid\ngraph TD; A-->B\n```\n\n```js\nconst a = 1\n```\n\n$a^2$\n'
  await callApi(api.spaceContent.edit, {
    params: { spaceId: guides?.space?.id ?? '' },
    body: { changes: [{ operation: 'insert_page', title: 'Cranes', document: { markdown } }] },
  })
  const destination = { kind: 'site-space', siteSpaceId: reference?.id ?? '' } as const
  await callApi(api.siteRedirects.create, { params, body: { source: '/old', destination } })
  await callApi(api.sites.publish, { params })
  await callApi(api.sites.update, { params, body: { proxy: `${host}/docs` } })
  const proxy = await aProxy('/docs', `${baseURL}/proxied/${siteId}`)
  const browser = await browserAt(host, proxy.port)
  const at = `http://${host}/docs`
  try {
    const page = await browser.newPage({ colorScheme: 'light' })
    const failures = failuresOf(page, [])
    await page.goto(`${at}/`)
    await expect(page.getByRole('heading', { level: 1, name: 'Guides page' })).toBeVisible()
    await page.getByRole('link', { name: 'Cranes' }).first().click()
    await expect(page).toHaveURL(`${at}/cranes`)
    await expect(page.locator('img.diagram').first()).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', /dark/)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Reference page')
    await page
      .getByRole('option', { name: /Reference page/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`^${at}/reference/`))
    await page.goto(`${at}/old?from=mail`)
    await expect(page).toHaveURL(`${at}/reference/?from=mail`)
    expect(failures).toEqual([])

    const lost = await browser.newPage()
    const missing = failuresOf(lost, [404])
    await lost.goto(`${at}/no-such-page`)
    await expect(lost.getByRole('link', { name: 'Guides' }).first()).toBeVisible()
    expect(missing).toEqual([])

    const { id, urls } = await requireShareLink(callApi, params, 'Partners')
    const link = { params: { ...params, shareLinkId: id } }
    await callApi(api.siteShareLinks.update, { ...link, body: { password: 'open sesame' } })
    const shared = new URL(urls.published ?? '')
    expect(shared.host + shared.pathname).toBe(`${host}/docs/`)
    const guest = await browser.newPage()
    const refused = failuresOf(guest, [401])
    await guest.goto(`${at}/cranes${shared.search}`)
    await guest.getByLabel('Password').fill('open sesame')
    await guest.getByRole('button', { name: 'Open' }).click()
    await expect(guest.getByRole('heading', { level: 1, name: 'Cranes' })).toBeVisible()
    await expect(guest).toHaveURL(`${at}/cranes`)
    await guest.getByRole('link', { name: 'Guides page' }).first().click()
    await expect(guest.getByRole('heading', { level: 1, name: 'Guides page' })).toBeVisible()
    expect(refused).toEqual([])

    const privateKey = await requireVisitorTokens(callApi, params)
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    const visitor = await browser.newPage()
    const unknown = failuresOf(visitor, [401])
    await visitor.goto(`${at}/cranes`)
    await expect(visitor.getByRole('heading', { name: 'Sign in to read this documentation' })).toBeVisible()
    await visitor.goto(`${at}/cranes?jwt_token=${token}`)
    await expect(visitor).toHaveURL(`${at}/cranes`)
    await expect(visitor.locator('img.diagram').first()).toBeVisible()
    expect(unknown).toEqual([])
  } finally {
    await browser.close()
    await proxy.close()
  }
})

test('a path of another host shows its server configuration, is validated, and can be removed', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const host = `www.${seed.organizationId.toLowerCase()}.example`
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/settings`)
  await page.getByLabel('Domain and path').fill(host)
  await page.getByRole('button', { name: 'Set path' }).click()
  await expect(page.getByText('Enter a domain followed by a path, such as example.org/docs')).toBeVisible()
  await page.getByLabel('Domain and path').fill(`https://${host}/docs/`)
  await page.getByRole('button', { name: 'Set path' }).click()
  const sample = page.getByRole('region', { name: 'Sample' })
  await expect(sample).toContainText('location /docs/ {')
  await expect(sample).toContainText(`/proxied/${siteId}/;`)
  await page.getByLabel('Server').selectOption('Caddy')
  await expect(sample).toContainText('handle_path /docs/*')
  await page.reload()
  await expect(page.getByLabel('Upstream address', { exact: true })).toHaveValue(
    new RegExp(`/proxied/${siteId}/$`),
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove path' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove path' }).click()
  await expect(page.getByLabel('Domain and path')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sample).toBeVisible()
})
