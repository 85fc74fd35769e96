import type { Locator, Page } from '@playwright/test'

/** A tree of the dashboard by its name, and what is done to its rows. */
export function treeNamed(name: string) {
  const tree = (page: Page): Locator => page.getByRole('treegrid', { name })
  const row = (page: Page, title: string): Locator =>
    tree(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) })
  return {
    tree,
    row,
    titles: (page: Page): Locator => tree(page).locator('a.title'),

    /** Opens the menu of a row and chooses from it. */
    async choose(page: Page, title: string, act: string): Promise<void> {
      await row(page, title).hover()
      await page.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: act, exact: true }).click()
    },

    /** A row taken by the mouse and let go over a part of another: 0 its upper edge, 1 its lower. */
    async drag(page: Page, title: string, to: string, part: number): Promise<void> {
      const from = await row(page, title).getByRole('link').boundingBox()
      const over = await row(page, to).boundingBox()
      if (!from || !over) throw new Error('The rows are not on screen')
      await page.mouse.move(from.x + 10, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(from.x + 14, from.y + from.height / 2 + 8, { steps: 3 })
      await page.mouse.move(from.x + 14, over.y + over.height * part, { steps: 8 })
      await page.mouse.up()
    },
  }
}
