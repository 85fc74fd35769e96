import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The structure of a site, as its view draws it. */
export const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Structure' })
export const row = (page: Page, title: string): Locator =>
  tree(page)
    .locator('[data-row]')
    .filter({ has: page.locator('.title', { hasText: new RegExp(`^${title}$`) }) })
export const onShelf = (page: Page, title: string): Locator =>
  page.getByRole('tree', { name: 'Collections and spaces' }).getByRole('treeitem').filter({ hasText: title })
export const plan = (page: Page): Locator => page.getByRole('region', { name: 'Changes in this plan' })

/** Titles from top to bottom, each with its level: `Products 1`, `Alpha 2`. */
export const outline = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => `${one.querySelector('.title')?.textContent} ${one.getAttribute('aria-level')}`),
    )

export async function expectOutline(pages: readonly Page[], ...wanted: string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => outline(page)).toEqual(wanted)
}

async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('It is not on screen')
  return box
}

/** Takes something by its middle to a part of a row: 0 is the upper edge of that, 1 the lower one. */
export async function drag(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  const [a, b] = [await boxOf(from), await boxOf(to)]
  const x = a.x + 160
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, a.y + a.height / 2 + 8, { steps: 2 })
  await page.mouse.move(b.x + 240, b.y + b.height * part, { steps: 8 })
  await page.mouse.up()
}

/** The same with a finger: held until the row is in the hand, moved, and lifted. */
export async function dragByTouch(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  const finger: CDPSession = await page.context().newCDPSession(page)
  const [a, b] = [await boxOf(from), await boxOf(to)]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const start = { x: a.x + 120, y: a.y + a.height / 2 }
  const end = { x: start.x, y: b.y + b.height * part }
  await touch('touchStart', start)
  await expect(page.locator('.drag-ghost')).toBeVisible()
  for (let step = 1; step <= 8; step++)
    await touch('touchMove', { x: end.x, y: start.y + ((end.y - start.y) * step) / 8 })
  await touch('touchEnd')
}

/** A window of a device that is used by fingers, signed in as the first one. */
export async function fingerWindow(browser: Browser, page: Page, width = 390): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  return context.newPage()
}

/** Drags a row by its middle to a part of another one, as deep as it is held unless some steps to the left. */
export async function dragRow(
  page: Page,
  from: string,
  to: string,
  part: number,
  stepsLeft = 0,
): Promise<void> {
  const [a, b] = [await boxOf(row(page, from)), await boxOf(row(page, to))]
  const x = a.x + 240
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, a.y + a.height / 2 + 8, { steps: 2 })
  await page.mouse.move(x - stepsLeft * 20, b.y + b.height * part, { steps: 8 })
  await page.mouse.up()
}

export const moveAnswered = (page: Page) =>
  page.waitForResponse(
    (answer) =>
      answer.url().includes('/structure/sort') && answer.request().method() === 'PATCH' && answer.ok(),
  )

/** A move is answered, and the structure was read again after it: what is shown then stays until somebody acts. */
export async function moveSettled(page: Page): Promise<void> {
  await moveAnswered(page)
  const read = await page.waitForResponse(
    (answer) => new URL(answer.url()).pathname.endsWith('/structure') && answer.request().method() === 'GET',
  )
  await read.finished()
}
