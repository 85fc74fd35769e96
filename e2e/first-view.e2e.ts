import { api } from '#contract/api.ts'
import { openFirstView } from './first-view.ts'
import { expect, test } from './fixtures.ts'

/** What the first view of the library may load. Figures of time are in bench/README.md. */
const MAX_SCRIPTS = 8
const MAX_COMPRESSED_BYTES = 150_000
const MAX_REQUESTS = 15
const MAX_READS = 4

test('the first view of the library stays within its budget, and requests everything once', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  await signInAs('admin')
  const params = { organizationId: seed.organizationId }
  await callApi(api.spaces.create, { params, body: { title: 'Handbook' } })
  await page.addInitScript(() => localStorage.setItem('lectern.came-in', 'id-of-the-user'))
  const view = await openFirstView(page, `/o/${seed.organizationId}/library`, '.tree [data-row]')
  expect(view.scripts).toBeLessThanOrEqual(MAX_SCRIPTS)
  expect(view.compressed).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES)
  expect(view.requests).toBeLessThanOrEqual(MAX_REQUESTS)
  expect(view.reads.length).toBeLessThanOrEqual(MAX_READS)
  expect(new Set(view.reads).size).toBe(view.reads.length)
  // The dashboard took every read that the HTML requested, and removed the frame of the HTML.
  expect(await page.evaluate(() => Array.from(window.lecternReads?.keys() ?? ['No reads']))).toEqual([])
  await expect(page.locator('#frame')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Handbook' })).toBeVisible()
})

test('the target of a row is read ahead when the keyboard focuses its title or the pointer presses it', async ({
  page,
  seed,
  signInAs,
}) => {
  const spaces = [await seed.space('Handbook'), await seed.space('Manual')]
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  const [handbook, manual] = ['Handbook', 'Manual'].map((name) => page.getByRole('link', { name }))
  const readOf = (id: string | undefined) => page.waitForRequest(`**/v1/spaces/${id}`)
  const byFocus = readOf(spaces[0])
  await handbook?.focus()
  await byFocus
  const byPress = readOf(spaces[1])
  await manual?.dispatchEvent('pointerdown')
  await byPress
  await expect(page).toHaveURL(/\/library$/)
})
