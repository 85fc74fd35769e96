import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { pageIdsByTitle, signInReviewer } from './change-requests.ts'
import { emailOf, expect, test } from './fixtures.ts'

const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const reviewers = (page: Page) => page.getByRole('region', { name: 'Reviewers' })

/** Approves with the dialog, as it is opened in the merge box. */
async function approve(page: Page): Promise<void> {
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: /^Review/ })
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(dialog).toHaveCount(0)
}

test('an author, the owner of a path and a team bring a request to its merge, and a mention arrives by email', async ({
  page,
  callApi,
  seed,
  service,
  signInAs,
  openWindow,
}) => {
  // Emails are sent a minute after the first thing that they are about.
  test.slow()
  const { organizationId } = seed
  const spaceId = await seed.space('Guide', ['Torque'])
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const anonymous = { storageState: { cookies: [], origins: [] } }
  const [ada, ben] = [await openWindow(anonymous), await openWindow(anonymous)]
  const adaId = await signInReviewer(ada.request, callApi, seed, 'ada')
  const benId = await signInReviewer(ben.request, callApi, seed, 'ben')
  await callApi(api.teams.create, {
    params: { organizationId },
    body: { title: 'Support', members: [benId] },
  })
  await callApi(api.mergeRules.setForSpace, {
    params: { spaceId },
    body: {
      rules: [
        { rule: 'require_at_least_one_approved_review', count: 2 },
        { rule: 'require_path_owners', owners: [{ pattern: '/torque', users: [adaId] }] },
      ],
    },
  })

  // The author asks the owner and a team, and mentions the owner.
  await signInAs('review')
  await page.goto(`/s/${spaceId}`)
  const headers = { 'x-lectern': '1' }
  const base = `/v1/spaces/${spaceId}/change-requests`
  await page.request.post(base, { headers, data: { subject: 'New torque' } })
  const edit = async (markdown: string) => {
    const data = { changes: [{ operation: 'update_page', page: torque, document: { markdown } }] }
    expect((await page.request.post(`${base}/1/content`, { headers, data })).status()).toBe(200)
  }
  await edit('Tighten to 3.2 Nm.\n')
  const markdown = `[@ada](/users/${adaId}), is that your screw?`
  await page.request.post(`${base}/1/comments`, { headers, data: { page: torque, body: { markdown } } })
  await page.goto(`/s/${spaceId}/changes/1/overview`)
  await page.getByRole('button', { name: 'Ask for review' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Ask for a review/ })
  await dialog.getByRole('option', { name: 'ada' }).click()
  await dialog.getByRole('option', { name: 'Support' }).click()
  await dialog.getByRole('button', { name: 'Ask for review' }).click()
  await expect(box(page, 'Not ready to merge')).toContainText('Waiting for a review by Support')
  await expect(page.getByText('asked ada and Support for a review')).toBeVisible()

  // Both find it in their inbox, and their windows show each other’s reviews.
  await ben.goto(`/o/${organizationId}/inbox`)
  await ben.getByRole('link', { name: 'New torque' }).first().click()
  await expect(reviewers(ben)).toContainText('Support')
  await ada.goto(`/s/${spaceId}/changes/1/overview`)
  await expect(reviewers(ada)).toContainText('Support')
  await approve(ben)
  await expect(reviewers(ada)).not.toContainText('Support')
  await expect(reviewers(ada)).toContainText('Approved')
  await approve(ada)
  const ready = box(page, 'Ready to merge')
  await expect(ready).toBeVisible()

  // An edit makes the approvals stale, and both approve again.
  await edit('Tighten to 3.3 Nm.\n')
  await expect(ready).toHaveCount(0)
  await expect(box(page, 'Not ready to merge')).toContainText('0 of 2 approvals')
  await approve(ada)
  await expect(box(page, 'Not ready to merge')).toContainText('1 of 2 approvals')
  await approve(ben)
  await ready.getByRole('button', { name: 'Merge change request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge change request' }).click()
  await expect(page.getByText('Merged “New torque” into “Guide”')).toBeVisible()
  await expect(ada.getByRole('heading', { name: 'Merged', exact: true })).toBeVisible()

  const outbox = join(service.dataDir, 'outbox')
  const emailed = () =>
    readdirSync(outbox)
      .map((name) => readFileSync(join(outbox, name), 'utf8').replace(/=\r?\n/g, ''))
      .find((text) => text.includes(emailOf(seed, 'ada')) && text.includes('mentioned you'))
  await expect.poll(emailed, { timeout: 110_000, intervals: [2000] }).toBeDefined()
  const link = new RegExp(`${service.baseUrl}/s/${spaceId}/\\S+`).exec(emailed() ?? '')?.[0] ?? ''
  await ada.goto(link)
  await expect(ada.getByText('is that your screw?').first()).toBeVisible()
})
