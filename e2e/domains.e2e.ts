import { api } from '#contract/api.ts'
import { emailOf, expect, expectNoOverflow, test } from './fixtures.ts'
import { runLectern } from './service.ts'

test('an admin adds a domain, proves it with a DNS record, and lets its people join', async ({
  page,
  seed,
  dns,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const domain = emailOf(seed, 'x').slice(2)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/domains`)
  await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain').fill('gmail.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('gmail.com is a public email service')).toBeVisible()
  await dialog.getByLabel('Domain').fill(`Ada@${domain.toUpperCase()}`)
  await page.keyboard.press('Enter')

  const detail = page.getByRole('dialog', { name: domain })
  await expect(detail.getByText('Pending')).toBeVisible()
  const name = await detail.getByLabel('Name of the record', { exact: true }).inputValue()
  const value = await detail.getByLabel('Value of the record', { exact: true }).inputValue()
  expect(name).toBe(`_lectern.${domain}`)
  await detail.getByRole('button', { name: 'Check now' }).click()
  await expect(detail.getByText(`There is no TXT record at ${name} yet`)).toBeVisible()
  dns.texts.set(name, ['lectern-verification=something-else'])
  await detail.getByRole('button', { name: 'Check now' }).click()
  await expect(detail.getByText('has another value')).toBeVisible()
  dns.texts.set(name, ['v=spf1 -all', value])
  await detail.getByRole('button', { name: 'Check now' }).click()
  await expect(detail.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByText(`${domain} is verified`)).toBeVisible()
  await expectAccessible(page)

  await detail.getByRole('checkbox', { name: /Allow people with an address/ }).check()
  await expect(page.getByText(`People with an address at ${domain} can join`)).toBeVisible()
  const params = { organizationId: seed.organizationId }
  expect((await callApi(api.organizations.get, { params })).emailDomains).toEqual([domain])
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect(page.getByRole('row', { name: domain })).not.toContainText('On')
  await expect.poll(async () => (await callApi(api.organizations.get, { params })).emailDomains).toEqual([])

  await page.getByRole('row', { name: domain }).focus()
  await page.keyboard.press('Enter')
  await detail.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: `Delete ${domain}` }).click()
  await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
})

test('a domain that another organization verified says so, and the operator can vouch for a free one', async ({
  page,
  seed,
  service,
  signInAs,
  callApi,
}) => {
  const domain = emailOf(seed, 'x').slice(2)
  const other = await callApi(api.organizations.create, { body: { title: 'Other' } })
  expect(await runLectern(service.dataDir, 'domains', 'verify', other.id, domain)).toBe(
    `${domain} is verified\n`,
  )
  const refused = runLectern(service.dataDir, 'domains', 'verify', seed.organizationId, domain)
  await expect(refused).rejects.toThrow(`Another organization has verified ${domain}`)
  await callApi(api.verifiedDomains.delete, { params: { organizationId: other.id, domain } })
  await runLectern(service.dataDir, 'domains', 'verify', seed.organizationId, domain)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/domains?domain=${domain}`)
  const detail = page.getByRole('dialog', { name: domain })
  await expect(detail.getByText('by the operator of this service')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Check now' })).toHaveCount(0)
})

test('general settings name email domains that are not verified, and lead to the domains', async ({
  page,
  seed,
  signInAs,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general`)
  await page.getByLabel('Email domains').fill('halden.example ')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Not verified yet: halden.example.')).toBeVisible()
  await page.getByRole('link', { name: 'verified the domain' }).click()
  const row = page.getByRole('row', { name: 'halden.example' })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('When verified')
})

test('only admins see the domains', async ({ page, seed, signInAs }) => {
  await signInAs('create')
  await page.goto(`/o/${seed.organizationId}/settings/domains`)
  await expect(page.getByText('Only admins can manage domains')).toBeVisible()
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 740 } })

  test('the list and a domain are accessible', async ({
    page,
    seed,
    signInAs,
    callApi,
    expectAccessibleInBothThemes,
  }) => {
    const params = { organizationId: seed.organizationId }
    await callApi(api.verifiedDomains.create, { params, body: { domain: 'halden.example' } })
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/settings/domains`)
    await expect(page.getByRole('row', { name: 'halden.example' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'halden.example', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'halden.example' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
  })
})
