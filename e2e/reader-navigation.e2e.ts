import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'

const insert = (title: string, markdown: string): ContentChangeInput => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

const long = Array.from({ length: 120 }, (_, line) => `Line ${line} of the text.`).join('\n\n')

/** A site of two sections; the first one has pages with tabs, anchors and long texts. */
async function publish(callApi: Call, seed: Seed): Promise<string> {
  const siteId = await seed.site('Harbour', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  const tabs =
    '{% tabs %}\n{% tab title="npm" %}\nRun npm.\n{% endtab %}\n{% tab title="Docker" %}\nRun Docker.\n\n## Containers\n{% endtab %}\n{% endtabs %}'
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        insert('Start', `See [the second page](/second.md) or [its end](/second.md#end).\n\n${long}`),
        insert('Second', `${tabs}\n\n\`\`\`sh\nnpm start\n\`\`\`\n\n${long}\n\n## End\n\nThe anchor.`),
        insert('Pages', 'A page whose heading has the name of the navigation.\n\n## Pages\n\n## Content'),
      ],
    },
  })
  const { urls } = await callApi(api.sites.publish, { params })
  return urls.published ?? ''
}

test('pages of a space open without loading the frame again, and come back where they were', async ({
  page,
  callApi,
  seed,
}) => {
  const root = await publish(callApi, seed)
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(String(error)))
  await page.addInitScript(() => {
    const views: string[] = []
    Object.assign(window, { views })
    navigator.sendBeacon = (_, body) => {
      if (body instanceof Blob)
        void body.text().then((text) => {
          const { type, path } = JSON.parse(text)
          if (type === 'page_view') views.push(path.split('/').at(-1))
        })
      return true
    }
  })
  await page.goto(`${root}start`)
  await page.evaluate(() => Object.assign(document.documentElement, { isSame: true }))
  const isSame = () => page.evaluate(() => 'isSame' in document.documentElement)
  const tree = page.getByRole('navigation', { name: 'Pages', exact: true })

  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.waitForFunction(() => typeof history.state?.y === 'number' && history.state.y > 500)
  const left = await page.evaluate(() => scrollY)
  await tree.getByRole('link', { name: 'Second' }).click()
  await expect(page).toHaveURL(`${root}second`)
  await expect(page).toHaveTitle('Second · Harbour')
  expect(await isSame()).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').first()).toContainText('Second')
  await expect(tree.getByRole('link', { name: 'Second' })).toHaveAttribute('aria-current', 'page')
  await expect(tree.locator('[aria-current]')).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${root}second`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents.locator('[aria-current]'), 'not that in a closed tab').toHaveText('End')
  await page.getByRole('tab', { name: 'Docker' }).click()
  await expect(page.getByText('Run Docker.')).toBeVisible()

  await page.goBack()
  await expect(page).toHaveTitle('Start · Harbour')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  await page.goForward()
  await expect(page).toHaveTitle('Second · Harbour')
  expect(await isSame()).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'views'))).toEqual(['start', 'second'])

  const top = await page.evaluate(() => scrollY)
  await contents.getByRole('link', { name: 'End' }).press('Enter')
  await expect(page.getByText('The anchor.')).toBeInViewport()
  await page.waitForFunction(() => location.hash === '#end' && history.state?.y > 0)
  await page.goBack()
  await expect(page).toHaveURL(`${root}second`)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)

  await tree.getByRole('link', { name: 'Start' }).click()
  await expect(page).toHaveTitle('Start · Harbour')
  const arrival = Promise.withResolvers<void>()
  await page.route('**/second', (route) => arrival.promise.then(() => route.continue()))
  await page.reload()
  await page.evaluate(() => Object.assign(document.documentElement, { isSame: true }))
  await page.goBack()
  await expect(page.locator('body')).toHaveClass('is-waiting')
  await page.goForward()
  await expect(page.locator('body')).not.toHaveClass('is-waiting')
  const arrived = page.waitForResponse('**/second')
  arrival.resolve()
  await (await arrived).finished()
  await page.unroute('**/second')
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  await expect(page).toHaveTitle('Start · Harbour')

  await page.getByRole('link', { name: 'its end' }).click()
  await expect(page).toHaveURL(`${root}second#end`)
  await expect(page.getByText('The anchor.')).toBeInViewport()
  await page
    .getByRole('navigation', { name: 'Sections' })
    .first()
    .getByRole('link', { name: 'Reference' })
    .click()
  await expect(page).toHaveURL(`${root}reference/`)
  expect(await isSame()).toBe(false)
  expect(wrong).toEqual([])
})

test('a page is fetched ahead while the pointer rests on its link', async ({ page, callApi, seed }) => {
  const root = await publish(callApi, seed)
  await page.goto(`${root}start`)
  const tree = page.getByRole('navigation', { name: 'Pages', exact: true })
  const link = tree.getByRole('link', { name: 'Second' })
  const fetched = page.waitForResponse((response) => response.url() === `${root}second`)
  await link.hover()
  await (await fetched).finished()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const time = await link.evaluate(
    (element: HTMLElement) =>
      new Promise<number>((done) => {
        const startedAt = performance.now()
        const isShown = () => document.querySelector('h1')?.textContent === 'Second'
        const observer = new MutationObserver(() => isShown() && done(performance.now() - startedAt))
        observer.observe(document.body, { childList: true, subtree: true })
        element.click()
      }),
  )
  console.log(`from the click to the page: ${Math.round(time)} ms`)
  expect(requests.filter((url) => url === `${root}second`)).toEqual([])
})

test('search opens the page in place and highlights its words', async ({ page, callApi, seed }) => {
  const root = await publish(callApi, seed)
  await page.goto(`${root}start`)
  await page.evaluate(() => Object.assign(document.documentElement, { isSame: true }))
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('lines')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await dialog.getByRole('combobox').fill('anchors')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/second\?q=anchors/)
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => 'isSame' in document.documentElement)).toBe(true)
  expect(await page.evaluate(() => CSS.highlights.get('search')?.size)).toBe(1)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${root}second`)
})

test('ids of the frame and of headings differ', async ({ page, callApi, seed }) => {
  const root = await publish(callApi, seed)
  await page.goto(`${root}pages#pages`)
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(await page.evaluate(() => document.getElementById('pages')?.matches('h2, h2 *'))).toBe(true)
})
