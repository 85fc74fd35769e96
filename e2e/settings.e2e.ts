import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('an admin changes the general settings and they persist', async ({ page, seed, signInAs, callApi }) => {
  const params = { organizationId: seed.organizationId }
  const { id: siteId } = await callApi(api.sites.create, { params, body: { title: 'Halden Docs' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}`)
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await expect(page).toHaveURL(/\/settings\/general$/)

  await page.getByLabel('Title').fill('Halden Works')
  await page.getByLabel('Default site').selectOption({ label: 'Halden Docs' })
  await page.getByLabel('Email domains').fill('@Halden.example stroomwerk.example ')
  await expect(page.getByRole('button', { name: /Remove stroomwerk.example/ })).toBeVisible()
  await page.getByLabel('Email domains').fill('halden')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Enter a domain name')).toBeVisible()
  await page.getByLabel('Email domains').press('Backspace')
  await page.getByLabel('Default role').selectOption('comment')
  await page.getByRole('checkbox', { name: /Invite links/ }).uncheck()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved the settings of “Halden Works”')).toBeVisible()
  await expect(page.getByRole('button', { name: /Halden Works ?, switch organization/ })).toBeVisible()

  expect(await callApi(api.organizations.get, { params })).toMatchObject({
    title: 'Halden Works',
    emailDomains: ['halden.example', 'stroomwerk.example'],
    defaultRole: 'comment',
    defaultContent: { type: 'site', site: siteId },
    inviteLinks: false,
  })
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Halden Works')
  await expect(page.getByLabel('Default site')).toHaveValue(siteId)
  await expect(page.getByRole('checkbox', { name: /Invite links/ })).not.toBeChecked()
})

test('conflicting changes are resolved field by field', async ({ page, seed, signInAs, callApi }) => {
  const params = { organizationId: seed.organizationId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general`)
  await page.getByLabel('Title').fill('Mine')
  await page.getByLabel('Default role').selectOption('read')
  await callApi(api.organizations.update, {
    params,
    body: { title: 'Theirs', defaultRole: 'edit', inviteLinks: false },
  })
  await page.getByRole('button', { name: 'Save settings' }).click()

  const titles = page.getByRole('radiogroup', { name: /Title/ })
  await expect(titles).toContainText('was “Halden Energy”')
  await expect(titles.getByRole('radio', { name: /Mine/ })).toBeChecked()
  await expect(page.getByText('1 other field was merged automatically')).toBeVisible()
  await page
    .getByRole('radiogroup', { name: /Default role/ })
    .getByRole('radio', { name: /Theirs/ })
    .check()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Saved the settings of “Mine”')).toBeVisible()
  expect(await callApi(api.organizations.get, { params })).toMatchObject({
    title: 'Mine',
    defaultRole: 'edit',
    inviteLinks: false,
  })
})

test('members read the settings and see which role can change them', async ({ page, seed, signInAs }) => {
  await signInAs('create')
  await page.goto(`/o/${seed.organizationId}/settings`)
  await expect(page.getByText('Only admins of Halden Energy')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete organization' })).toHaveCount(0)
  await expect(
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }),
  ).toHaveCount(0)
})

test('deleting an organization requires its title', async ({ page, seed, signInAs, callApi }) => {
  await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general?dialog=delete`)
  const dialog = page.getByRole('dialog', { name: /Delete the organization/ })
  await expect(dialog).toContainText('1 space and 0 sites are deleted permanently')
  await dialog.getByRole('textbox').fill('Halden')
  await expect(dialog.getByRole('button', { name: 'Delete Halden Energy' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog.getByRole('textbox').fill('Halden Energy')
  await dialog.getByRole('button', { name: 'Delete Halden Energy' }).click()
  await expect(page).toHaveURL(/\/o$/)
  await expect(page.getByText('Deleted the organization “Halden Energy”')).toBeVisible()
  const reading = callApi(api.organizations.get, { params: { organizationId: seed.organizationId } })
  await expect(reading).rejects.toMatchObject({ status: 404 })
})

test('a space is renamed while someone else locks it', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)
  await page.getByLabel('Title').fill('Guide for all')
  await page.getByLabel('Picture').fill('no address')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Enter an address that starts with http:// or https://')).toBeVisible()
  await page.getByLabel('Picture').fill('https://example.org/guide.png')
  await callApi(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved “Guide for all”')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Locked/ })).toBeChecked()
  const saved = await callApi(api.spaces.get, { params: { spaceId } })
  expect(saved).toMatchObject({ title: 'Guide for all', editMode: 'locked' })
  expect(saved.urls.icon).toBe('https://example.org/guide.png')
})

test('a space is transferred, and a refused transfer says why in the dialog', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  const collection = await seed.collection('Manuals')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)
  await page.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer “Guide”' })
  await expect(dialog.getByRole('option', { name: /Top level.*The space is here now/ })).toBeDisabled()
  await dialog.getByRole('option', { name: /Manuals/ }).click()
  await callApi(api.spaces.transfer, {
    params: { spaceId },
    body: { organization: seed.organizationId, parent: collection },
  })
  await dialog.getByRole('button', { name: 'Transfer space' }).click()
  await expect(dialog.getByRole('alert')).toContainText('already there')

  await dialog.getByRole('option', { name: /Top level of the library/ }).click()
  await dialog.getByRole('button', { name: 'Transfer space' }).click()
  await expect(page.getByText('Transferred “Guide”')).toBeVisible()
  expect((await callApi(api.spaces.get, { params: { spaceId } })).parent).toBeUndefined()
})

test('a space is duplicated, deleted and restored with a key', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('Created “Guide (copy)”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Guide (copy)' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete space' }).click()
  await expect(page.getByText('Moved “Guide (copy)” to the trash')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Restored “Guide (copy)”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Guide (copy)' })).toBeVisible()
  const { count } = await callApi(api.spaces.list, { params: { organizationId: seed.organizationId } })
  expect(count).toBe(2)
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the settings of an organization and a space are accessible', async ({
    page,
    seed,
    signInAs,
    expectAccessibleInBothThemes,
  }) => {
    const spaceId = await seed.space('Guide')
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/settings/general`)
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Delete organization' }).click()
    await expect(page.getByRole('dialog')).toContainText('are deleted permanently')
    await expectAccessibleInBothThemes(page)
    await page.goto(`/s/${spaceId}/settings`)
    await expect(page.getByText('This organization has no custom fields yet')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Transfer' }).click()
    await expect(page.getByRole('option', { name: /Top level of the library/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
