import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type Call, expect, expectNoOverflow, type Seed, test } from './fixtures.ts'

/** A site with two pages and a button that asks, published; readers can ask unless `mode` is none. */
async function publish(callApi: Call, seed: Seed, mode: 'none' | 'search' = 'search'): Promise<string> {
  const siteId = await seed.site('Harbour', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const button =
    '<button type="button" class="button" data-action="ask" data-query="How is a boat moored?">Ask about boats</button>'
  const insert = (title: string, markdown: string) =>
    ({ operation: 'insert_page', title, document: { markdown } }) as const
  await callApi(api.spaceContent.edit, {
    params: { spaceId: items[0]?.siteSpaces[0]?.space?.id ?? '' },
    body: {
      changes: [
        insert('Start', `Welcome aboard.\n\n${button}`),
        insert(
          'Mooring',
          'A boat is moored with two ropes.\n\n## Ropes\n\nEach boat rope is ten meters long.',
        ),
      ],
    },
  })
  if (mode !== 'none') {
    const { organizationId } = params
    await callApi(api.organizations.update, { params: { organizationId }, body: { ai: true } })
    const { version, ...customization } = await callApi(api.siteCustomization.get, { params })
    const body = { ...customization, ai: { mode } }
    await callApi(api.siteCustomization.put, { params, body }, { ifMatch: version })
  }
  const { urls } = await callApi(api.sites.publish, { params })
  return urls.published ?? ''
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

async function ask(page: Page, question: string): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill(question)
  await expect(page.getByRole('button', { name: `Ask “${question}”` })).toBeVisible()
  // The first result is selected then, which the keys must not open.
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
}

test('a reader asks by keyboard, follows a citation, and finds the answer again', async ({
  page,
  callApi,
  seed,
  askServer,
  expectAccessibleInBothThemes,
}) => {
  askServer.behavior = {
    parts: [
      'With **two** ropes [1]:\n\n1. Bow\n2. Stern [7]\n\n```sh\nmoor --ropes a[1]\n```\n\n',
      '[More](https://evil.example) ![x](https://evil.example/x.png) <b onclick="alert(1)">bold</b> https://evil.example',
    ],
  }
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(String(error)))
  const root = await publish(callApi, seed)
  await page.goto(`${root}start`)
  await ask(page, 'How is a boat moored?')
  await expect(answer(page)).toContainText('With two ropes')
  await expect(answer(page).getByRole('status')).toContainText('can be wrong')
  await expect(answer(page).getByRole('listitem')).toHaveText(['Bow', 'Stern', /Mooring/])
  await expect(answer(page).locator('pre')).toHaveText('moor --ropes a[1]')
  await expect(answer(page).locator('img, b, script')).toHaveCount(0)
  await expect(answer(page)).toBeFocused()
  for (const link of await answer(page).getByRole('link').all())
    expect(new URL((await link.getAttribute('href')) ?? '', root).href).toContain(root)
  await expectAccessibleInBothThemes(page)

  await answer(page).getByRole('link', { name: /^1: / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mooring' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await expect(answer(page)).toContainText('With two ropes')
  await page.getByRole('button', { name: 'Back to results' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(wrong).toEqual([])
})

test('a button on a page asks its question, and the reader stops the answer on a phone', async ({
  page,
  callApi,
  seed,
  askServer,
}) => {
  askServer.behavior = { parts: ['It is '], hangs: true }
  const before = askServer.aborted
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${await publish(callApi, seed)}start`)
  await page.getByRole('link', { name: 'Ask about boats' }).click()
  await expect(answer(page)).toContainText('It is')
  await expect(page.getByRole('combobox')).toHaveValue('How is a boat moored?')
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect.poll(() => askServer.aborted).toBe(before + 1)
})

test('a failure says what to do, and a second try works', async ({ page, callApi, seed, askServer }) => {
  askServer.behavior = { status: 500 }
  await page.goto(`${await publish(callApi, seed)}start`)
  await ask(page, 'boat')
  await expect(answer(page)).toContainText('Answers aren’t available right now')
  askServer.behavior = { parts: ['Ropes [1].'] }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(answer(page)).toContainText('Ropes')
  await page.getByRole('combobox').fill('zeppelin')
  await expect(page.getByRole('dialog').getByText('No results for “zeppelin”')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('No page is about this')
  await page.getByRole('combobox').fill('x'.repeat(513))
  await page.keyboard.press('Control+Enter')
  await expect(answer(page)).toContainText('Use 512 characters or fewer')
})

test('a site that doesn’t offer it shows nothing of it', async ({ page, callApi, seed }) => {
  await page.goto(`${await publish(callApi, seed, 'none')}start`)
  await expect(page.getByText('Welcome aboard')).toBeVisible()
  await expect(page.getByText('Ask about boats')).toHaveCount(0)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('boat')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ask/ })).toHaveCount(0)
  await expect(answer(page)).toHaveCount(0)
})
