import { api } from '#contract/api.ts'
import { save, violations } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { moveToEnd, pageWith, text } from './visual-page.ts'

test('diagrams are drawn, and their code opens with the cursor', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const markdown = 'Start\n\n~~~mermaid\nflowchart LR\n    A --> B\n~~~\n\n*  last\n'
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const picture = text(page).getByRole('img', { name: 'Diagram' })
  // The library that draws is large.
  await expect(picture).toBeVisible({ timeout: 30_000 })
  const code = text(page).locator('pre')
  await expect(code).toBeHidden()
  const drawn = await picture.getAttribute('src')

  await text(page).getByText('Start').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await moveToEnd(page)
  await page.keyboard.type(' -->')
  await expect(text(page).getByRole('status')).toHaveText(/Parse error on line/)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.type(' C')
  await expect(text(page).getByRole('status')).toHaveCount(0)
  expect(await picture.getAttribute('src')).not.toBe(drawn)
  await page.keyboard.press('Escape')
  await expect(code).toBeHidden()
  await save(page)
  expect(await stored()).toBe(before.replace('A --> B', 'A --> B --> C'))
  expect(browserErrors).toEqual([])
})

test('formulas are drawn, and their TeX is edited in place', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const markdown = '*One* is $$x^2$$.\n\n  $$\n\\pi r^2\n$$\n\n*  last\n'
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await expect(text(page).locator('math')).toHaveCount(2)

  await text(page).getByText('One').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Formula in TeX' })
  await expect(field).toBeFocused()
  await field.fill('\\frac{a')
  await expect(text(page).getByRole('status')).toHaveText(/Unexpected end of input/)
  await expectAccessibleInBothThemes(page)
  await field.press('End')
  await page.keyboard.type('}{b}')
  await expect(text(page).locator('math[display=block] mfrac')).toBeVisible()
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect(text(page)).toBeFocused()

  await text(page).locator('math').first().click()
  const dialog = page.getByRole('dialog', { name: 'Formula' })
  await dialog.getByRole('textbox').fill('y_1')
  // Someone who types fast: without a pause after Enter, in which the browser would report that the dialog is closed.
  await dialog.getByRole('textbox').evaluate((tex) => {
    tex.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    document.execCommand('insertText', false, ' now')
  })
  await expect(dialog).toBeHidden()
  await save(page)
  const edited = before.replace('\\pi r^2', '\\frac{a}{b}').replace('x^2$$', () => 'y_1$$ now')
  expect(await stored()).toBe(edited)

  await text(page).getByText('last').click()
  await moveToEnd(page)
  await page.keyboard.type(' /formula')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await field.fill('z')
  await field.press('Escape')
  await save(page)
  const added = (await stored())?.slice(edited.trimEnd().length)
  expect(added).toMatch(/^\n\n *\$\$\n *z\n *\$\$\n$/)
  expect(browserErrors).toEqual([])
})

const petStore = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets:
    get: { summary: List pets, responses: {} }
  /pets/{id}:
    delete: { summary: Remove a pet, deprecated: true, responses: {} }
