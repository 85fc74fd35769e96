import type { Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import { samplePage } from '#markup/sample-page.ts'
import { save, violations } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { moveToEnd, pageWith, selectWord, text } from './visual-page.ts'

const source = `# Terminal block

Loosely *wrapped*
words.

* one
* __two__

{% hint style="warning" %}
Mind the rail.
{% endhint %}

{% embed url="https://video.example/v" %}

| A | B |
|---|---|
| c | d\\_e |
`

test('what is edited as the page looks changes only its own lines', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const browserErrors = violations(page)
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, source)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await expect(text(page).locator('.hint.warning')).toContainText('Mind the rail.')
  await expectAccessible(page)

  await text(page).getByText('two').click()
  await moveToEnd(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('**three** and _four_')
  await text(page).getByText('d_e').click()
  await moveToEnd(page)
  await page.keyboard.type(' f')
  await save(page)
  const edited = before
    .replace('* __two__\n', '* __two__\n* __three__ and *four*\n')
    .replace('d\\_e |', 'd\\_e f |')
  expect(await stored()).toBe(edited)

  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Markdown' })).toContainText('three')
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await text(page).getByText('words.').click()
  await moveToEnd(page)
  await page.keyboard.press('Enter')
  await page.setViewportSize({ width: 1440, height: 480 })
  const line = await text(page).getByText('words.').boundingBox()
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(menu).toBeInViewport({ ratio: 1 })
  expect(await text(page).getByText('words.').boundingBox(), 'the text did not move').toEqual(line)
  await page.keyboard.type('war')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hot surface.')
  await save(page)
  expect(await stored()).toBe(
    edited.replace('words.\n\n', 'words.\n\n{% hint style="warning" %}\nHot surface.\n{% endhint %}\n\n'),
  )

  await text(page).getByText('words.').click()
  await moveToEnd(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('/tabl')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Terminal')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Torque')
  await expect(text(page).locator('th').getByText(/^T/)).toHaveText(['Terminal', 'Torque'])
  expect(browserErrors).toEqual([])
})

test('a word that is changed in a page of every block leaves every other byte', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const browserErrors = violations(page)
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, `Torque first.\n\n${samplePage}`)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await text(page).getByText('Torque first.').click()
  await moveToEnd(page)
  await page.keyboard.type(' Then power.')
  await save(page)
  expect(await stored()).toBe(before.replace('Torque first.', 'Torque first. Then power.'))
  expect(browserErrors).toEqual([])
})

