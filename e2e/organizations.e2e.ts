import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('a person creates an organization and becomes its admin', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('edit')
  await page.goto('/o')
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/dialog=new/)
  await page.getByRole('textbox', { name: 'Title' }).fill('H')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(/2/)
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour works')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/o\/[A-Za-z0-9]{20}$/)
  await page.goto('/o')
  await expect(page.getByRole('listitem').filter({ hasText: /Harbour works.*Admin/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('people who are removed from an organization no longer see its last state', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const params = { organizationId: seed.organizationId }
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(page.getByRole('link', { name: 'Rita edit' })).toBeVisible()
  const { items } = await callApi(api.members.list, { params, query: { role: 'edit' } })
  await callApi(api.members.delete, { params: { ...params, userId: items[0]?.user.id ?? '' } })
  await expect(page.getByText('This page doesn’t exist')).toBeVisible()
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page.getByText('You don’t have access to an organization')).toBeVisible()
})

test('people who lose access while they work see it right away, and can copy what they were writing', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const params = { organizationId: seed.organizationId }
  const spaceId = await seed.space('Handbook', ['Start-up'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  await signInAs('edit')
  const { items } = await callApi(api.members.list, { params, query: { role: 'edit' } })
  const suspend = (disabled: boolean) =>
    callApi(api.members.update, { params: { ...params, userId: items[0]?.id ?? '' }, body: { disabled } })
  const suspended = page.getByText('Your account is suspended in this organization.')

  await page.goto(`/s/${spaceId}`)
  const handbook = page.getByRole('heading', { name: 'Start-up' })
  await expect(handbook).toBeVisible()
  await suspend(true)
  await expect(suspended).toBeVisible()
  await expect(handbook).toBeHidden()
  await suspend(false)

  await page.goto(`/s/${spaceId}/p/${pages[0]?.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Markdown' })
  await expect(text).toBeVisible()
  await suspend(true)
  await expect(page.getByText('What you write here can’t be saved.')).toBeVisible()
  await expect(text).toBeVisible()
})

test('an organization that does not exist is requested once', async ({ page, signInAs }) => {
  await signInAs('admin')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/o/nope')
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  expect(requests.filter((path) => path.startsWith('/v1/orgs/nope'))).toEqual(['/v1/orgs/nope'])
})

test('a collection is transferred to another organization with its spaces', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const { organizationId } = seed
  const params = { organizationId }
  const collection = await callApi(api.collections.create, { params, body: { title: 'Turbines' } })
  const space = await callApi(api.spaces.create, {
    params,
    body: { title: 'Blades', parent: collection.id },
  })
  const target = await callApi(api.organizations.create, { body: { title: 'Zulu Harbour' } })
  await callApi(api.spaces.update, { params: { spaceId: space.id }, body: { editMode: 'locked' } })
  await signInAs('admin')
  await page.goto(`/o/${organizationId}/collections/${collection.id}`)
  await page
    .getByRole('button', { name: 'Actions for Turbines' })
    .or(page.getByRole('button', { name: /Turbines/ }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Transfer…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer “Turbines”' })
  await expect(dialog.getByText(/1 space/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Organization').selectOption({ label: 'Zulu Harbour' })
  await dialog.getByRole('button', { name: 'Transfer collection' }).click()
  await expect(dialog.getByText(/“Blades” is locked/)).toBeVisible()
  await callApi(api.spaces.update, { params: { spaceId: space.id }, body: { editMode: 'live' } })
  await dialog.getByRole('button', { name: 'Transfer collection' }).click()
  await expect(page.getByText('Transferred “Turbines” to “Zulu Harbour”')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/o/${target.id}/collections/${collection.id}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Turbines' })).toBeVisible()
  await expect(page.getByText('Blades')).toBeVisible()
})
