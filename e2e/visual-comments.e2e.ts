import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { moveToEnd, pageWith, text } from './visual-page.ts'

const source = `Tighten the earth first.

- Then tighten the phases.
- Close the cover.

Check the torque at the end.
`

test('open threads are shown beside their blocks, follow the text, and are answered and resolved there', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide')
  const { pageId } = await pageWith(callApi, spaceId, source)
  const comment = (quote: string, markdown: string) =>
    callApi(api.spaceComments.create, {
      params: { spaceId },
      body: { page: pageId, quote, body: { markdown } },
    })
  await comment('Then tighten the phases', 'Which ones?')
  await comment('Close the cover', 'With two screws.')
  await comment('Check the torque', 'With which tool?')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const list = page.getByRole('button', { name: '2 comments on “Then tighten the phases.”' })
  const last = page.getByRole('button', { name: '1 comment on “Check the torque at the end.”' })
  await expect(list).toBeVisible()
  const isBeside = async (mark: typeof last, block: string) => {
    const [box, other] = [await mark.boundingBox(), await text(page).getByText(block).boundingBox()]
    return Math.abs((box?.y ?? 0) - (other?.y ?? 1000)) < 20
  }
  await expect.poll(() => isBeside(last, 'Check the torque')).toBe(true)

  await text(page).getByText('Tighten the earth first.').click()
  await moveToEnd(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Wear gloves.')
  await expect.poll(() => isBeside(last, 'Check the torque')).toBe(true)
  await text(page).getByText('Check the torque').click()
  await moveToEnd(page)
  await page.keyboard.type(' Twice.')
  await expect(last).toBeVisible()

  await list.click()
  const threads = page.getByRole('dialog', { name: /^Comments on/ })
  await expect(threads.getByRole('article', { name: /^Thread of/ })).toHaveCount(2)
  await expectAccessibleInBothThemes(page)
  const thread = threads.getByRole('article', { name: /^Thread of/ }).filter({ hasText: 'Which ones?' })
  await thread.getByRole('textbox').fill('L1 to L3.')
  await thread.getByRole('textbox').press('Enter')
  await expect(thread).toContainText('L1 to L3.')
  await thread.getByRole('button', { name: 'Resolve' }).click()
  await expect(threads.getByRole('article', { name: /^Thread of/ })).toHaveCount(1)
  const remaining = page.getByRole('button', { name: '1 comment on “Close the cover.”' })
  await expect(remaining).toBeVisible()
  await threads.getByRole('button', { name: 'Resolve' }).click()
  await expect(threads).toBeHidden()
  await expect(remaining).toBeHidden()
  await expect(text(page)).toBeFocused()
})
