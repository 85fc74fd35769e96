import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aBrowser, password, setPassword } from '#testing/browser.ts'
import { anOrganizationWithProvider } from '#testing/saml-providers.ts'
import { setUpApp } from '#testing/second-factor.ts'

const app = useTestApp()

/** An organization that requires a second factor, with a space, and its admin signed in by password. */
async function aStrictOrganization() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Handbook' } })
  await app.db
    .updateTable('organization')
    .set({ second_factor: 'required' })
    .where('id', '=', organizationId)
    .execute()
  await setPassword(app, admin)
  const browser = aBrowser(app)
  expect((await browser.send(api.sessions.signIn, { email: admin.email, password })).status).toBe(200)
  return { organizationId, admin, params, spaceId: space.id, browser }
}

test('without a second factor the organization, its spaces and its files are closed, and others stay open', async () => {
  const { organizationId, params, spaceId, browser } = await aStrictOrganization()
  const refused = {
    error: {
      code: 403,
      type: 'second_factor_required',
      message: expect.any(String),
      details: { organization: organizationId },
    },
  }
  for (const response of [
    await browser.send(api.organizations.get, undefined, params),
    await browser.send(api.members.list, undefined, params),
    await browser.send(api.spaces.get, undefined, { spaceId }),
    await browser.send(api.spaces.update, { title: 'Changed' }, { spaceId }),
  ]) {
    expect(response.status).toBe(403)
    expect(response.json()).toEqual(refused)
  }
  expect((await browser.send(api.sessions.current)).status).toBe(200)
  expect((await browser.send(api.organizations.create, { title: 'Another' })).status).toBe(201)
})

test('a session without a second factor creates no API token while an organization requires one', async () => {
  const { organizationId, admin, browser } = await aStrictOrganization()
  const refused = await browser.send(api.tokens.create, { label: 'Backup' })
  expect([refused.status, refused.json()]).toMatchObject([
    403,
    { error: { type: 'second_factor_required', details: { organization: organizationId } } },
  ])
  await setUpApp(browser)
  expect((await browser.send(api.tokens.create, { label: 'Backup' })).status).toBe(201)
  expect((await app.as(admin)(api.tokens.create, { body: { label: 'By a token' } })).label).toBe('By a token')
})

test('a session with a second factor, a session of the organization’s provider and API tokens work', async () => {
  const { organizationId, admin, params, spaceId, browser } = await aStrictOrganization()
  const session = app.db.updateTable('session').where('user_id', '=', admin.userId)
  const status = async () => [
    (await browser.send(api.organizations.get, undefined, params)).status,
    (await browser.send(api.spaces.get, undefined, { spaceId })).status,
  ]
  expect(await status()).toEqual([403, 403])
  await session.set({ second_factor: true }).execute()
  expect(await status()).toEqual([200, 200])
  const bySso = { second_factor: false, method: 'saml' } as const
  const { provider } = await anOrganizationWithProvider(app)
  const providers = app.db.updateTable('sso_provider').where('id', '=', provider.id)
  await providers.set({ organization_id: organizationId }).execute()
  await session.set({ ...bySso, provider_id: provider.id }).execute()
  expect(await status()).toEqual([200, 200])
  const other = await app.anOrganization()
  await providers.set({ organization_id: other.organizationId }).execute()
  expect(await status()).toEqual([403, 403])
  expect((await app.as(admin)(api.spaces.get, { params: { spaceId } })).id).toBe(spaceId)
})
