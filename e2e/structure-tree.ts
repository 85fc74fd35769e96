import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The tree of a site’s structure. */
export const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Structure' })
export const row = (page: Page, title: string): Locator =>
  tree(page)
    .locator('[data-row]')
    .filter({ has: page.locator('.title', { hasText: new RegExp(`^${title}$`) }) })
export const libraryRow = (page: Page, title: string): Locator =>
  page.getByRole('tree', { name: 'Collections and spaces' }).getByRole('treeitem').filter({ hasText: title })
export const plan = (page: Page): Locator => page.getByRole('region', { name: 'Changes in this plan' })

/** Titles from top to bottom, each with its level: `Products 1`, `Alpha 2`. */
export const outline = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((line) => `${line.querySelector('.title')?.textContent} ${line.getAttribute('aria-level')}`),
    )

export async function expectOutline(pages: readonly Page[], ...expected: string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => outline(page)).toEqual(expected)
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on screen')
  return box
}

/** Drags an element by its middle to a part of a row: 0 is the upper edge of the row, 1 the lower one. */
export async function drag(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  const [a, b] = [await boxOf(from), await boxOf(to)]
  const x = a.x + 160
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, a.y + a.height / 2 + 8, { steps: 2 })
  await page.mouse.move(b.x + 240, b.y + b.height * part, { steps: 8 })
  await page.mouse.up()
}

/** The same by touch: hold until the drag begins, move, and lift. */
export async function dragByTouch(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const [a, b] = [await boxOf(from), await boxOf(to)]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const start = { x: a.x + 120, y: a.y + a.height / 2 }
  const end = { x: start.x, y: b.y + b.height * part }
  await touch('touchStart', start)
  await expect(page.locator('.drag-ghost')).toBeVisible()
  for (let step = 1; step <= 8; step++)
    await touch('touchMove', { x: end.x, y: start.y + ((end.y - start.y) * step) / 8 })
  await touch('touchEnd')
}

/** Options of a window on a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Drags a row by its middle to a part of another row; `stepsLeft` drags it that many levels up. */
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

/** A write of the structure: method, path below the site, and body. */
export type StructureRequest = {
  readonly method: string
  readonly path: string
  readonly ifMatch: string | undefined
  readonly body: unknown
}

/** Collects the writes of a site’s structure from now on. */
export function structureRequests(page: Page, siteId: string): StructureRequest[] {
  const requests: StructureRequest[] = []
  page.on('request', (request) => {
    const [, path] = new URL(request.url()).pathname.split(`/sites/${siteId}/`)
    if (path === undefined || request.method() === 'GET') return
    requests.push({
      method: request.method(),
      path,
      ifMatch: request.headers()['if-match'],
      body: request.postDataJSON(),
    })
  })
  return requests
}

/** The response to the next move of a single row. */
export const moveResponse = (page: Page) =>
  page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname.endsWith('/move') &&
      response.request().method() === 'POST' &&
      response.ok(),
  )

/** Resolves once a move is answered and the structure has been read again, so that the rows no longer change. */
export async function moveSettled(page: Page): Promise<void> {
  await moveResponse(page)
  const read = await page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname.endsWith('/structure') && response.request().method() === 'GET',
  )
  await read.finished()
}
