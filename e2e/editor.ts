import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { row } = treeNamed('Pages')

export const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown' })
export const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' })

export const lines = (page: Page): Locator => source(page).locator('.cm-line')

/** Opens a page in the editor, with an empty text under the cursor. */
export async function write(page: Page, title: string, text = ''): Promise<void> {
  await row(page, title).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText(title)
  await page.keyboard.press('e')
  await expect(source(page)).toBeVisible()
  await source(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  if (text !== '') await page.keyboard.insertText(text)
}

/** Saves and waits until the editor has taken in what the service made of it. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
}

/** What the browser refused to run or to style. */
export function violations(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(error.message))
  return found
}
