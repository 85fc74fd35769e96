import { openWebhookReceiver, type ReceivedWebhook, verifiedEvent } from '#testing/webhook-receiver.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('an admin creates a webhook, receives signed events and reads the delivery log', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const receiver = await openWebhookReceiver()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('URL').fill('ftp://example.com')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect(dialog.getByText('Select at least one event')).toBeVisible()
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByLabel('Description').fill('Search index')
  await dialog.getByText('Collections', { exact: true }).click()
  await dialog.getByLabel('Collection created').check()
  await dialog.getByLabel('All events: Spaces').check()
  await expect(dialog.getByText('7 of', { exact: false })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()

  const created = page.getByRole('dialog', { name: 'Webhook created' })
  const secret = await created.getByRole('textbox', { name: 'signing secret' }).inputValue()
  await created.getByRole('button', { name: 'Copy signing secret' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/settings\/webhooks\/[A-Za-z0-9]+$/)
  await page.locator('.page-head').getByRole('button', { name: 'Send test event' }).click()
  const log = page.getByRole('grid', { name: 'Deliveries' })
  await expect(log.getByText('Delivered')).toBeVisible()
  await receiver.waitFor(1)

  receiver.respond = { status: 503, body: 'Down for maintenance' }
  await seed.collection('Manuals')
  await receiver.waitFor(2)
  const events = receiver.received.map((request) => verifiedEvent(request, secret))
  expect(events.map(({ type }) => type)).toEqual(['webhook.test', 'collection.created'])
  await expect(page.getByText('Deliveries are failing; the first one failed just now')).toBeVisible()
  await page.reload()
  const failing = log.getByRole('row', { name: /Collection created/ })
  await expect(failing.getByText('Waiting')).toBeVisible()
  await failing.getByText('Collection created').click()
  const detail = page.getByRole('dialog', { name: 'Collection created' })
  await expect(detail.getByRole('region', { name: 'Response' })).toHaveText('Down for maintenance')
  await expect(detail.getByRole('region', { name: 'Payload' })).toContainText('"collection.created"')
  await expectAccessibleInBothThemes(page)

  receiver.respond = { status: 204 }
  await detail.getByRole('button', { name: 'Done' }).click()
  // The one that failed may wait for minutes until it is tried again.
  await log.getByText('Test event').click()
  await page.getByRole('dialog', { name: 'Test event' }).getByRole('button', { name: 'Resend' }).click()
  const idOf = ({ headers }: ReceivedWebhook) => headers['webhook-id']
  const [first] = receiver.received.map(idOf)
  await expect.poll(() => receiver.received.map(idOf).filter((id) => id === first)).toHaveLength(2)
  await page.getByRole('dialog', { name: 'Test event' }).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Deliveries are failing')).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await receiver.close()
})

test('a webhook is disabled, enabled, given a new secret and deleted', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const { webhooks } = (await import('#contract/api.ts')).api
  const webhook = await callApi(webhooks.create, {
    params: { organizationId: seed.organizationId },
    body: { url: 'https://hooks.example.com/lectern', events: ['site.published'] },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/webhooks/${webhook.id}`)
  const menu = page.getByRole('button', { name: /hooks\.example\.com\/lectern/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Disable…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable webhook' }).click()
  await page.getByRole('button', { name: 'Enable webhook' }).click()
  await expect(page.locator('.page-head').getByText('Enabled')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Replace secret…' }).click()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  const replaced = page.getByRole('dialog', { name: 'Secret replaced' })
  await expect(replaced.getByRole('textbox', { name: 'signing secret' })).not.toHaveValue(webhook.secret)
  await replaced.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /hooks\.example\.com\/lectern/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})

test('people who are not admins cannot manage webhooks', async ({ page, seed, signInAs }) => {
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/settings/webhooks`)
  await expect(page.getByText('Only admins can manage webhooks')).toBeVisible()
})

test('a webhook is limited to one space', async ({ page, seed, signInAs, expectAccessible }) => {
  const receiver = await openWebhookReceiver()
  await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/webhooks?dialog=new`)
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('Events of').selectOption('Guide')
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByLabel('All events: Spaces').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('6 events of “Guide”')).toBeVisible()
  await receiver.close()
})
