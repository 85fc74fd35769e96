import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown' })

/** Presses keys and clicks, and counts them. What is typed into a field is free. */
function counted(page: Page) {
  let steps = 0
  return {
    press: async (keys: string) => {
      steps += 1
      await page.keyboard.press(keys)
    },
    click: async (target: Locator) => {
      steps += 1
      await target.click()
    },
    steps: () => steps,
  }
}

test('a new space has its first word after four keys', async ({ page, seed, signInAs }) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByText('No spaces here yet')).toBeVisible()
  const { press, steps } = counted(page)
  await press('c')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Guide')
  await press('Enter')
  await expect(page).toHaveURL(/\/s\//)
  await expect(page.getByRole('button', { name: 'Write the first page' })).toBeVisible()
  await press('c')
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Start')
  await press('Enter')
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('Hello')
  await expect(source(page)).toContainText('Hello')
  expect(steps()).toBeLessThanOrEqual(4)
})

test('a typo is fixed with two keys', async ({ page, seed, signInAs }) => {
  const spaceId = await seed.space('Guide', ['Install'])
  await signInAs('admin')
  await page.goto(`/s/${spaceId}`)
  const shown = page.getByRole('region', { name: 'Page', exact: true })
  await expect(shown).toContainText('All about Install.')
  const { press, steps } = counted(page)
  await press('e')
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('Corrected: ')
  await press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(steps()).toBeLessThanOrEqual(2)
  await page.goto(`/s/${spaceId}`)
  await expect(shown).toContainText('Corrected: All about Install.')
})

test('a typo far down a long page is fixed where the reader is, with two keys or one click and two keys', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide')
  const markdown = Array.from({ length: 80 }, (_, index) => `Paragrph ${index} of the text.`).join('\n\n')
  const changes = [{ operation: 'insert_page' as const, title: 'Install', document: { markdown } }]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}`)
  const shown = page.getByRole('region', { name: 'Page', exact: true })
  const paragraph = (index: number) => shown.getByText(`Paragrph ${index} of the text.`)
  await expect(paragraph(3)).toBeVisible()

  // Scrolled there: the first paragraph on screen has the cursor.
  await paragraph(60).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const { press, click, steps } = counted(page)
  await press('e')
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('Read to here. ')
  await press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(steps()).toBeLessThanOrEqual(2)
  const text = async () => {
    const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
    const params = { spaceId, pageId: pages[0]?.id ?? '' }
    const saved = await callApi(api.spaceContent.page, { params, query: { format: 'markdown' } })
    return 'markdown' in saved ? (saved.markdown ?? '') : ''
  }
  expect(await text()).toMatch(/Read to here\. Paragrph (59|60|61) of/)

  // Clicked there: the clicked paragraph has the cursor.
  await page.goto(`/s/${spaceId}`)
  await paragraph(30).scrollIntoViewIfNeeded()
  await click(paragraph(30))
  await press('e')
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('Clicked here. ')
  await press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(await text()).toContain('Clicked here. Paragrph 30 of')
})

test('two pages are edited and a review is requested with seven keys and clicks', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', ['Install', 'Operate'])
  await callApi(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
  await seed.members('review', 'ben')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}`)
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('Install')
  const { press, click, steps } = counted(page)
  await press('e')
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('First edit. ')
  await press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await click(page.getByRole('treegrid', { name: 'Pages' }).getByRole('link', { name: 'Operate' }))
  await expect(source(page)).toContainText('All about Operate')
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('Second edit. ')
  await press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await click(page.getByRole('link', { name: 'Ask for review' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('ben')
  await expect(dialog.getByRole('option', { name: /ben/ })).toBeVisible()
  await press('Enter')
  await press('Control+Enter')
  await expect(page.getByText('Requested a review from ben')).toBeVisible()
  expect(steps()).toBeLessThanOrEqual(7)
  const request = await callApi(api.changeRequests.get, { params: { spaceId, changeRequestId: '1' } })
  expect(request.status).toBe('open')
})
