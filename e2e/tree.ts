import type { Locator, Page } from '@playwright/test'

/** Locators and actions for a tree of the dashboard. */
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

    /** Chooses an item from the menu of a row. */
    async choose(page: Page, title: string, item: string): Promise<void> {
      await row(page, title).hover()
      await page.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    },

    /** Drags a row onto another one; `part` is the drop point from 0 (its top) to 1 (its bottom). */
    async drag(page: Page, title: string, to: string, part: number): Promise<void> {
      const from = await row(page, title).getByRole('link').boundingBox()
      const target = await row(page, to).boundingBox()
      if (!from || !target) throw new Error('The rows are not on screen')
      await page.mouse.move(from.x + 10, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(from.x + 14, from.y + from.height / 2 + 8, { steps: 3 })
      await page.mouse.move(from.x + 14, target.y + target.height * part, { steps: 8 })
      await page.mouse.up()
    },
  }
}
