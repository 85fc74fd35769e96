import { api } from '#contract/api.ts'
import { everyBlock } from '#testing/every-block.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import { openAuditor } from './lighthouse.ts'

/** A published site with a page of plain text and one with every block; answers the address of its root. */
async function publish(as: Call, seed: Seed): Promise<string> {
  const siteId = await seed.site('Harbour', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await as(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  const changes = [{ operation: 'insert_page' as const, title: 'Blocks', document: { markdown: everyBlock } }]
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const { urls } = await as(api.sites.publish, { params })
  return urls.published ?? ''
}

test('Lighthouse finds nothing to better in access, practice and search', async ({ api: as, seed }) => {
  const root = await publish(as, seed)
  const auditor = await openAuditor()
  const categories = ['accessibility', 'best-practices', 'seo'] as const
  const whole = { accessibility: 100, 'best-practices': 100, seo: 100 }
  try {
    for (const form of ['desktop', 'mobile'] as const) {
      const { scores, found } = await auditor.audit(`${root}blocks`, form, categories)
      expect({ form, found, scores }).toEqual({ form, found: [], scores: whole })
    }
  } finally {
    await auditor.close()
  }
})

for (const width of [1440, 390]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on a page with every block at ${width} in ${scheme}`, async ({
      page,
      api: as,
      seed,
      expectAccessible,
    }) => {
      const root = await publish(as, seed)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(`${root}blocks`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocks')
      await expectAccessible(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    })
  }
}

test('who may edit a page is led to it from the site; strangers ask nothing', async ({
  page,
  browser,
  api: as,
  seed,
  signInAs,
}) => {
  const root = await publish(as, seed)
  const stranger = await browser.newPage()
  const asked: string[] = []
  stranger.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await stranger.goto(`${root}blocks`)
  await stranger.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.startsWith('/v1/'))).toEqual([])
  await expect(stranger.getByRole('link', { name: 'Edit this page' })).toHaveCount(0)
  await stranger.close()

  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}`)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${root}blocks`)
  await page.getByRole('link', { name: 'Edit this page' }).click()
  await expect(page).toHaveURL(/\/s\/[^/]+\/p\/[^/]+/)
})

test('a page with every block asks nobody else for anything until it is told to', async ({
  page,
  api: as,
  seed,
}) => {
  const root = await publish(as, seed)
  const others: string[] = []
  await page.route(
    ({ origin }) => origin !== new URL(root).origin,
    (route) => {
      others.push(route.request().url())
      return route.abort()
    },
  )
  await page.goto(`${root}blocks`)
  for (let at = 0; at < 20; at++) await page.mouse.wheel(0, 900)
  await page.waitForLoadState('networkidle')
  expect(others).toEqual([])
  await page.getByRole('link', { name: 'A film' }).click()
  await expect.poll(() => others.map((url) => new URL(url).hostname)).toEqual(['www.youtube-nocookie.com'])
})
