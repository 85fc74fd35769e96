import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('a share link with a password opens the site, and can be switched off and on', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await seed.publish(siteId)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  await page.getByRole('radio', { name: 'Share link' }).click()
  const change = page.getByRole('main').getByRole('button', { name: 'Change audience' })
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('The site has no active share link').last()).toBeVisible()
  expect((await callApi(api.sites.get, { params })).visibility).toBe('public')
  await page.getByRole('button', { name: 'Create a share link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New share link' })
  await dialog.getByLabel('Name').fill('Partners')
  await dialog.getByLabel('Password', { exact: true }).fill('abc')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Use 4 characters or more')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('open sesame')
  await page.keyboard.press('ControlOrMeta+Enter')
  const row = page.getByRole('grid', { name: 'Share links' }).locator('[data-row]')
  await expect(row).toHaveText([/Partners.*On, with password/])
  await change.click()
  const question = page.getByRole('alertdialog', { name: /to “Share link”/ })
  await expect(question).toContainText('Everyone without a share link loses access')
  await question.getByRole('button', { name: 'Change audience' }).click()
  await expect(page.getByText('Changed the audience of “Halden Docs” to “Share link”')).toBeVisible()
  const [link] = (await callApi(api.siteShareLinks.list, { params })).items
  const reader = await page.context().newPage()
  await reader.goto(link?.urls.published ?? '')
  await reader.getByLabel('Password').fill('wrong one')
  await reader.getByRole('button', { name: 'Open' }).click()
  await expect(reader.getByText('That password isn’t correct. Try again.')).toBeVisible()
  await expectAccessible(reader)
  await reader.getByLabel('Password').fill('open sesame')
  await reader.keyboard.press('Enter')
  await expect(reader.getByRole('heading', { name: 'Guides page' })).toBeVisible()

  await row.getByRole('button', { name: 'Actions for Partners' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  const last = page.getByRole('alertdialog', { name: 'Turn off “Partners”?' })
  await expect(last).toContainText('This is the last active share link. Everyone with it loses access')
  await expect(last).toContainText('Readers get a 404 for the page at')
  await last.getByRole('button', { name: 'Turn off link' }).click()
  await expect(row).toHaveText([/Off/])
  expect((await reader.goto(reader.url()))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row).toHaveText([/On, with password/])
  await page.reload()
  await expect(row).toHaveText([/On, with password/])
})

