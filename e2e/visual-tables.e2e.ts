import { save, violations } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { pageWith, text } from './visual-page.ts'

const grid = `<table><thead><tr><th width="160.5">Name</th><th  data-type="number">Price</th><th data-type="files">Files</th></tr></thead><tbody>
<tr><td>Beans</td><td align=center>12</td><td></td></tr>
<tr><td>Mills</td><td>80</td><td></td></tr>
</tbody></table>

*  last
`

test('columns of a table are aligned and get a width in their header, and nothing else of the table is written', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, grid)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const price = text(page).getByText('80', { exact: true })
  await expect(price).toHaveCSS('text-align', 'end')

  await page.getByRole('button', { name: 'Options of Price' }).click()
  const options = page.getByRole('dialog', { name: 'Column' })
  await expect(options.getByRole('button', { name: 'Start' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(price).toHaveCSS('text-align', 'start')
  await options.getByRole('spinbutton').fill('200')
  await page.keyboard.press('Enter')
  await expect(options).toBeHidden()
  await save(page)
  const aligned = before
    .replace('<th  data-type="number">', '<th width="200" align="left"  data-type="number">')
    .replace('<td align=center>', '<td>')
  expect(await stored()).toBe(aligned)

  const name = text(page).getByRole('columnheader').first()
  const edge = async () => {
    const box = await name.boundingBox()
    if (box === null) throw new Error('The header is not on screen')
    return { x: box.x + box.width - 1, y: box.y + box.height / 2, width: box.width }
  }
  const drag = async (by: number) => {
    const { x, y } = await edge()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y, { steps: 4 })
  }
  await drag(90)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await drag(90)
  await page.mouse.up()
  await save(page)
  const dragged = /<th width="(\d+)">Name/
  const width = Number(dragged.exec((await stored()) ?? '')?.[1])
  expect(width % 40).toBe(0)
  expect(width).toBeGreaterThan(161)
  expect((await stored())?.replace(dragged, '<th width="160.5">Name')).toBe(aligned)

  await page.getByRole('button', { name: 'Options of Name' }).click()
  await options.getByRole('spinbutton').fill('')
  await page.keyboard.press('Enter')
  await save(page)
  expect(await stored()).toBe(aligned.replace('<th width="160.5">Name', '<th>Name'))
  expect(browserErrors).toEqual([])
})

test('files are uploaded into a cell with its button, or by dropping or pasting them there', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const browserErrors = violations(page)
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, grid)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const row = (name: string) => text(page).getByRole('row').filter({ hasText: name })
  const choosing = page.waitForEvent('filechooser')
  await row('Beans').getByRole('button', { name: 'Upload a file to Files' }).click()
  const chooser = await choosing
  // The row moves while its file is on its way.
  await page.route('**/files', async (route) => {
    await expect(row('Beans').getByRole('progressbar', { name: 'Adding prices.csv' })).toBeVisible()
    await text(page).getByText('Beans').click()
    await page.keyboard.press('Alt+ArrowDown')
    await route.continue()
  })
  await chooser.setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expect(row('Beans').getByRole('button', { name: 'Remove prices.csv' })).toBeVisible()
  await page.unroute('**/files')

  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['c'], 'mill.txt', { type: 'text/plain' }))
    return transfer
  })
  await row('Beans')
    .getByRole('combobox', { name: 'Add a file to Files' })
    .evaluate((field) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['d'], 'shot.txt'))
      const paste = { clipboardData: transfer, bubbles: true, cancelable: true }
      field.dispatchEvent(new ClipboardEvent('paste', paste))
    })
  await row('Beans').getByRole('button', { name: 'Remove shot.txt' }).click()
  await expect(row('Beans').getByRole('button', { name: 'Remove prices.csv' })).toBeVisible()
  const cell = row('Mills').getByRole('combobox', { name: 'Add a file to Files' })
  await cell.dispatchEvent('dragover', { dataTransfer: data })
  await cell.dispatchEvent('drop', { dataTransfer: data })
  await expect(row('Mills').getByRole('button', { name: 'Remove mill.txt' })).toBeVisible()
  await save(page)
  const link = (name: string) => new RegExp(`<td><a href="[^"]+">${name}</a></td></tr>`)
  const written = (await stored()) ?? ''
  const [first, beans, mills] = before.split('\n')
  const rows = written.split('\n')
  expect(rows[1]?.replace(link('mill.txt'), '<td></td></tr>')).toBe(mills)
  expect(rows[2]?.replace(link('prices.csv'), '<td></td></tr>')).toBe(beans)
  expect(rows[1]).toMatch(link('mill.txt'))
  expect(rows[2]).toMatch(link('prices.csv'))
  expect(rows[0]).toBe(first)
  expect(browserErrors).toEqual([])
})

