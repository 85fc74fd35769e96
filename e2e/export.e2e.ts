import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { readZipArchive } from '../src/testing/archives.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { admin, startService } from './service.ts'

/** Runs an action that downloads a file and reads it. */
async function downloadFrom(
  page: Page,
  action: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()])
  expect(await download.failure()).toBeNull()
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const chooseMenuItem = async (page: Page, button: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const filesIn = async ({ bytes }: { bytes: Buffer }): Promise<string[]> =>
  Object.keys(await readZipArchive(bytes)).sort()

test('a reader exports a space as Markdown, and the space or a page as PDF', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  test.setTimeout(150_000)
  const spaceId = await seed.space('Harbour', ['Mooring', 'Fees'])
  await signInAs('read')
  await page.goto(`/s/${spaceId}`)
  await expect(page.getByRole('heading', { name: 'Mooring', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Markdown of the space',
    'PDF of the space',
    'PDF of this page',
  ])
  await expectAccessible(page)
  const zip = await downloadFrom(page, () =>
    page.getByRole('menuitem', { name: 'Markdown of the space' }).click(),
  )
  expect(zip.name).toBe('Harbour.zip')
  expect(await filesIn(zip)).toEqual(['README.md', 'SUMMARY.md', 'fees.md'])
  await expect(page.getByText('Exporting “Harbour”')).toBeVisible()

  const whole = await downloadFrom(page, async () => {
    await chooseMenuItem(page, 'Export', 'PDF of the space')
    await expect(page.getByText('Creating the PDF of “Harbour”')).toBeVisible()
  })
  expect([whole.name, whole.bytes.subarray(0, 5).toString()]).toEqual(['Harbour.pdf', '%PDF-'])
  await expect(page.getByText('Downloaded the PDF of “Harbour”')).toBeVisible()
  await expect(page.getByText('Creating the PDF of “Harbour”')).toHaveCount(0)

  const one = await downloadFrom(page, () => chooseMenuItem(page, 'Page actions', 'Download as PDF'))
  expect([one.name, one.bytes.subarray(0, 5).toString()]).toEqual(['Mooring.pdf', '%PDF-'])
  expect(one.bytes.length).toBeLessThan(whole.bytes.length)
})

test('a collection and an organization export as zip files with a folder per space', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const collectionId = await seed.collection('Quays')
  const inside = await seed.space('North quay', ['Cranes'])
  await callApi(api.spaces.move, { params: { spaceId: inside }, body: { parent: collectionId } })
  await seed.space('Beacons', ['Red'])
  await signInAs('admin')

  await page.goto(`/o/${seed.organizationId}/collections/${collectionId}`)
  const ofCollection = await downloadFrom(page, () =>
    chooseMenuItem(page, 'Actions for Quays', 'Export as Markdown'),
  )
  expect(ofCollection.name).toBe('Quays.zip')
  expect(await filesIn(ofCollection)).toEqual(['North quay/README.md', 'North quay/SUMMARY.md'])

  await page.goto(`/o/${seed.organizationId}/settings/general`)
  const action = page.getByRole('button', { name: 'Export as Markdown' })
  await expect(action).toBeVisible()
  await expectAccessible(page)
  await action.focus()
  const all = await downloadFrom(page, () => page.keyboard.press('Enter'))
  expect(await filesIn(all)).toEqual([
    'Beacons/README.md',
    'Beacons/SUMMARY.md',
    'Quays/North quay/README.md',
    'Quays/North quay/SUMMARY.md',
  ])
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('the export menu is available and nothing overflows horizontally', async ({
    page,
    seed,
    signInAs,
  }) => {
    const spaceId = await seed.space('Installation guide for harbour masters', ['Mooring'])
    await signInAs('admin')
    await page.goto(`/s/${spaceId}`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'PDF of this page' })).toBeVisible()
    await expectNoOverflow(page)
  })
})

test('without Chromium, an export to PDF explains how to configure it', async ({ page }) => {
  test.setTimeout(120_000)
  const service = await startService({
    LECTERN_CHROMIUM: '/nowhere/chromium',
    LECTERN_ADMIN_EMAIL: admin.email,
    LECTERN_ADMIN_PASSWORD: admin.password,
    LECTERN_ADMIN_TOKEN: admin.token,
  })
  try {
    const transport = fetchTransport(service.baseUrl, { authorization: `Bearer ${admin.token}` })
    const { id } = await call(transport, api.organizations.create, { body: { title: 'Halden Energy' } })
    const params = { organizationId: id }
    const space = await call(transport, api.spaces.create, { params, body: { title: 'Harbour' } })
    const data = { email: admin.email, password: admin.password }
    const headers = { 'x-lectern': '1' }
    await page.request.post(`${service.baseUrl}/auth/sign-in`, { headers, data })
    await page.goto(`${service.baseUrl}/s/${space.id}`)
    await chooseMenuItem(page, 'Export', 'PDF of the space')
    const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t create the PDF of “Harbour”' })
    await expect(notice).toContainText('set LECTERN_CHROMIUM')
  } finally {
    await service.stop()
  }
})