test('visitor sign-in is set up where it is chosen, and then changed or scheduled', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await seed.publish(siteId)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  const main = page.getByRole('main')
  await page.getByRole('radio', { name: 'Visitor sign-in' }).click()
  await expect(main.getByRole('status').filter({ hasText: 'The site has no sign-in URL' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Change audience' })).toHaveAttribute('aria-disabled', 'true')

  const schedule = main.getByRole('button', { name: 'Schedule…' })
  await schedule.click()
  const dialog = page.getByRole('dialog', { name: 'Schedule a change' })
  await expect(dialog.getByLabel('Change', { exact: true })).toHaveValue('change-audience')
  await expect(dialog.getByLabel('Audience')).toHaveValue('visitor-auth')
  await expect(dialog.getByRole('button', { name: 'Schedule change' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  await dialog.getByLabel('Sign-in URL').fill('nowhere')
  await dialog.getByRole('button', { name: 'Save URL' }).click()
  await expect(dialog.getByText('Enter an address that starts with http:// or https://')).toBeVisible()
  await dialog.getByLabel('Sign-in URL').fill('https://app.example.org/in')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('loses access. The page at')
  await expect(dialog).toContainText('redirects them to app.example.org/in')
  await dialog.getByRole('button', { name: 'Schedule change' }).click()
  await expect(dialog).toBeHidden()
  await expect(schedule).toBeFocused()
  const { items } = await callApi(api.siteScheduledActions.list, { params })
  expect(items).toMatchObject([{ change: { type: 'change-audience', visibility: 'visitor-auth' } }])

  await main.getByRole('button', { name: 'Change audience' }).click()
  const question = page.getByRole('alertdialog', { name: /to “Visitor sign-in”/ })
  await expect(question).toContainText('redirects them to app.example.org/in')
  await question.getByRole('button', { name: 'Change audience' }).click()
  await expect(page.getByText('Changed the audience of “Halden Docs” to “Visitor sign-in”')).toBeVisible()
  const signInUrl = page.getByLabel('Sign-in URL')
  await expect(signInUrl).toHaveValue('https://app.example.org/in')
  await signInUrl.fill('')
  await page.getByRole('button', { name: 'Save URLs' }).click()
  const removal = page.getByRole('alertdialog', { name: 'Remove the sign-in URL?' })
  await expect(removal).toContainText('Visitors who aren’t signed in lose access right away. The page at')
  await removal.getByRole('button', { name: 'Cancel' }).click()
  expect(await callApi(api.sitePublishing.getAuth, { params })).toHaveProperty('fallbackURL')
})

test('a site that no reader could open is not published, and the refusal leads to its audience', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.sites.update, { params, body: { visibility: 'share-link' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('The site has no active share link')).toBeVisible()
  await page.getByRole('button', { name: 'Open audience' }).click()
  await expect(page).toHaveURL(/\/audience/)
  await expect(page.getByText('No share links yet')).toBeVisible()
})

test('the key of visitor sign-in is hidden, shown, and replaced after confirmation', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.sites.update, { params, body: { visibility: 'visitor-auth' } })
  const { privateKey } = await callApi(api.sitePublishing.getAuth, { params })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  const key = page.getByLabel('Private key', { exact: true })
  await expect(key).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(key).toHaveValue(privateKey)
  await page.getByLabel('Sign-in URL').fill('nowhere')
  await page.getByRole('button', { name: 'Save URLs' }).click()
  await expect(page.getByText('Enter an address that starts with http:// or https://')).toBeVisible()
  await page.getByLabel('Sign-in URL').fill('https://app.example.org/docs')
  await page.getByRole('button', { name: 'Save URLs' }).click()
  await expect(page.getByText('Saved the URLs of visitor sign-in')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New key…' }).click()
  await page.getByRole('button', { name: 'Create a new key' }).click()
  await expect(page.getByText('Created a new key')).toBeVisible()
  await expect(key).not.toHaveValue(privateKey)
})

test('claims are edited as rows, and the matrix shows who sees what, with warnings', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const sections = (await callApi(api.siteSections.list, { params })).items
  const second = sections.find(({ title }) => title === 'Reference')
  await callApi(api.siteSections.update, {
    params: { ...params, siteSectionId: second?.id ?? '' },
    body: { condition: 'visitor.claims.plan == "pro"' },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  await expect(page.getByText('visitor.claims.plan isn’t in the schema')).toBeVisible()
  await page.getByRole('button', { name: 'Add claim' }).click()
  await page.getByRole('button', { name: 'Save claims' }).click()
  await expect(page.getByText('Every claim needs a name')).toBeVisible()
  await page.getByLabel('Name of new claim').fill('plan')
  await page.getByLabel('Values of plan').fill('free, pro')
  await page.getByLabel('Description of plan').fill('What is paid')
  await page.getByRole('button', { name: 'Save claims' }).click()
  await expect(page.getByText('Saved the claims')).toBeVisible()
  await expect(page.getByText('visitor.claims.plan isn’t in the schema')).toBeHidden()
  await page.getByLabel('Readers', { exact: true }).fill('Customers')
  await page.getByLabel('Their claims').fill('{"plan": "pro"}')
  await page.keyboard.press('Enter')
  const reference = page.getByRole('row', { name: /^Reference/ })
  await expect(reference.getByRole('cell')).toHaveText(['Hidden', 'Shown'])
  await page.getByLabel('Condition to try').fill('visitor.claims.plan == "gold"')
  await expect(page.getByText('No visitor allowed by the schema sees this')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(reference.getByRole('cell')).toHaveText(['Hidden', 'Shown'])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)

  // What was typed is not lost when someone else saves claims, and saving it doesn’t overwrite theirs.
  await page.getByLabel('Description of plan').fill('What they pay')
  const { jsonSchema: saved, version } = await callApi(api.siteAudience.getSchema, { params })
  const properties = { ...saved.properties, beta: { type: 'boolean' as const } }
  const body = { jsonSchema: { ...saved, properties } }
  await callApi(api.siteAudience.putSchema, { params, body }, { ifMatch: version })
  await expect(page.getByRole('button', { name: 'visitor.claims.beta' })).toBeVisible()
  await expect(page.getByLabel('Description of plan')).toHaveValue('What they pay')
  await page.getByRole('button', { name: 'Save claims' }).click()
  await expect(page.getByText('Someone else changed this')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Name of beta')).toBeVisible()

  // What was typed is not lost, neither by showing it as JSON nor by leaving.
  await page.getByLabel('Description of plan').fill('The plan of the customer')
  await page.getByRole('button', { name: 'As JSON' }).click()
  await expect(page.getByLabel('Schema', { exact: true })).toHaveValue(/The plan of the customer/)
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveURL(new RegExp(`/sites/${siteId}$`))
  const { jsonSchema } = await callApi(api.siteAudience.getSchema, { params })
  expect(jsonSchema.properties.plan).toMatchObject({ description: 'The plan of the customer' })
})

test('a custom hostname shows its DNS record, is validated, and can be removed', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const hostname = `docs.${seed.organizationId.toLowerCase()}.example`
  await seed.publish(siteId)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/settings`)
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('docs')
  await page.getByRole('button', { name: 'Set custom domain' }).click()
  await expect(page.getByText(/^Enter a domain with at least three parts/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill(`https://D${hostname.slice(1)}/start`)
  await page.getByRole('button', { name: 'Set custom domain' }).click()
  await expect(page.getByLabel('Name of the record', { exact: true })).toHaveValue(hostname)
  await page.reload()
  await expect(page.getByLabel('Name of the record', { exact: true })).toHaveValue(hostname)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('The service is at 127.0.0.1, which isn’t a DNS name')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove custom domain' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Links to the page at ${hostname} stop working right away.`)
  await question.getByRole('button', { name: 'Remove custom domain' }).click()
  await expect(page.getByRole('textbox', { name: 'Domain', exact: true })).toBeVisible()
})

test('a reader sees the audience and cannot change it', async ({ page, seed, signInAs }) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  await expect(page.getByRole('radio', { name: 'Unlisted' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add claim' })).toBeHidden()
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/settings`)
  await expect(page.getByText('You can’t change the settings of this site')).toBeVisible()
})
