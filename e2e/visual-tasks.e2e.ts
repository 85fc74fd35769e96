import type { Locator, Page } from '@playwright/test'
import { save } from './editor.ts'
import { test as base, expect } from './fixtures.ts'
import { pageWith, selectWord, text } from './visual-page.ts'

/**
 * Someone who doesn’t know Markdown. Each click, drag and key that is not text is a step; so is the `/` that opens the
 * menu of blocks. The steps of each task are in bench/figures.md.
 */
function personAt(page: Page) {
  let steps = 0
  const step = async (action: Promise<unknown>) => {
    steps += 1
    await action
  }
  return {
    steps: () => steps,
    click: (target: Locator) => step(target.click()),
    press: (key: string) => step(page.keyboard.press(key)),
    /** Straight up or down, to a line. */
    drag: (from: Locator, to: Locator) => step(dragTo(page, from, to)),
    select: (word: string) => step(selectWord(page, word)),
    choose: (list: Locator, option: string) => step(list.selectOption(option)),
    write: (words: string) => page.keyboard.type(words),
    insert: async (name: string) => {
      await step(page.keyboard.type('/'))
      await page.keyboard.type(name.toLowerCase())
      await step(page.getByRole('option', { name: new RegExp(`^${name}`) }).click())
    },
  }
}

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (start === null || end === null) throw new Error('They are not on screen')
  const [x, y] = [start.x + start.width / 2, end.y + 4]
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.move(x + 1, y)
  await page.mouse.up()
}

type Person = ReturnType<typeof personAt>
type Opened = { person: Person; stored: () => Promise<string | undefined>; before: string }

