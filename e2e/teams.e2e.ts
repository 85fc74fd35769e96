import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, type Seed, test } from './fixtures.ts'
import { admin } from './service.ts'

const grid = (page: Page, name: string | RegExp): Locator => page.getByRole('grid', { name })
const row = (page: Page, of: string | RegExp, name: string): Locator =>
  grid(page, of)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const offeredMembers = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Members' }).getByRole('option')
const names = (page: Page, of: string | RegExp): Locator => grid(page, of).locator('a.title')

const domainOf = ({ organizationId }: Seed): string => `${organizationId.toLowerCase()}.example`

test('a team is created, filled, renamed and deleted by keyboard', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.members('read', 'dele', 'lotte', 'malin')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/teams`)
  await expect(page.getByText('No teams yet')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('c')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Field servce')
  await page.keyboard.press('Tab')
  await page.keyboard.type('del')
  await expect(offeredMembers(page)).toHaveText([/dele/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove dele' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Field servce' })).toBeVisible()
  await expect(names(page, /^Members of/)).toHaveText(['dele'])

  await page.keyboard.press('F2')
  await page.keyboard.type('Field service')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Field service' })).toBeVisible()

  await page.keyboard.press('c')
  const people = page.getByRole('dialog').getByRole('combobox').first()
  await expect(people).toBeFocused()
  await expect(page.getByRole('option', { name: /^dele/ })).toHaveAttribute('aria-disabled', 'true')
  await people.evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `malin@${domainOf(seed)}, lotte@${domainOf(seed)}`,
  )
  await expect(page.getByRole('button', { name: /^Remove (malin|lotte)/ })).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(names(page, /^Members of/)).toHaveText(['dele', 'lotte', 'malin'])
  await expect(page.getByText('Added 2 people to “Field service”')).toBeVisible()
  await expectAccessible(page)

  await row(page, /^Members of/, 'dele').focus()
  await page.keyboard.press('j')
  await expect(row(page, /^Members of/, 'lotte')).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.getByRole('button', { name: 'Role of lotte: Owner' })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(names(page, /^Members of/)).toHaveText(['dele'])
  await expect(page.getByText('Removed 2 people from “Field service”')).toBeVisible()
  await page.keyboard.press('z')
  await expect(names(page, /^Members of/)).toHaveText(['dele', 'lotte', 'malin'])
  await expect(page.getByRole('button', { name: 'Role of lotte: Owner' })).toBeVisible()
  await page.reload()
  await expect(names(page, /^Members of/)).toHaveText(['dele', 'lotte', 'malin'])
  await expect(page.getByRole('button', { name: 'Role of lotte: Owner' })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('teams')
  await page.keyboard.press('Enter')
  await expect(names(page, 'Teams')).toHaveText(['Field service'])
  await expectAccessible(page)
  await row(page, 'Teams', 'Field service').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Service')
  await page.keyboard.press('Enter')
  await expect(names(page, 'Teams')).toHaveText(['Service'])
  await expect(row(page, 'Teams', 'Service')).toBeFocused()
  await expect(page.getByText('Renamed “Field service” to “Service”')).toBeVisible()
  await page.keyboard.press('Delete')
  const confirmation = page.getByRole('alertdialog', { name: 'Delete the team “Service”?' })
  await expect(confirmation).toContainText('3 people lose their membership')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No teams yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No teams yet')).toBeVisible()
})

test('an unknown email address is refused in the dialog, and the others are added without it', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  await seed.members('read', 'malin')
  const params = { organizationId: seed.organizationId }
  const { id } = await callApi(api.teams.create, { params, body: { title: 'Editors' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/teams/${id}?dialog=add`)
  const people = page.getByRole('dialog').getByRole('combobox').first()
  await people.fill(`stranger@${domainOf(seed)}`)
  await expect(page.getByText(/^No one has/)).toBeVisible()
  await page.keyboard.press('Enter')
  await people.fill('mal')
  await expect(offeredMembers(page)).toHaveText([/malin/])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Add 2 people/ }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: `Remove stranger@${domainOf(seed)}` }).click()
  await page.getByRole('button', { name: /^Add/ }).click()
  await expect(names(page, /^Members of/)).toHaveText(['malin'])
})

test('an owner manages only their own team, and members only read', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  await signInAs('read')
  const { items } = await callApi(api.members.list, { params, query: { search: 'Rita' } })
  const rita = items[0]?.id ?? ''
  const own = await callApi(api.teams.create, { params, body: { title: 'Own', members: [rita] } })
  const other = await callApi(api.teams.create, { params, body: { title: 'Other', members: [rita] } })
  await page.goto(`/o/${seed.organizationId}/teams/${own.id}`)
  await expect(page.getByText('Only admins and team owners can change its members')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add people' })).toBeHidden()
  await expectAccessible(page)

  await callApi(api.teamMembers.put, {
    params: { ...params, teamId: own.id, userId: rita },
    body: { role: 'owner' },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('dialog').getByRole('combobox').first().fill(admin.email)
  await expect(offeredMembers(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Add/ }).last().click()
  await expect(names(page, /^Members of/)).toHaveCount(2)
  await expectAccessible(page)

  await page.goto(`/o/${seed.organizationId}/teams/${other.id}`)
  await expect(names(page, /^Members of/)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add people' })).toBeHidden()
  await page.goto(`/o/${seed.organizationId}/teams?mine=true`)
  await expect(names(page, 'Teams')).toHaveText(['Own'])
  await expect(page.getByRole('button', { name: 'New team' })).toBeHidden()
})

test('teams fit a narrow screen', async ({ page, seed, callApi, signInAs, expectAccessible }) => {
  const members = await seed.members('read', 'malin', 'somebody-with-quite-a-long-name-in-their-address')
  const params = { organizationId: seed.organizationId }
  const title = 'A team whose title is nearly as long as titles of teams may be'
  const { id } = await callApi(api.teams.create, { params, body: { title, members } })
  await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  const base = `/o/${seed.organizationId}/teams`
  for (const path of [base, `${base}?dialog=new`, `${base}/${id}`, `${base}/${id}?dialog=add`]) {
    await page.goto(path)
    await expect(page.getByText(title).filter({ visible: true }).first()).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})
