import { api } from '#contract/api.ts'
import { everyBlock } from '#testing/every-block.ts'
import { publishForEveryone } from '#testing/publish-for-everyone.ts'
import { type Call, expect, expectNoOverflow, type Seed, test } from './fixtures.ts'
import { openAuditor } from './lighthouse.ts'

/** Publishes a site with a plain page and one with every block; returns the URL of its root. */
async function publish(callApi: Call, seed: Seed): Promise<string> {
  const siteId = await seed.site('Harbour', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  const changes = [{ operation: 'insert_page' as const, title: 'Blocks', document: { markdown: everyBlock } }]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  return publishForEveryone(callApi, params)
}

test('Lighthouse scores 100 for accessibility, best practices and SEO', async ({ callApi, seed }) => {
  const root = await publish(callApi, seed)
  const auditor = await openAuditor()
  const categories = ['accessibility', 'best-practices', 'seo'] as const
  const perfect = { accessibility: 100, 'best-practices': 100, seo: 100 }
  try {
    for (const form of ['desktop', 'mobile'] as const) {
      const { scores, findings } = await auditor.audit(`${root}blocks`, form, categories)
      expect({ form, findings, scores }).toEqual({ form, findings: [], scores: perfect })
    }
  } finally {
    await auditor.close()
  }
})

for (const width of [1440, 390]) {
  test(`a page with every block is accessible at ${width} pixels`, async ({
    page,
    callApi,
    seed,
    expectAccessibleInBothThemes,
  }) => {
    const root = await publish(callApi, seed)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${root}blocks`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocks')
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
  })
}

test('editors get a link to edit a published page, and other visitors send no API requests', async ({
  page,
  browser,
  callApi,
  seed,
  signInAs,
}) => {
  const root = await publish(callApi, seed)
  const visitor = await browser.newPage()
  const requestedPaths: string[] = []
  visitor.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await visitor.goto(`${root}blocks`)
  await visitor.waitForLoadState('networkidle')
  expect(requestedPaths.filter((path) => path.startsWith('/v1/'))).toEqual([])
  await expect(visitor.getByRole('link', { name: 'Edit this page' })).toHaveCount(0)
  await visitor.close()

  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}`)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${root}blocks`)
  await page.getByRole('link', { name: 'Edit this page' }).click()
  await expect(page).toHaveURL(/\/s\/[^/]+\/p\/[^/]+/)
})

test('a page with every block contacts no other host until the reader starts a video', async ({
  page,
  callApi,
  seed,
}) => {
  const root = await publish(callApi, seed)
  const foreignRequests: string[] = []
  await page.route(
    ({ origin }) => origin !== new URL(root).origin,
    (route) => {
      foreignRequests.push(route.request().url())
      return route.abort()
    },
  )
  await page.goto(`${root}blocks`)
  for (let at = 0; at < 20; at++) await page.mouse.wheel(0, 900)
  await page.waitForLoadState('networkidle')
  expect(foreignRequests).toEqual([])
  await page.getByRole('link', { name: 'A film' }).click()
  await expect
    .poll(() => foreignRequests.map((url) => new URL(url).hostname))
    .toEqual(['www.youtube-nocookie.com'])
})
