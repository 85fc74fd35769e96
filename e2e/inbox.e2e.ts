import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Notifications' }).getByRole('row')
const inboxLink = (page: Page) => page.getByRole('link', { name: /^Inbox/ })

test('a mention is in the inbox of two windows right away, leads to the comment, and is then done', async ({
  page,
  callApi,
  seed,
  signInAs,
  openWindow,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/inbox`)
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const phone = await openWindow({ viewport: { width: 390, height: 844 } })
  await phone.goto(`/o/${seed.organizationId}/inbox`)
  await expect(phone.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()

  const { items } = await callApi(api.members.list, { params: { organizationId: seed.organizationId } })
  const rita = items.find(({ user }) => user.displayName === 'Rita edit')
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  await callApi(api.spaceComments.create, {
    params: { spaceId },
    body: {
      body: { markdown: `Which bit, [@Rita](/users/${rita?.id})?` },
      page: pages[0]?.id ?? '',
    },
  })
  for (const window of [page, phone]) {
    await expect(rows(window)).toHaveCount(1)
    await expect(rows(window)).toContainText('mentioned you')
    await expect(rows(window)).toContainText('Which bit, @Rita?')
  }
  await expect(inboxLink(page)).toHaveText(/1/)
  await expectNoOverflow(phone)
  await expectAccessibleInBothThemes(page)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Comments on this page' })).toContainText('Which bit')
  await expect(phone.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
  await expect(inboxLink(page)).not.toHaveText(/1/)
})

test('by keyboard, notifications are done, undone, snoozed and muted', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', [])
  await signInAs('edit')
  const { items } = await callApi(api.members.list, { params: { organizationId: seed.organizationId } })
  const rita = items.find(({ user }) => user.displayName === 'Rita edit')
  for (const text of ['First', 'Second', 'Third'])
    await callApi(api.spaceComments.create, {
      params: { spaceId },
      body: { body: { markdown: `${text} [@Rita](/users/${rita?.id})` } },
    })
  await page.goto(`/o/${seed.organizationId}/inbox`)
  await expect(rows(page)).toHaveCount(3)
  const { keyboard } = page
  await keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await keyboard.press('e')
  await expect(rows(page)).toHaveCount(2)
  await keyboard.press('z')
  await expect(rows(page)).toHaveCount(3)

  await rows(page).filter({ hasText: 'Second' }).focus()
  await keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: /^Snooze/ })
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Snoozed', exact: true }).click()
  await expect(rows(page)).toContainText('Second')

  await page.getByRole('button', { name: 'Inbox', exact: true }).click()
  await rows(page).filter({ hasText: 'Third' }).focus()
  await keyboard.press('m')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('First')
})

test('what is followed automatically is chosen in the inbox', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/inbox`)
  await page.getByRole('button', { name: 'Follow automatically' }).click()
  const choice = page.getByRole('checkbox', { name: 'Pages and change requests that you edit' })
  await expect(choice).toBeChecked()
  await expectAccessibleInBothThemes(page)
  await choice.uncheck()
  await expect
    .poll(async () => {
      const params = { organizationId: seed.organizationId }
      return (await callApi(api.notificationSettings.get, { params })).follow
    })
    .toMatchObject({ authored: true, edited: false })
  await page.reload()
  await expect(choice).not.toBeChecked()
})
