import { expect, test } from './fixtures.ts'
import { pageWith, text } from './visual-page.ts'

const BLOCKS = 1500

const paragraphs = Array.from({ length: BLOCKS }, (_, nth) => `Wire ${nth} goes to terminal ${nth}.`)

test('a very long page is laid out near the screen only, and is whole for the keyboard, search and saving', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, paragraphs.join('\n\n'))
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const block = (nth: number) => text(page).locator('> p').nth(nth)
  await expect(text(page).locator('> p')).toHaveCount(BLOCKS)
  await expect(block(BLOCKS - 1)).toHaveAttribute('hidden', 'until-found')

  // Scrolling shows what comes near, and leaves out what is far then.
  await block(700).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(block(700)).toBeVisible()
  await expect(block(10)).toHaveAttribute('hidden', 'until-found')

  // The search of the browser announces what it found.
  await block(1300).evaluate((element) => element.dispatchEvent(new Event('beforematch', { bubbles: true })))
  await expect(block(1300)).toBeVisible()

  await block(701).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' The end.')
  await expect(block(BLOCKS - 1)).toHaveText(`Wire ${BLOCKS - 1} goes to terminal ${BLOCKS - 1}. The end.`)
  await expect(block(BLOCKS - 1)).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('First: ')
  await expect(block(0)).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(block(0)).toHaveText('Wire 0 goes to terminal 0.')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  const expected = `${paragraphs.join('\n\n')} The end.`
  await expect.poll(stored).toBe(expected)

  // Everything can be selected, and a short page has nothing left out.
  await page.keyboard.press('ControlOrMeta+Shift+End')
  await page.keyboard.type('Nothing but this.')
  await expect(text(page).locator('> p')).toHaveCount(1)
  await expect(text(page).locator('> [hidden]')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text(page).locator('> p')).toHaveCount(BLOCKS)
})
