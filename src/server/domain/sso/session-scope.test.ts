import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { SamlProvider } from '#contract/saml-providers.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { openEventStream } from '#testing/event-streams.ts'
import { completeSettings } from '#testing/saml-providers.ts'
import { anSsoBrowser, type SsoBrowser } from '#testing/saml-sign-in.ts'
import { anSsoOrganization, signedInBrowser } from '#testing/sso-organization.ts'
import { insertMember } from '../organizations/membership-queries.ts'

const app = useTestApp()

const sessionOf = (browser: SsoBrowser) => `lectern_session=${browser.cookies.get('lectern_session')}`

/** A contractor with an address elsewhere, whose account is linked to the provider of one of two organizations. */
async function aContractor() {
  const [client, other] = [await anSsoOrganization(app), await app.anOrganization('Other')]
  const member = await app.aMember(client.organizationId, 'edit')
  await join(other.organizationId, member.userId, 'admin')
  const person = { id: `contractor-${member.userId}`, email: member.email }
  await link(client.organizationId, client.provider, member, person.id)
  return { client, other, member, person }
}

const join = (organizationId: string, userId: string, role: Role) =>
  app.db.transaction().execute((tx) => insertMember(tx, { organizationId, userId, role, now: new Date() }))

/** Links an account to a person at a provider, as `linkSSOAccount` does. */
async function link(
  organizationId: string,
  { id: providerId }: SamlProvider,
  { userId }: Person,
  subject: string,
) {
  const now = new Date()
  const row = { organization_id: organizationId, provider_id: providerId, subject, user_id: userId }
  await app.db
    .insertInto('sso_identity')
    .values({ ...row, created_at: now, last_used_at: now })
    .execute()
}