test('a card is dragged to another place of its grid, Escape cancels, and undo moves it back', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const browserErrors = violations(page)
  const rows = ['Beans', 'Mills', 'Cups'].map((name) => `<tr ><td><b>${name}</b></td></tr>`)
  const table = (order: readonly number[]) =>
    `<table data-view="cards"><thead><tr><th></th></tr></thead><tbody>\n${order.map((index) => rows[index]).join('\n')}\n</tbody></table>\n`
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, table([0, 1, 2]))
  const before = await stored()
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const cards = text(page).locator('.card')
  const names = () => cards.locator('strong').allTextContents()
  const dragOver = async (from: number, to: number, part: 0.2 | 0.8) => {
    await cards.nth(from).getByRole('button', { name: 'Card options' }).hover()
    await page.mouse.down()
    const box = await cards.nth(to).boundingBox()
    if (box === null) throw new Error('The card is not on screen')
    const [x, y] = [box.x + box.width * part, box.y + box.height / 2]
    await page.mouse.move(x, y, { steps: 4 })
    // What is entered only gets an event with the next movement.
    await page.mouse.move(x + 1, y)
  }
  await dragOver(2, 0, 0.2)
  await expect(text(page).locator('.is-drop-before')).toContainText('Beans')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(text(page).locator('.is-drop-before')).toHaveCount(0)
  expect(await names()).toEqual(['Beans', 'Mills', 'Cups'])

  await dragOver(2, 0, 0.2)
  await page.mouse.up()
  await expect.poll(names).toEqual(['Cups', 'Beans', 'Mills'])
  await dragOver(0, 1, 0.8)
  await page.mouse.up()
  await expect.poll(names).toEqual(['Beans', 'Cups', 'Mills'])
  await save(page)
  expect(await stored()).toBe(table([0, 2, 1]))
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(names).toEqual(['Beans', 'Mills', 'Cups'])
  await save(page)
  expect(await stored()).toBe(before)
  expect(browserErrors).toEqual([])
})

test('merged cells and several images in a row are shown as readers see them, with their source behind a button', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const browserErrors = violations(page)
  const merged = '<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>'
  const gallery = '<div>\n<img src="/files/f1"  alt="One"><img src="/files/f2" alt="Two">\n</div>'
  const markdown = `${merged}\n\n${gallery}\n\n![Three](/files/f3)  ![Four](/files/f4) here\n`
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await expect(text(page).locator('td[rowspan="2"], th[rowspan="2"]')).toHaveText('a')
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await expect(text(page).getByRole('img', { name })).toHaveCount(1)
  await expect(text(page).locator('.visual-raw')).toHaveCount(0)
  await expectAccessible(page)
  await text(page).getByText('here').click()
  // The table, which is selected at first: what is typed would replace it.
  await expect(text(page).locator('.ProseMirror-selectednode')).toHaveCount(0)
  await page.keyboard.press('End')
  await page.keyboard.type(' now')
  const table = text(page).locator('.visual-source').filter({ hasText: 'a' }).first()
  await table.hover()
  await table.getByRole('button', { name: 'Edit source' }).click()
  await expect(table.getByRole('textbox')).toContainText('rowspan')
  await page.keyboard.press('Escape')
  await save(page)
  expect(await stored()).toBe(before.replace('here', 'here now'))
  expect(browserErrors).toEqual([])
})
