import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type Call, expect } from './fixtures.ts'

/** The text in the visual editor. */
export const text = (page: Page) => page.getByRole('textbox', { name: 'Page text' })

/** A page with this text, and its text as it is stored now. */
export async function pageWith(callApi: Call, spaceId: string, markdown: string) {
  const changes = [{ operation: 'insert_page' as const, title: 'Terminal block', document: { markdown } }]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const pageId = pages.find(({ title }) => title === 'Terminal block')?.id ?? ''
  const params = { spaceId, pageId }
  const stored = async () => {
    const read = await callApi(api.spaceContent.page, { params, query: { format: 'markdown' } })
    return read.type === 'document' ? read.markdown : undefined
  }
  return { pageId, stored }
}

/** Browsers report a moved cursor a moment later, and the editor types where it knows the cursor to be. */
export async function moveToEnd(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('End')
    const isAtEnd = () => {
      const selection = getSelection()
      return selection?.anchorOffset === selection?.anchorNode?.textContent?.length
    }
    expect(await page.evaluate(isAtEnd)).toBe(true)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    expect(await page.evaluate(isAtEnd)).toBe(true)
  }).toPass()
}

/** Selects a word with a double-click. */
export async function selectWord(page: Page, word: string): Promise<void> {
  const { x, y } = await text(page).evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at < 0) continue
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      const box = range.getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    throw new Error(`“${wanted}” is not in the text`)
  }, word)
  await page.mouse.dblclick(x, y)
}
