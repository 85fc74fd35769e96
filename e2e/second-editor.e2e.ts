import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { lines, save, saveOnRequest, source, violations } from './editor.ts'
import { type Call, expect, expectNoOverflow, test } from './fixtures.ts'

const saved = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })

/** Appends text to a line of the Markdown. */
async function append(page: Page, line: string, text: string): Promise<void> {
  await lines(page).filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

/** Saves a page as the admin, as if in another window: replaces one text by another. */
async function saveElsewhere(
  callApi: Call,
  spaceId: string,
  change: string | undefined,
  from: string,
  to: string,
) {
  const params = { spaceId }
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const pageId = pages[0]?.id ?? ''
  const query = {}
  const page =
    change === undefined
      ? await callApi(api.spaceContent.page, { params: { ...params, pageId }, query })
      : await callApi(api.changeRequestContent.page, {
          params: { ...params, changeRequestId: change, pageId },
          query,
        })
  const markdown = page.type === 'document' ? (page.markdown ?? '').replace(from, to) : ''
  const changes = [{ operation: 'update_page' as const, page: pageId, document: { markdown } }]
  if (change === undefined) await callApi(api.spaceContent.edit, { params, body: { changes } })
  else
    await callApi(api.changeRequestContent.edit, {
      params: { ...params, changeRequestId: change },
      body: { changes },
    })
}

for (const isRequest of [false, true])
  test(`what someone else saves appears while I edit the page, ${isRequest ? 'in a change request' : 'live'}`, async ({
    page,
    seed,
    callApi,
    signInAs,
    expectAccessibleInBothThemes,
  }) => {
    const browserErrors = violations(page)
    const spaceId = await seed.space('Guide', ['Wiring'])
    const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
    const request = isRequest
      ? await callApi(api.changeRequests.create, { params: { spaceId }, body: { subject: 'Rails' } })
      : undefined
    const change = request && String(request.number)
    await signInAs('edit')
    const editor = change
      ? `/s/${spaceId}/changes/${change}/pages/${pages[0]?.id}/edit`
      : `/s/${spaceId}/p/${pages[0]?.id}/edit`
    await page.goto(editor)
    await expect(source(page)).toContainText('All about Wiring.')

    // While I save as I type, the text is shared, and saves are no news.
    await expect(page.getByText('Saves as you type')).toBeVisible()
    await saveElsewhere(callApi, spaceId, change, 'Text.', 'Text from Git.')
    await expect(source(page)).toContainText('Text from Git.')
    const notice = saved(page, /saved this page/)
    await expect(notice).toHaveCount(0)
    await saveOnRequest(page)

    // Without changes of my own, the editor shows the new version.
    await saveElsewhere(callApi, spaceId, change, 'Text from Git.', 'Text from Ada.')
    await expect(source(page)).toContainText('Text from Ada.')
    await expect(notice).toContainText(/^(?!Someone else).* saved this page just now/)
    await expect(notice).toContainText('You see the latest version.')
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)

    // With changes of my own that I save on request, I choose when to merge.
    await append(page, 'All about Wiring.', ' Mine.')
    await saveElsewhere(callApi, spaceId, change, 'Text from Ada.', 'More from Ada.')
    await expect(notice).toContainText('Your draft doesn’t include it yet.')
    await expect(source(page)).not.toContainText('More from Ada.')
    await expectAccessibleInBothThemes(page)
    await notice.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changes since you started editing' })
    await expect(dialog).toContainText('More from Ada.')
    await expect(dialog).not.toContainText('Mine.')
    await expect(dialog.getByRole('heading')).toBeInViewport()
    await expect(dialog.locator('.md-text.is-ins').first()).not.toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    )
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await notice.getByRole('button', { name: 'Merge into my draft' }).click()
    await expect(source(page)).toContainText('More from Ada.')
    await expect(source(page)).toContainText('All about Wiring. Mine.')
    await expect(notice).toHaveCount(0)
    await expect(source(page)).toBeFocused()
    await save(page)
    await expect(notice).toHaveCount(0)

    // What both changed is asked right away.
    await append(page, 'More from Ada.', ' And me.')
    await saveElsewhere(callApi, spaceId, change, 'More from Ada.', 'Even more from Ada.')
    await notice.getByRole('button', { name: 'Merge into my draft' }).click()
    const conflict = page.getByRole('region', { name: 'Conflict' })
    await expect(conflict.getByRole('radio', { name: /^Even more from Ada\./ })).toBeAttached()
    await expect(conflict).not.toContainText('Someone else')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page)
    expect(browserErrors).toEqual([])
  })

test('a page that someone else deletes is reported while I edit it', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Mounting'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const [first = { id: '' }] = pages
  await signInAs('edit')
  await page.goto(`/s/${spaceId}/p/${first.id}/edit`)
  await append(page, 'All about Wiring.', ' Mine.')
  const params = { spaceId }
  const { revision } = await callApi(api.spaces.get, { params })
  const edit = (change: ContentChangeInput) =>
    callApi(api.spaceContent.edit, { params, body: { changes: [change] } })
  const notice = page.getByText('Your text is still here.')
  await edit({ operation: 'delete_page', page: first.id })
  await expect(notice).toBeVisible()
  await append(page, 'Mine.', ' And more.')
  await expect(page.getByText('Not saved yet')).toBeVisible()

  // It is saved again once the page is restored.
  await edit({ operation: 'revert_page', page: first.id, revision })
  await expect(notice).toHaveCount(0)
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await edit({ operation: 'delete_page', page: first.id })
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Save as a new page' }).click()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText(
    'All about Wiring. Mine. And more.',
  )
})
