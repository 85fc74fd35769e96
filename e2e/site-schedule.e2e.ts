import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const HOUR_MS = 3_600_000

test('a change of a site is scheduled, shown with its time zone, canceled and restored by undo', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Docs', ['Alpha'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  const schedule = page.getByRole('region', { name: 'Scheduled' })
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Time zone:')
  await expectAccessible(page)
  await dialog
    .getByRole('textbox', { name: 'Date and time' })
    .or(dialog.getByLabel('Date and time'))
    .fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Schedule change' }).click()
  await expect(dialog).toContainText('Choose a time in the future')
  const later = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 16)
  await dialog.getByLabel('Date and time').fill(later)
  await dialog.getByLabel('Change', { exact: true }).selectOption({ label: 'Change the audience' })
  await dialog.getByLabel('Audience').selectOption({ label: 'Unlisted' })
  await dialog.getByRole('button', { name: 'Schedule change' }).click()

  const row = schedule.getByRole('listitem').filter({ hasText: 'Change the audience to “Unlisted”' })
  await expect(row.getByRole('time').or(row.locator('time'))).toContainText('(')
  await expectAccessible(page)
  await row.getByRole('button', { name: /Cancel/ }).click()
  await expect(row).toBeHidden()
  await page.keyboard.press('z')
  await expect(row).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)
})

test('unpublishing and the plan are scheduled where they are done', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const url = await seed.publish(siteId)
  const beta = (await callApi(api.siteSections.list, { params })).items.at(-1)?.id ?? ''
  await callApi(api.sitePlans.addSteps, {
    params,
    body: { changes: [{ type: 'delete-section', id: beta }] },
  })
  await signInAs('admin')
  const dialog = page.getByRole('dialog', { name: 'Schedule a change' })
  const openSchedule = async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  }
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/redirects`)
  await openSchedule()
  await expect(dialog.getByLabel('Change', { exact: true })).toHaveValue('unpublish')
  await expect(dialog).toContainText('Everyone loses access')
  await expect(dialog).toContainText('both pages at')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'More options' })).toBeFocused()

  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure?plan=true`)
  await expectAccessible(page)
  await openSchedule()
  await expect(dialog.getByLabel('Change', { exact: true })).toHaveValue('publish-plan')
  await dialog.getByRole('button', { name: 'Schedule change' }).click()
  await expect(dialog).toBeHidden()
  const { items } = await callApi(api.siteScheduledActions.list, { params })
  expect(items).toMatchObject([{ change: { type: 'publish-plan', redirect: true } }])

  await page.getByRole('button', { name: /^Publish 1 change/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish 1 change?' })
  await expect(question).toContainText(
    `Readers lose access to “Beta” and get a 404 for 1 page at ${url.replace(/^https?:\/\//, '')}beta.`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('a scheduled site is live at its time while its overview is open, and a failure says why', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const { organizationId } = seed
  const siteId = await seed.site('Docs', ['Alpha'])
  const { id: empty } = await callApi(api.sites.create, {
    params: { organizationId },
    body: { title: 'Empty' },
  })
  const at = (site: string) =>
    callApi(api.siteScheduledActions.create, {
      params: { organizationId, siteId: site },
      body: {
        change: { type: 'publish' },
        runsAt: new Date(Date.now() + 4000).toISOString(),
        timeZone: 'Europe/Amsterdam',
      },
    })
  await signInAs('admin')
  await page.goto(`/o/${organizationId}/sites/${siteId}`)
  await at(siteId)
  await at(empty)
  await expect(page.getByRole('region', { name: 'Scheduled' })).toContainText('Europe/Amsterdam')
  await expect(page.getByText('Live at')).toBeVisible({ timeout: 30_000 })
  await page.goto(`/o/${organizationId}/sites/${empty}`)
  const schedule = page.getByRole('region', { name: 'Scheduled' })
  await expect(schedule).toContainText('Publish the site failed', { timeout: 30_000 })
  await expect(schedule).toContainText('has no space to publish')
})
