import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { blockSockets, lines, saveOnRequest, source, swallowUpdates, violations } from './editor.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import { admin } from './service.ts'

/** A space with one page, opened in the editor. */
async function openEditor(page: Page, seed: Seed, callApi: Call) {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const params = { spaceId }
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const pageId = pages[0]?.id ?? ''
  await page.goto(`/s/${spaceId}/p/${pageId}/edit`)
  await expect(source(page)).toContainText('All about Wiring.')
  const stored = async () => {
    const one = await callApi(api.spaceContent.page, { params: { ...params, pageId }, query: {} })
    return one.type === 'document' ? (one.markdown ?? '') : ''
  }
  const revisions = async () => (await callApi(api.revisions.list, { params, query: {} })).count ?? 0
  return { spaceId, params, pageId, stored, revisions }
}

/** Puts the cursor at the end of a line of the Markdown. */
async function goToLine(page: Page, line: string): Promise<void> {
  await lines(page).filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
}

test('text is saved as I type: one revision, an undo that still works, and a cursor that does not move', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const errors = violations(page)
  await signInAs('admin')
  const { spaceId, stored, revisions } = await openEditor(page, seed, callApi)
  const before = await revisions()
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' One')
  await expect(page.getByText('Saving…')).toBeVisible()
  await expect(page.getByText(/^Saved \d+ s ago/)).toBeVisible()
  expect(await stored()).toContain('All about Wiring. One')
  // The cursor is still there, and a save later, undo takes back what was typed before.
  await page.keyboard.type(' two')
  await expect.poll(stored).toContain('All about Wiring. One two\n')
  await expectAccessible(page)
  await page.keyboard.press('Control+z')
  await expect(source(page)).not.toContainText('two')
  await page.keyboard.type(' three')
  // Leaving sends what is missing, without a question.
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('three')
  expect(await stored()).toContain('All about Wiring. One three')
  expect(await revisions()).toBe(before + 1)
  await page.goto(`/s/${spaceId}/history`)
  await expect(page.getByRole('navigation', { name: 'Revisions' }).getByRole('listitem')).toHaveCount(
    before + 1,
  )
  expect(errors).toEqual([])
})

test('text typed offline stays on this device and is sent when the connection is back', async ({
  page,
  seed,
  callApi,
  signInAs,
  context,
}) => {
  await signInAs('admin')
  const { stored } = await openEditor(page, seed, callApi)
  await context.setOffline(true)
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' Offline.')
  await expect(page.getByText('Offline: your changes are kept on this device').first()).toBeVisible()
  await page.keyboard.type(' More.')
  await context.setOffline(false)
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(await stored()).toContain('All about Wiring. Offline. More.')
})

test('text typed while the session ends is sent after signing in again', async ({
  page,
  seed,
  callApi,
  signInAs,
  context,
}) => {
  await signInAs('admin')
  const { stored } = await openEditor(page, seed, callApi)
  await goToLine(page, 'All about Wiring.')
  await context.clearCookies()
  await page.keyboard.insertText(' After the end.')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(source(page)).toContainText('All about Wiring. After the end.')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(await stored()).toContain('All about Wiring. After the end.')
})

test('a tab that is closed right after typing still sends the text', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  await signInAs('admin')
  const { stored } = await openEditor(page, seed, callApi)
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' Last words.')
  await page.goto('about:blank')
  await expect.poll(stored).toContain('All about Wiring. Last words.')
})

test('a tab that is closed before its connection sends the last words sends them in a request', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  await signInAs('admin')
  const swallowed = await swallowUpdates(page)
  const { spaceId, pageId, stored } = await openEditor(page, seed, callApi)
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' Last')
  await expect.poll(swallowed).toBeGreaterThan(0)
  await page.keyboard.type(' words.')
  expect(await stored()).not.toContain('Last')
  await page.goto('about:blank')
  await expect.poll(stored).toContain('All about Wiring. Last words.')
  // The draft in the browser has them, too, and adds nothing.
  await page.goto(`/s/${spaceId}/p/${pageId}/edit`)
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect(lines(page).filter({ hasText: 'Last' })).toHaveText(['All about Wiring. Last words.'])
})

test('a conflict pauses saving without interrupting me, until I resolve it', async ({
  page,
  seed,
  callApi,
  signInAs,
  blockChangeStream,
}) => {
  await signInAs('admin')
  await blockChangeStream()
  await blockSockets(page)
  const { params, pageId, stored } = await openEditor(page, seed, callApi)
  const markdown = (await stored()).replace('All about Wiring.', 'All about cables.')
  await callApi(api.spaceContent.edit, {
    params,
    body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown } }] },
  })
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' Mine.')
  await expect(page.getByText('Not saved: conflict')).toBeVisible()
  await page.keyboard.type(' Still typing.')
  await expect(source(page)).toContainText('All about Wiring. Mine. Still typing.')
  await page.getByRole('button', { name: 'Resolve conflict' }).click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(await stored()).toContain('All about Wiring. Mine. Still typing.')
})

test('Save completes the revision also while it is not known yet that the text can’t be shared', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  await signInAs('admin')
  await blockSockets(page)
  const { stored, revisions } = await openEditor(page, seed, callApi)
  const before = await revisions()
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' First.')
  await page.keyboard.press('Control+s')
  await expect.poll(stored).toContain('First.')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.keyboard.type(' Second.')
  await expect.poll(stored).toContain('Second.')
  expect(await revisions()).toBe(before + 2)
})

test('I can save on request instead, and that is remembered', async ({ page, seed, callApi, signInAs }) => {
  await signInAs('admin')
  const { stored } = await openEditor(page, seed, callApi)
  await saveOnRequest(page)
  await page.reload()
  await expect(page.getByText('Saves when you press Save')).toBeVisible()
  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' Draft.')
  await page.waitForTimeout(3000)
  await expect(page.getByText('Not saved yet')).toBeVisible()
  expect(await stored()).not.toContain('Draft.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(await stored()).toContain('Draft.')
})