`

test('the operation of an API is chosen on its card', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const { organizationId } = seed
  const params = { organizationId, specSlug: 'pet-store' }
  await callApi(api.openapiSpecs.put, { params, body: { source: { text: petStore } } })
  const count = async () => (await callApi(api.openapiSpecs.listVersions, { params, query: {} })).count
  await expect.poll(count, { timeout: 30_000 }).toBe(1)
  const markdown =
    '{% openapi expanded="true" method="get"  path="/pets" spec="pet-store" %}\n[old](x.yaml)\n{% endopenapi %}\n\n*  last\n'
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const card = text(page).locator('.visual-source').first()
  await expect(card).toContainText('List pets')
  await expect(card).toContainText('GET')
  await expectAccessibleInBothThemes(page)
  await card.hover()
  await card.getByRole('button', { name: 'Choose operation…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Remove a pet/ })
    .click()
  await expect(card).toContainText('Remove a pet')
  await expect(card).toContainText('Deprecated')
  await save(page)
  expect(await stored()).toBe(
    before.replace('method="get"  path="/pets"', 'method="delete"  path="/pets/{id}"'),
  )
  expect(browserErrors).toEqual([])
})

test('shortcodes are emoji in the text, which are deleted as a whole and typed by their name', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const browserErrors = violations(page)
  const markdown =
    'Ready  :white\\_check\\_mark: __now__\n\na :x:\n\n*  last\n\n<table><tr><td>:tada:</td></tr></table>\n'
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await expect(text(page)).toContainText('Ready  ✅ now')
  await expect(text(page).locator('.visual-preview')).toContainText('🎉')
  await expectAccessible(page)

  await text(page).getByText('now').click()
  await moveToEnd(page)
  await page.keyboard.type(' ok')
  await text(page).getByText('❌').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect(text(page)).not.toContainText('❌')
  await page.keyboard.type('b')
  await text(page).getByText('last').click()
  await moveToEnd(page)
  await page.keyboard.type(' :smile: :no_such_emoji: :x:')
  await expect(text(page)).toContainText('last 😄 :no_such_emoji: :x:')
  await page.keyboard.press('Space')
  await expect(text(page)).toContainText('last 😄 :no_such_emoji: ❌')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('and ')
  await save(page)
  const edited = before
    .replace('__now__', '__now ok__')
    .replace('a :x:', 'a b')
    .replace('last', 'last :smile: :no_such_emoji: and :x:')
  expect((await stored())?.replace(/ +$/gm, '')).toBe(edited)
  expect(browserErrors).toEqual([])
})

test('icons, people and colors of a sentence are chosen in place', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const markdown =
    '<i class="fa-rocket">:rocket:</i>  *One* word\n\nTwo <mark style="color:red;">red</mark>\n\n*  last\n'
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await expect(text(page).getByRole('img', { name: 'Icon: rocket' }).locator('svg')).toBeVisible()

  await text(page).getByRole('img', { name: 'Icon: rocket' }).click()
  const field = page.getByRole('combobox', { name: 'Icon' })
  await field.fill('anchor')
  await page.getByRole('option', { name: 'anchor', exact: true }).waitFor()
  await expectAccessibleInBothThemes(page)
  await field.press('Enter')
  await expect(text(page).getByRole('img', { name: 'Icon: anchor' }).locator('svg')).toBeVisible()
  await text(page).getByText('word').click()
  await moveToEnd(page)
  await page.keyboard.type(' :paper')
  await page.getByRole('option', { name: /^paper-plane/ }).waitFor()
  // Other icons with “paper” in their name aren’t picked, although they come first until this one is found.
  await page.keyboard.type('-pl')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' by @adm')
  await page
    .getByRole('option', { name: /@example.org/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  // Ctrl+S would end the wait for what is still being searched.
  await expect(text(page).getByRole('link')).toHaveText(/^@./)
  await save(page)
  const anchored = before.replace('fa-rocket">:rocket:', 'fa-anchor">:anchor:')
  const added = /word <i class="fa-paper-plane">:paper-plane:<\/i> by \[@[^\]]+\]\(\/users\/\w+\)\n/
  expect(await stored()).toMatch(added)
  expect((await stored())?.replace(added, 'word\n')).toBe(anchored)

  await text(page).getByText('red', { exact: true }).dblclick()
  await page.keyboard.press('ControlOrMeta+Shift+h')
  await expect(page.getByRole('button', { name: 'Text color: red' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await save(page)
  expect(await stored()).toContain('\n\nTwo <mark style="color:orange;">red</mark>\n\n')
  await page.keyboard.press('ControlOrMeta+Shift+h')
  await page.getByRole('button', { name: 'Text color: none' }).click()
  await save(page)
  expect(await stored()).toContain('\n\nTwo red\n\n*  last')
  expect(browserErrors).toEqual([])
})

test('the values of a table with typed columns are changed in their cells', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const options =
    '<select><option value="a" label="Draft" color="blue"></option><option value="b" label="Ready" color="green"></option></select>'
  const markdown = `<table><thead><tr><th width="160.5">Name</th><th>Status${options}</th><th data-type="rating">Score</th><th data-type="checkbox">Done</th><th data-type="files">Files</th></tr></thead><tbody>
<tr><td>Beans</td><td><span  data-option="a">Draft</span></td><td>2</td><td>false</td><td></td></tr>
<tr><td>Mills</td><td></td><td></td><td>true</td><td></td></tr>
</tbody></table>

*  last
`
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const beans = text(page).getByRole('row').filter({ hasText: 'Beans' })
  await text(page).getByText('Beans').click()
  await moveToEnd(page)
  await page.keyboard.type(' now')
  await page.keyboard.press('Tab')
  await expect(beans.getByRole('combobox', { name: 'Status' })).toBeFocused()
  await beans.getByRole('combobox', { name: 'Status' }).selectOption('Ready')
  await beans.getByRole('slider', { name: 'Score' }).press('ArrowRight')
  await beans.getByRole('checkbox', { name: 'Done' }).check()
  const files = beans.getByRole('combobox', { name: 'Add a file to Files' })
  await files.fill('https://example.org/a.pdf')
  await files.press('Enter')
  await expect(beans.getByRole('button', { name: 'Remove https://example.org/a.pdf' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await save(page)
  const edited = before.replace(
    '<td>Beans</td><td><span  data-option="a">Draft</span></td><td>2</td><td>false</td><td></td>',
    '<td>Beans now</td><td><span data-option="b">Ready</span></td><td>3</td><td>true</td><td><a href="https://example.org/a.pdf">https://example.org/a.pdf</a></td>',
  )
  expect(await stored()).toBe(edited)

  await text(page).getByText('Mills').click()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('button', { name: 'Rows', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Insert row below' }).click()
  await page.keyboard.type('Cups')
  await save(page)
  expect(await stored()).toMatch(/<td>Mills<.*\n<tr><td>Cups<\/td><td><\/td>.*\n<tr><td>Beans now</)
  expect(browserErrors).toEqual([])
})
