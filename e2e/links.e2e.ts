import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const section = (page: Page, title: string): Locator => page.getByRole('region', { name: title })
const chooseFix = async (page: Page, text: string, action: string): Promise<void> => {
  await page
    .getByRole('button', { name: `More ways to fix “${text}”` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('broken links are fixed one by one or all matching ones, or removed, and a fix can be undone', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const params = { spaceId }
  const insert = (title: string, markdown: string) => ({
    operation: 'insert_page' as const,
    title,
    document: { markdown },
  })
  const created = await callApi(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        insert('Start', 'See [the wires](old/wiring.md) and [nothing](qqq.md). [Out](https://example.org)'),
        insert('Next', 'Again [wires](old/wiring.md).'),
      ],
    },
  })
  const [start, next] = created.changes.map((change) =>
    change.object === 'created_page' ? change.page.id : '',
  )
  const text = async (pageId = '') => {
    const read = await callApi(api.spaceContent.page, { params: { spaceId, pageId }, query: {} })
    return read.type === 'document' ? read.markdown?.trim() : undefined
  }
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/links`)
  await expect(section(page, 'Start')).toContainText('the wires')
  await expect(section(page, 'Start')).toContainText('old/wiring.md')
  await expect(page.getByRole('button', { name: /^Broken 2$/ })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  await section(page, 'Next').getByRole('button', { name: 'Link to “Wiring”' }).click()
  await expect(section(page, 'Next')).toBeHidden()
  expect(await text(next)).toBe('Again [wires](/wiring.md).')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(section(page, 'Next')).toBeVisible()
  expect(await text(next)).toBe('Again [wires](old/wiring.md).')

  await chooseFix(page, 'the wires', 'Link to “Wiring” in all 2…')
  // Pages that were created by the same commit have no order.
  await expect(page.getByRole('alertdialog')).toContainText(
    /Affected pages: (“Start”, “Next”|“Next”, “Start”)\./,
  )
  await page.getByRole('button', { name: 'Change 2 links' }).click()
  await expect(section(page, 'Next')).toBeHidden()
  expect(await text(next)).toBe('Again [wires](/wiring.md).')
  await chooseFix(page, 'nothing', 'Remove the link')
  await expect(page.getByText('No broken links')).toBeVisible()
  expect(await text(start)).toBe('See [the wires](/wiring.md) and nothing. [Out](https://example.org)')
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Working/ }).click()
  await expect(section(page, 'Start')).toContainText('https://example.org')
  await page.reload()
  await expect(section(page, 'Start')).toContainText('https://example.org')
})

test('in a locked space a fix creates a change request, and a request lists the links it breaks', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const params = { spaceId }
  const changes = [
    {
      operation: 'insert_page' as const,
      title: 'Start',
      document: { markdown: '[wires](old/wiring.md) [w](wiring.md)' },
    },
  ]
  await callApi(api.spaceContent.edit, { params, body: { changes } })
  await callApi(api.spaces.update, { params, body: { editMode: 'locked' } })
  await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/s/${spaceId}/links`)
  await expect(section(page, 'Start')).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Link to “Wiring”' }).click()
  await expect(page.getByText('Fixed 1 link in change request #1')).toBeVisible()

  const { pages } = await callApi(api.spaceContent.pages, { params })
  const wiring = pages.find(({ title }) => title === 'Wiring')?.id ?? ''
  await callApi(api.changeRequestContent.edit, {
    params: { spaceId, changeRequestId: '1' },
    body: { changes: [{ operation: 'delete_page', page: wiring }] },
  })
  await page.goto(`/s/${spaceId}/changes/1/links`)
  await expect(section(page, 'Start')).toContainText('wires')
  await expectAccessible(page)
})

test('a reader sees broken links without a way to fix them', async ({ page, seed, callApi, signInAs }) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const changes = [
    { operation: 'insert_page' as const, title: 'Start', document: { markdown: '[wires](old/wiring.md)' } },
  ]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await signInAs('read')
  await page.goto(`/s/${spaceId}/links`)
  await expect(section(page, 'Start')).toContainText('wires')
  await expect(page.getByRole('button', { name: /Link to/ })).toBeHidden()
  await page.getByRole('region', { name: 'Start' }).getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible()
})