const call = (browser: SsoBrowser, method: 'GET' | 'PATCH' | 'POST' | 'DELETE', url: string, body?: object) =>
  app.send({
    method,
    url,
    headers: {
      cookie: sessionOf(browser),
      host: 'localhost',
      'x-lectern': '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

describe('a provider whose organization does not own the account', () => {
  test('opens that organization and nothing else of the account', async () => {
    const { client, other, member, person } = await aContractor()
    const browser = anSsoBrowser(app)
    expect(await browser.signIn({ provider: client.provider, person })).toBe('/')
    expect((await browser.get(`/v1/orgs/${client.organizationId}`)).status).toBe(200)
    const refused = (text: string) => (JSON.parse(text) as { error: { type: string } }).error.type
    for (const response of [
      await call(browser, 'GET', `/v1/orgs/${other.organizationId}`),
      await call(browser, 'GET', '/v1/user/tokens'),
      await call(browser, 'POST', '/v1/user/tokens', { label: 'Kept' }),
      await call(browser, 'DELETE', '/v1/user/tokens/any'),
      await call(browser, 'PATCH', `/v1/users/${member.userId}`, { displayName: 'Renamed' }),
      await call(browser, 'POST', '/v1/orgs', { title: 'Third' }),
      await call(browser, 'POST', `/v1/orgs/${other.organizationId}/invites/any`),
      await call(browser, 'POST', `/v1/orgs/${other.organizationId}/join`),
      await call(browser, 'GET', '/auth/sessions'),
      await call(browser, 'DELETE', '/auth/sessions'),
      await call(browser, 'DELETE', `/auth/linked-accounts/${client.provider.id}`),
      await call(browser, 'POST', '/auth/passkeys/options'),
    ])
      expect([response.status, refused(response.text)]).toEqual([403, 'account_sign_in_required'])
    const list = JSON.parse((await browser.get('/v1/orgs')).text) as { items: { id: string }[] }
    expect(list.items.find(({ id }) => id === other.organizationId)).toMatchObject({
      title: 'Other',
      emailDomains: [],
      permissions: { view: false, admin: false },
      signIn: { required: 'account_sign_in_required', logins: [] },
    })
  })

  test('adds to a session that the person opened with the account itself', async () => {
    const { client, other, member, person } = await aContractor()
    await client.call(api.organizations.update, { params: client.params, body: { sso: true } })
    const browser = anSsoBrowser(app)
    const [name = '', value = ''] = (await signedInBrowser(app, member)).cookie().split('=')
    browser.cookies.set(name, value)
    expect((await browser.get(`/v1/orgs/${client.organizationId}`)).status).toBe(403)
    await browser.signIn({ provider: client.provider, person })
    for (const { organizationId } of [client, other])
      expect((await browser.get(`/v1/orgs/${organizationId}`)).status).toBe(200)
    const replaced = { method: 'GET', url: '/auth/session', headers: { cookie: `${name}=${value}` } } as const
    expect((await app.send(replaced)).status).toBe(401)
  })
})

test('an operator does not operate the service in a session that another organization opened', async () => {
  const client = await anSsoOrganization(app)
  const accounts = app.db.selectFrom('user_account').select(['id as userId', 'email'])
  const first = await accounts.orderBy('created_at').orderBy('id').executeTakeFirstOrThrow()
  const operator = { ...first, token: '' }
  await link(client.organizationId, client.provider, operator, 'operator')
  const browser = anSsoBrowser(app)
  await browser.signIn({ provider: client.provider, person: { id: 'operator' } })
  const stateIn = async (cookie: string) => {
    const headers = { cookie, host: 'localhost' }
    const session = await app.send({ method: 'GET', url: '/auth/session', headers })
    const system = await app.send({ method: 'GET', url: '/v1/system', headers })
    const { account } = session.json() as { account: { operator: boolean } }
    const { error } = system.json() as { error?: { type: string } }
    return [account.operator, system.status, error?.type]
  }
  expect(await stateIn(sessionOf(browser))).toEqual([false, 403, 'account_sign_in_required'])
  const own = (await signedInBrowser(app, operator)).cookie()
  expect(await stateIn(own)).toEqual([true, 200, undefined])
})

test('a session keeps the providers of several organizations, until one is unlinked or deleted', async () => {
  const [one, two] = [await anSsoOrganization(app), await anSsoOrganization(app)]
  const browser = anSsoBrowser(app)
  await browser.signIn({ provider: one.provider, person: one.ann })
  const account = app.db.selectFrom('user_account').select('id').where('email', '=', one.ann.email)
  const { id: userId } = await account.executeTakeFirstOrThrow()
  await join(two.organizationId, userId, 'edit')
  for (const { call: change, params } of [one, two])
    await change(api.organizations.update, { params, body: { sso: true } })
  await link(two.organizationId, two.provider, { userId } as Person, 'ann-2')
  const statuses = async () => [
    (await browser.get(`/v1/orgs/${one.organizationId}`)).status,
    (await browser.get(`/v1/orgs/${two.organizationId}`)).status,
  ]
  expect(await statuses()).toEqual([200, 403])
  const refusal = await call(browser, 'POST', '/v1/user/tokens', { label: 'Script' })
  expect([refusal.status, JSON.parse(refusal.text)]).toMatchObject([403, { error: { type: 'sso_required' } }])
  await browser.signIn({ provider: two.provider, person: { id: 'ann-2' } })
  expect(await statuses()).toEqual([200, 200])
  expect((await call(browser, 'POST', '/v1/user/tokens', { label: 'Script' })).status).toBe(201)
  expect((await call(browser, 'DELETE', `/auth/linked-accounts/${two.provider.id}`)).status).toBe(204)
  expect(await statuses()).toEqual([200, 403])
  // Another provider remains, so the requirement stays.
  await one.call(api.samlProviders.create, { params: one.params, body: await completeSettings(1) })
  await one.call(api.samlProviders.delete, { params: { ...one.params, samlProviderId: one.provider.id } })
  expect(await statuses()).toEqual([403, 403])
})

test('another entity ID of a SAML provider forgets who signed in with the former one', async () => {
  const { client, member, person } = await aContractor()
  const params = { ...client.params, samlProviderId: client.provider.id }
  await client.call(api.samlProviders.update, { params, body: { label: 'Renamed' } })
  const identities = app.db.selectFrom('sso_identity').selectAll().where('user_id', '=', member.userId)
  expect(await identities.execute()).toHaveLength(1)
  const provider = await client.call(api.samlProviders.update, {
    params,
    body: { entityID: 'https://other-idp.example/metadata' },
  })
  expect(await identities.execute()).toEqual([])
  expect(await anSsoBrowser(app).signIn({ provider, person })).toBe('/sign-in?sso=no-access')
})

test('a password session of someone who must use single sign-on creates no token, and older tokens work', async () => {
  const { organizationId, call: change, params } = await anSsoOrganization(app)
  const member = await app.aMember(organizationId, 'edit')
  const browser = await signedInBrowser(app, member)
  expect((await browser.send(api.tokens.create, { label: 'Before' })).status).toBe(201)
  await change(api.organizations.update, { params, body: { sso: true } })
  const response = await browser.send(api.tokens.create, { label: 'After' })
  expect([response.status, response.json()]).toMatchObject([
    403,
    { error: { type: 'sso_required', details: { organization: organizationId } } },
  ])
  expect((await app.as(member)(api.tokens.create, { body: { label: 'By a token' } })).label).toBe(
    'By a token',
  )
})

test('the list of organizations shows those that require another sign-in without their settings', async () => {
  const { organizationId, call: change, params, provider, domain } = await anSsoOrganization(app)
  const member = await app.aMember(organizationId, 'edit')
  await change(api.organizations.update, { params, body: { sso: true, emailDomains: [domain] } })
  const browser = await signedInBrowser(app, member)
  const listed = async () => (await browser.send(api.organizations.list)).json() as { items: object[] }
  const [closed] = (await listed()).items
  expect(closed).toMatchObject({ id: organizationId, emailDomains: [], permissions: { view: false } })
  expect(closed).toMatchObject({
    signIn: { required: 'sso_required', logins: [{ id: provider.id, label: provider.label }] },
  })
  for (const name of ['sso', 'secondFactor', 'defaultRole', 'ai']) expect(closed).not.toHaveProperty(name)
  await change(api.organizations.update, { params, body: { sso: false } })
  expect((await listed()).items).toMatchObject([{ emailDomains: [domain], permissions: { view: true } }])
})

test('event streams of sessions end when the organization starts to require single sign-on', async () => {
  const { organizationId, admin, call: change, params } = await anSsoOrganization(app)
  const member = await app.aMember(organizationId, 'edit')
  const cookie = (await signedInBrowser(app, member)).cookie()
  const address = await app.address()
  const session = await openEventStream(address, { cookie }, organizationId)
  const token = await openEventStream(address, admin, organizationId)
  await change(api.organizations.update, { params, body: { sso: true } })
  await session.ended
  const space = await change(api.spaces.create, { params, body: { title: 'Afterwards' } })
  await token.waitFor(({ id }) => id === space.id)
  expect(session.events.map(({ id }) => id)).not.toContain(space.id)
  token.close()
})
