import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import { goToView } from './navigation.ts'

// Creates, changes and deletes an object of every kind. Focus on `body` afterwards means that the next key does nothing
// and that screen readers start over.

type Kind = {
  readonly name: string
  /** The view that lists them. */
  readonly path: string
  /** The dialog that creates one, as a search param, and what is filled in. */
  readonly create?: { readonly dialog: string; readonly fields: Readonly<Record<string, string>> }
  /** The one that is changed and deleted; another of its kind remains. */
  readonly title: string
  /** How it is renamed: in its row, or in a dialog that an item of its menu opens. */
  readonly rename?: 'F2' | { readonly item: string; readonly field: string; readonly value: string }
}

const titled = { Title: 'New' }

/** Two objects of every kind, and where they are. */
async function everyKind(callApi: Call, seed: Seed): Promise<readonly Kind[]> {
  const { organizationId } = seed
  const params = { organizationId }
  const home = `/o/${organizationId}`
  const spaceId = await seed.space('Guide', ['Wiring', 'Tools', 'Torque'])
  const siteId = await seed.site('Docs', ['One', 'Two', 'Three'])
  const site = { organizationId, siteId }
  await seed.members('edit', 'ada', 'ben')
  for (const title of ['Alpha', 'Beta']) {
    const name = title.toLowerCase()
    const text = `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`
    const destination = { kind: 'external' as const, url: 'https://docs.example.org' }
    await seed.collection(title)
    await callApi(api.teams.create, { params, body: { title } })
    await callApi(api.customFields.create, { params, body: { name, title, type: 'text' } })
    await callApi(api.translations.create, { params, body: { title } })
    await callApi(api.openapiSpecs.put, {
      params: { organizationId, specSlug: name },
      body: { source: { text } },
    })
    await callApi(api.siteShareLinks.create, { params: site, body: { name: title } })
    await callApi(api.siteRedirects.create, { params: site, body: { source: `/${name}`, destination } })
  }
  const inDialog = (item: string, field: string, value = 'Gamma') => ({ item, field, value })
  return [
    {
      name: 'space',
      path: `${home}/library`,
      create: { dialog: 'new=space', fields: titled },
      title: 'One',
      rename: 'F2',
    },
    {
      name: 'collection',
      path: `${home}/library`,
      create: { dialog: 'new=collection', fields: titled },
      title: 'Beta',
      rename: 'F2',
    },
    {
      name: 'page',
      path: `/s/${spaceId}`,
      create: { dialog: 'new=page', fields: titled },
      title: 'Tools',
      rename: 'F2',
    },
    {
      name: 'team',
      path: `${home}/teams`,
      create: { dialog: 'dialog=new', fields: titled },
      title: 'Beta',
      rename: 'F2',
    },
    { name: 'member', path: `${home}/members`, title: 'ben' },
    { name: 'section', path: `${home}/sites/${siteId}/structure`, title: 'Two', rename: 'F2' },
    {
      name: 'redirect',
      path: `${home}/sites/${siteId}/redirects`,
      title: '/beta',
      rename: inDialog('Change…', 'From', '/gamma'),
    },
    {
      name: 'share link',
      path: `${home}/sites/${siteId}/audience`,
      create: { dialog: 'dialog=link', fields: { Name: 'New' } },
      title: 'Beta',
      rename: inDialog('Change…', 'Name'),
    },
    {
      name: 'custom field',
      path: `${home}/settings/fields`,
      create: { dialog: 'dialog=new', fields: titled },
      title: 'Beta',
      rename: inDialog('Edit…', 'Title'),
    },
    { name: 'specification', path: `${home}/settings/openapi`, title: 'Beta' },
    {
      name: 'translation settings',
      path: `${home}/settings/translations`,
      create: { dialog: 'dialog=new', fields: titled },
      title: 'Beta',
    },
    { name: 'site', path: `${home}/sites`, create: { dialog: 'dialog=new', fields: titled }, title: '' },
  ]
}

/** Two frames later, when effects have run, something has the focus or gets it soon. */
async function expectFocus(page: Page, after: string): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `Focus after ${after}` })
    .not.toBe('BODY')
}

async function create(page: Page, { name, path, create: creation }: Kind): Promise<void> {
  if (creation === undefined) return
  await goToView(page, `${path}?${creation.dialog}`)
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(creation.fields))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expectFocus(page, `creating a ${name}`)
}

const rowOf = (page: Page, title: string) =>
  page.locator('main [data-row]').filter({ has: page.getByText(title, { exact: true }) })

async function chooseFromMenu(page: Page, title: string, item: string | RegExp): Promise<void> {
  await rowOf(page, title).hover()
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Renames it and returns its new title. */
async function rename(page: Page, { name, title, rename: how }: Kind): Promise<string> {
  if (how === undefined) return title
  const value = how === 'F2' ? 'Gamma' : how.value
  if (how === 'F2') {
    await rowOf(page, title).focus()
    await page.keyboard.press('F2')
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  } else {
    await chooseFromMenu(page, title, how.item)
    await page.getByRole('dialog').getByLabel(how.field, { exact: true }).fill(value)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(rowOf(page, value)).toHaveCount(1)
  await expectFocus(page, `renaming a ${name}`)
  return value
}

async function remove(page: Page, { name }: Kind, title: string): Promise<void> {
  await chooseFromMenu(page, title, /^(Delete|Remove|Revoke|Move to trash)/)
  const row = rowOf(page, title)
  const question = page.getByRole('alertdialog')
  await expect.poll(async () => (await question.count()) === 1 || (await row.count()) === 0).toBe(true)
  if ((await question.count()) === 1) await question.getByRole('button').last().click()
  await expect(row).toHaveCount(0)
  await expect(question).toHaveCount(0)
  await expectFocus(page, `deleting a ${name}`)
}

test('creating, renaming and deleting leaves the focus on an element', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  test.setTimeout(180_000)
  const kinds = await everyKind(callApi, seed)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(rowOf(page, 'Alpha')).toBeVisible()
  for (const kind of kinds)
    await test.step(kind.name, async () => {
      await create(page, kind)
      if (kind.title === '') return
      await goToView(page, kind.path)
      await expect(rowOf(page, kind.title)).toBeVisible()
      await remove(page, kind, await rename(page, kind))
    })
})
