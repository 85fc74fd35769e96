import type { Locator, Page } from '@playwright/test'

/** Twenty rows per frame, like a fast fling. */
const SCROLL_STEP_PX = 720
const ROW_HEIGHT_PX = 36

export const treeOf = (page: Page, name: string): Locator => page.getByRole('treegrid', { name })

export function scrollThrough(page: Page): Promise<void> {
  return page.evaluate(async (step) => {
    const scroller = document.querySelector('.tree')?.closest('.scroll')
    if (!scroller) throw new Error('The tree scrolls in nothing')
    const end = scroller.scrollHeight - scroller.clientHeight
    await new Promise<void>((done) => {
      const scrollTo = (top: number) => {
        scroller.scrollTop = top
        if (top >= end) return done()
        requestAnimationFrame(() => scrollTo(top + step))
      }
      scrollTo(0)
    })
    scroller.scrollTop = 0
  }, SCROLL_STEP_PX)
}

/** Drags the fourth row down across others, held near the lower edge where the tree scrolls automatically. */
export async function dragAcross(page: Page, name: string, rows: number): Promise<void> {
  const row = treeOf(page, name).locator('[data-row]').nth(3)
  const box = await row.boundingBox()
  if (!box) throw new Error('The row is not on screen')
  const x = box.x + 160
  await page.mouse.move(x, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 4, box.y + box.height, { steps: 4 })
  await page.mouse.move(x + 4, 860, { steps: 30 })
  const scrolled = () =>
    page.evaluate(() => document.querySelector('.tree')?.closest('.scroll')?.scrollTop ?? 0)
  for (let i = 0; (await scrolled()) < rows * ROW_HEIGHT_PX; i++) {
    if (i > 2000) throw new Error('The tree does not scroll while a row is dragged')
    await page.mouse.move(x + (i % 3), 860 + (i % 2))
  }
  await page.mouse.up()
}

export async function selectRows(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('.tree')?.closest('.scroll')?.scrollTo(0, 0))
  await page.keyboard.press('j')
  for (let i = 0; i < 40; i++) await page.keyboard.press('Shift+ArrowDown')
}