test('a page is edited in the direction in which it is read, and its missing images say so', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide')
  const image = '<figure><img src="/files/none" alt="Cups"><figcaption>Cups</figcaption></figure>'
  const { pageId } = await pageWith(callApi, spaceId, `- نقطة\n\n> اقتباس\n\n${image}\n`)
  const title = { operation: 'update_page' as const, page: pageId, title: 'مطاحن القهوة' }
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes: [title] } })
  await signInAs('admin')
  const isRtl = (block: Locator) => block.evaluate((element) => getComputedStyle(element).direction === 'rtl')
  await page.goto(`/s/${spaceId}/p/${pageId}`)
  const article = page.getByRole('article')
  expect(await isRtl(article.locator('ul'))).toBe(true)
  await expect(article.locator('figure')).toHaveText('This image is missingCups')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  for (const block of ['ul', 'blockquote']) expect(await isRtl(text(page).locator(block))).toBe(true)
  await expect(text(page).getByText('This image is missing')).toBeVisible()
  await expect(text(page).locator('figure img')).toBeHidden()
  await expect(text(page).getByText('Alternative text')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('rows and columns of a table are inserted, moved, aligned and deleted', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide')
  const table = '| A | B |\n| --- | --- |\n| c | d |\n'
  const { pageId, stored } = await pageWith(callApi, spaceId, `*  One\n\n${table}`)
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Rows and columns' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await text(page).getByRole('cell', { name: 'd', exact: true }).click()
  await page.getByRole('button', { name: 'Rows and columns' }).click()
  await expect(page.getByRole('menuitem', { name: 'Move row up' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await choose('Insert row below')
  await page.keyboard.press('Tab')
  await page.keyboard.type('e')
  await choose('Move row up')
  await choose('Move column forward')
  await choose('Center column')
  await save(page)
  const cells = async () => (await stored())?.replace(/[ ]+/g, '').replace(/-+/g, '-')
  expect(await cells()).toBe('*One\n\n|B|A|\n|-|:-:|\n||e|\n|d|c|\n')
  await choose('Delete table')
  await save(page)
  expect(await stored()).toBe('*  One\n')
})

test('a link finds pages of this space and of others by title', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Earthing'])
  const otherId = await seed.space('Reference', ['Torque values'])
  const { pageId, stored } = await pageWith(callApi, spaceId, 'Read this first.\n')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await text(page).getByText('Read this first.').click()
  await moveToEnd(page)
  // Without a pause in which the page could be found.
  await page.keyboard.type(' Then [[torq')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and on')
  await expect(text(page).getByRole('link', { name: 'Torque values' })).toBeVisible()

  await selectWord(page, 'this')
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Page or address' })
  await field.fill('earth')
  const pages = page.getByRole('listbox', { name: 'Pages' }).getByRole('option')
  await expect(pages.first()).toHaveText('Earthing')
  await expectAccessibleInBothThemes(page)
  await field.press('Enter')
  await expect(field).toBeHidden()

  await selectWord(page, 'first')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('torqu')
  // Before it is found: it is shown first.
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.click()
  await expect(pages).toHaveText(['Torque valuesReference'])
  await expect(field).toBeFocused()
  await apply.click()
  await expect(field).toBeHidden()
  await save(page)
  const other = `\\(\\S+/s/${otherId}/p/\\w+\\)`
  expect(await stored()).toMatch(
    new RegExp(`^Read \\[this\\]\\(\\S+\\) \\[first\\]${other}. Then \\[Torque values\\]${other} and on\\n$`),
  )
})

test('conditions, updates and addresses of embeds are edited in place', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const markdown = `{% if visitor.claims.pro %}
Only *pros*.
{% endif %}

{% updates format="full" %}
{% update date="2026-10-14" tags="new" %}
## First

Some text.
{% endupdate %}
{% endupdates %}

{% embed url="https://video.example/v" %}
`
  const spaceId = await seed.space('Guide')
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await page.getByLabel('Condition').fill('visitor.claims.plan == "pro"')
  await text(page).getByText('Some text.').click()
  await moveToEnd(page)
  await page.keyboard.type(' More.')
  await page.getByLabel('Date', { exact: true }).fill('2026-10-15')
  await page.getByLabel('Address to embed').fill('https://video.example/w')
  await expectAccessibleInBothThemes(page)
  await save(page)
  const edited = before
    .replace('visitor.claims.pro', 'visitor.claims.plan == "pro"')
    .replace('Some text.', 'Some text. More.')
    .replace('2026-10-14', '2026-10-15')
    .replace('example/v', 'example/w')
  expect(await stored()).toBe(edited)

  await page.getByRole('button', { name: 'Show to everyone' }).click()
  await page.getByRole('button', { name: 'Add an update' }).click()
  await page.getByLabel('Title of the update').first().fill('Second')
  await save(page)
  const after = (await stored()) ?? ''
  expect(after).toMatch(/^Only \*pros\*\.\n\n\{% updates format="full" %\}\n/)
  expect(after).toMatch(/\{% update date="\d{4}-\d\d-\d\d" title="Second" %\}/)
  expect(after).toContain(edited.slice(edited.indexOf('{% update date="2026-10-15"')))
})

test('cards are written, linked, moved and added in their grid', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const browserErrors = violations(page)
  const markdown = `<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>
<tr><td><strong>Beans</strong></td><td>Green &#x26; roasted</td></tr>
<tr><td><h4>Mills</h4></td><td>Burrs<br>Blades</td></tr>
</tbody></table>
`
  const spaceId = await seed.space('Guide', ['Earthing'])
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  const before = (await stored()) ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  const cards = text(page).locator('.card')
  await expect(cards).toHaveCount(2)
  await text(page).getByText('roasted').click()
  await moveToEnd(page)
  await page.keyboard.type(' here')
  await save(page)
  const written = before.replace('roasted', 'roasted here')
  expect(await stored()).toBe(written)

  const mills = page.getByRole('group', { name: 'Card 2 of 2' })
  await mills.getByRole('button', { name: 'Add a link to the card' }).click()
  await page.getByRole('combobox', { name: 'Page or address' }).fill('earth')
  await expect(page.getByRole('listbox', { name: 'Pages' }).getByRole('option')).toHaveText(['Earthing'])
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(mills.getByRole('button', { name: 'Link of the card: Earthing' })).toBeFocused()
  await text(page).getByText('Blades').click()
  await moveToEnd(page)
  await page.keyboard.press('Tab')
  await expect(mills.getByRole('button', { name: 'Link of the card: Earthing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Page or address' })).toHaveValue('Earthing')
  await page.keyboard.press('Escape')
  await expect(mills.getByRole('button', { name: 'Link of the card: Earthing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards.first()).toContainText('Mills')
  await expect(page.getByRole('status').getByText('Card 1 of 2')).toBeAttached()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.keyboard.type('Scales')
  await expectAccessibleInBothThemes(page)
  await save(page)
  expect(await stored()).toMatch(
    new RegExp(
      [
        '^<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>',
        '<tr><td><h4>Mills</h4></td><td>Burrs<br>Blades</td><td><a href="[^"]+">Earthing</a></td></tr>',
        '<tr><td><strong>Beans</strong></td><td>Green &#x26; roasted here</td><td></td></tr>',
        '<tr><td>Scales</td><td></td><td></td></tr>',
        '</tbody></table>\n$',
      ].join('\n'),
    ),
  )

  await page.getByRole('group', { name: 'Card 3 of 3' }).getByRole('button', { name: 'Card options' }).click()
  await page.getByRole('menuitem', { name: 'Delete card' }).click()
  await expect(cards).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cards).toHaveCount(3)
  expect(browserErrors).toEqual([])
})

test('the menu of a block converts it, links to its section and comments on it', async ({
  page,
  context,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const spaceId = await seed.space('Guide')
  const markdown = '## Start\n\nOne *two*\n\n*  last\n'
  const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
  await text(page).getByText('One').click()
  await page.keyboard.press('ControlOrMeta+/')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('menuitem', { name: 'Turn into hint' }).press('Enter')
  await save(page)
  expect(await stored()).toBe('## Start\n\n{% hint style="info" %}\nOne *two*\n{% endhint %}\n\n*  last\n')
  await page.keyboard.press('ControlOrMeta+/')
  await page.getByRole('menuitem', { name: 'Copy link to this section' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`/s/${spaceId}/p/${pageId}#.*start$`))
  await page.keyboard.press('ControlOrMeta+/')
  await page.getByRole('menuitem', { name: 'Comment on this block' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/p/${pageId}\\?comments=open$`))
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await expect(page.getByText('One two').last()).toBeVisible()
})