/** A page with this text, open in the visual editor. */
const test = base.extend<{ open: (markdown: string) => Promise<Opened> }>({
  open: async ({ page, seed, callApi, signInAs }, use) => {
    await use(async (markdown) => {
      const spaceId = await seed.space('Guide', ['Earthing'])
      const { pageId, stored } = await pageWith(callApi, spaceId, markdown)
      await signInAs('admin')
      await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=visual`)
      await expect(text(page)).toBeVisible()
      return { person: personAt(page), stored, before: (await stored()) ?? '' }
    })
  },
})

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Format selection' }).getByRole('button', { name, exact: true })

test('a heading and two paragraphs are written in 5 steps', async ({ page, open }) => {
  const { person, stored } = await open('')
  await person.click(text(page))
  await person.insert('Heading 2')
  await person.write('Tighten the screws')
  await person.press('Enter')
  await person.write('Use the right bit.')
  await person.press('Enter')
  await person.write('Stop at 0.5 Nm.')
  await save(page)
  expect(await stored()).toBe('## Tighten the screws\n\nUse the right bit.\n\nStop at 0.5 Nm.\n')
  expect(person.steps()).toBe(5)
})

test('a word becomes bold in 2 steps', async ({ page, open }) => {
  const { person, stored } = await open('Never open it.\n')
  await person.select('Never')
  await person.click(tool(page, 'Bold'))
  await save(page)
  expect(await stored()).toBe('**Never** open it.\n')
  expect(person.steps()).toBe(2)
})

test('a word is linked to another page in 3 steps', async ({ page, open }) => {
  const { person, stored } = await open('Read this first.\n')
  await person.select('this')
  await person.click(tool(page, 'Link'))
  await person.write('earth')
  await person.click(page.getByRole('option', { name: 'Earthing' }))
  await save(page)
  expect(await stored()).toMatch(/^Read \[this\]\(\S+\) first\.\n$/)
  expect(person.steps()).toBe(3)
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('an image with alternative text is inserted in 5 steps', async ({ page, open }) => {
  const { person, stored } = await open('Before.\n')
  await person.click(text(page).getByText('Before.'))
  await person.press('Enter')
  const choosing = page.waitForEvent('filechooser')
  await person.insert('Image or file')
  const chooser = await choosing
  await chooser.setFiles({ name: 'rail.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  await person.click(text(page).getByRole('textbox', { name: 'Alternative text' }))
  await page.keyboard.press('ControlOrMeta+a')
  await person.write('A rail')
  await save(page)
  expect(await stored()).toMatch(/^Before\.\n\n!\[A rail\]\(\S+\)\n$/)
  expect(person.steps()).toBe(5)
})

test('a checklist of three is written in 6 steps', async ({ page, open }) => {
  const { person, stored } = await open('')
  await person.click(text(page))
  await person.insert('Task list')
  await person.write('Unplug it')
  await person.press('Enter')
  await person.write('Open it')
  await person.press('Enter')
  await person.write('Clean it')
  await person.click(text(page).getByRole('checkbox').first())
  await save(page)
  expect(await stored()).toMatch(/^[*-] \[x\] Unplug it\n[*-] \[ \] Open it\n[*-] \[ \] Clean it\n$/)
  expect(person.steps()).toBe(6)
})

test('a table with one more column is filled in 10 steps', async ({ page, open }) => {
  const { person, stored } = await open('')
  await person.click(text(page))
  await person.insert('Table')
  await person.click(text(page).getByText('Value'))
  await person.click(page.getByRole('button', { name: 'Rows and columns' }))
  await person.click(page.getByRole('menuitem', { name: 'Insert column after' }))
  await person.press('Tab')
  await person.write('Unit')
  for (const word of ['Torque', '0.5', 'Nm']) {
    await person.press('Tab')
    await person.write(word)
  }
  await save(page)
  const cells = (await stored())?.replace(/ +/g, '').replace(/-+/g, '-')
  expect(cells).toBe('|Name|Value|Unit|\n|-|-|-|\n|Torque|0.5|Nm|\n')
  expect(person.steps()).toBe(10)
})

test('a hint is added and becomes a warning in 4 steps', async ({ page, open }) => {
  const { person, stored } = await open('')
  await person.click(text(page))
  await person.insert('Info')
  await person.write('Mind the rail.')
  await person.choose(text(page).getByRole('combobox', { name: 'Style of the hint' }), 'Warning')
  await save(page)
  expect(await stored()).toBe('{% hint style="warning" %}\nMind the rail.\n{% endhint %}\n')
  expect(person.steps()).toBe(4)
})

test('two blocks change places in 1 step', async ({ page, open }) => {
  const { person, stored } = await open('First.\n\n* Second\n')
  await text(page).getByText('Second').hover()
  await person.drag(
    page.getByRole('button', { name: 'Move or change this block' }),
    text(page).getByText('First.'),
  )
  await save(page)
  expect(await stored()).toBe('* Second\n\nFirst.\n')
  expect(person.steps()).toBe(1)
})

test('a guide of two steps is written in 7 steps', async ({ page, open }) => {
  const { person, stored } = await open('')
  await person.click(text(page))
  await person.insert('Steps')
  await replace(page, person, 'First', 'Unplug it')
  await person.press('Enter')
  await person.write('Pull the plug.')
  await replace(page, person, 'Second', 'Open it')
  await person.press('Enter')
  await person.write('Lift the lid.')
  await save(page)
  expect((await stored())?.match(/^(?:#+ )?[A-Z].+$/gm)).toEqual([
    '## Unplug it',
    'Pull the plug.',
    '## Open it',
    'Lift the lid.',
  ])
  expect(person.steps()).toBe(7)
})

async function replace(page: Page, person: Person, word: string, words: string): Promise<void> {
  await expect(text(page).getByRole('heading', { name: word })).toBeVisible()
  await person.select(word)
  await person.write(words)
}

test('a paragraph becomes reusable content in 3 steps, and everything is undone in one step each', async ({
  page,
  open,
}) => {
  const { person, stored, before } = await open('Mind the rail.\n\n*  last\n')
  await text(page).getByText('Mind the rail.').hover()
  await person.click(page.getByRole('button', { name: 'Move or change this block' }))
  await person.click(page.getByRole('menuitem', { name: 'Turn into reusable content…' }))
  await person.write('Rail')
  await person.press('Enter')
  await expect(text(page).locator('.visual-included')).toContainText('Mind the rail.')
  await save(page)
  expect(await stored()).toMatch(/^\{% include "\S+" %\}\n\n\* {2}last\n$/)
  expect(person.steps()).toBe(3)

  await person.select('last')
  await person.click(tool(page, 'Bold'))
  await person.press('ControlOrMeta+z')
  await person.press('ControlOrMeta+z')
  await save(page)
  expect(await stored()).toBe(before)
  expect(person.steps()).toBe(7)
})
