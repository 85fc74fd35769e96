import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { row } = treeNamed('Pages')

export const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown' })
export const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' })

export const lines = (page: Page): Locator => source(page).locator('.cm-line')

/** Opens a page in the editor and replaces its text. */
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

/** Saves and waits until the editor shows the saved version. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
}

/** Chooses that the text is only saved on request. */
export async function saveOnRequest(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Saves as you type|Saved )/ }).click()
  await page.getByRole('menuitemradio', { name: /^When I press Save/ }).click()
  await expect(page.getByText('Saves when you press Save')).toBeVisible()
}

/** Blocks WebSockets, as some proxies do: text is saved through the API then, and not shared while it is typed. */
export const blockSockets = (page: Page): Promise<void> =>
  page.routeWebSocket(/\/coediting/, (socket) => void socket.close({ code: 1011 }))

/** Opens connections for editing together, but nothing that is typed leaves the browser over them. Returns how many messages did not. */
export async function swallowUpdates(page: Page): Promise<() => number> {
  let count = 0
  await page.routeWebSocket(/\/coediting/, (socket) => {
    const service = socket.connectToServer()
    socket.onMessage((message) => {
      if (typeof message === 'string') service.send(message)
      else count++
    })
  })
  return () => count
}

/** Collects page errors and content security policy violations. */
export function violations(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) messages.push(message.text())
  })
  page.on('pageerror', (error) => messages.push(error.message))
  return messages
}
