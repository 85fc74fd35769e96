import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { aBrowser } from '#testing/browser.ts'
import { anSsoBrowser, aResponse, type SsoBrowser } from '#testing/saml-sign-in.ts'
import { anSsoOrganization, signedInBrowser } from '#testing/sso-organization.ts'

const app = useTestApp()

/** A browser for single sign-on in which a person has signed in with a password. */
async function signedInSsoBrowser(person: Person): Promise<SsoBrowser> {
  const [name = '', value = ''] = (await signedInBrowser(app, person)).cookie().split('=')
  const browser = anSsoBrowser(app)
  browser.cookies.set(name, value)
  return browser
}

const queryOf = (url: string): string => new URL(url).search

describe('the providers of an email address', () => {
  test('are those of the organization that has verified its domain, with or without an account', async () => {
    const { call, params, provider, domain } = await anSsoOrganization(app)
    const find = async (email: string) => (await aBrowser(app).send(api.sso.findLogins, { email })).json()
    const logins = [{ id: provider.id, label: provider.label, startURL: provider.service.startURL }]
    expect(await find(`nobody@${domain.toUpperCase()}`)).toEqual({ logins, required: false })
    await call(api.organizations.update, { params, body: { sso: true } })
    expect(await find(`ann@${domain}`)).toEqual({ logins, required: true })
    expect(await find(`ann@sub.${domain}`)).toEqual({ logins: [], required: false })
    expect(await find('ann@example.org')).toEqual({ logins: [], required: false })
  })

  test('cannot be asked for from other websites', async () => {
    const browser = aBrowser(app, { origin: 'https://evil.example' })
    expect((await browser.send(api.sso.findLogins, { email: 'a@b.example' })).status).toBe(403)
  })
})

describe('linking an account', () => {
  test('lets a member of another domain in, also where single sign-on is required', async () => {
    const { organizationId, call, params, provider } = await anSsoOrganization(app)
    const member = await app.aMember(organizationId, 'edit')
    await call(api.organizations.update, { params, body: { sso: true } })
    const person = { id: 'contractor', email: member.email }
    expect(await anSsoBrowser(app).signIn({ provider, person })).toBe('/sign-in?sso=no-access')
    const password = await signedInBrowser(app, member)
    const path = { ...params, providerId: provider.id }
    const response = await password.send(api.sso.link, { returnPath: '/o/back' }, path)
    const { url } = response.json() as { url: string }
    const browser = anSsoBrowser(app)
    const [name = '', value = ''] = password.cookie().split('=')
    browser.cookies.set(name, value)
    expect(await browser.signIn({ provider, person }, queryOf(url))).toBe('/o/back')
    expect((await browser.get(`/v1/orgs/${organizationId}`)).status).toBe(200)
    expect((await password.send(api.sessions.current)).status).toBe(401)
    expect(await anSsoBrowser(app).signIn({ provider, person })).toBe('/')
    const other = await app.aMember(organizationId, 'edit')
    const second = await signedInBrowser(app, other)
    const again = (await second.send(api.sso.link, {}, path)).json() as { url: string }
    const otherBrowser = await signedInSsoBrowser(other)
    expect(await otherBrowser.signIn({ provider, person }, queryOf(again.url))).toBe(
      '/sign-in?sso=linked-elsewhere',
    )
  })

  test('works only for the user who began it, and for members', async () => {
    const { organizationId, params, provider, ann } = await anSsoOrganization(app)
    const member = await app.aMember(organizationId, 'edit')
    const path = { ...params, providerId: provider.id }
    const browser = await signedInBrowser(app, member)
    const { url } = (await browser.send(api.sso.link, {}, path)).json() as { url: string }
    const victim = await signedInSsoBrowser(await app.aMember(organizationId, 'admin'))
    expect((await victim.get(url)).location).toBe('/sign-in?sso=expired')
    expect((await anSsoBrowser(app).get(url)).location).toBe('/sign-in?sso=expired')
    const began = await signedInSsoBrowser(member)
    const requestId = await began.start(provider, queryOf(url))
    const response = await aResponse({ provider, requestId, person: ann })
    const finish = await began.postResponse(provider.service.acsURL, response, requestId)
    began.cookies.delete('lectern_session')
    expect((await began.get(finish)).location).toBe('/sign-in?sso=expired')
    const stranger = await signedInBrowser(app, await app.aPerson())
    expect((await stranger.send(api.sso.link, {}, path)).status).toBe(404)
    await expect(app.as(member)(api.sso.link, { params: path, body: {} })).rejects.toMatchObject({
      status: 409,
    })
  })
})

test('a user sees the providers that can sign them in, and unlinks one', async () => {
  const { organizationId, provider, ann } = await anSsoOrganization(app)
  const browser = anSsoBrowser(app)
  await browser.signIn({ provider, person: ann })
  const { text } = await browser.get('/auth/linked-accounts')
  const { items } = JSON.parse(text) as { items: object[] }
  expect(items).toMatchObject([
    { provider: { id: provider.id, label: provider.label }, organization: { id: organizationId } },
  ])
  const cookie = `lectern_session=${browser.cookies.get('lectern_session')}`
  const unlink = () =>
    app.send({
      method: 'DELETE',
      url: `/auth/linked-accounts/${provider.id}`,
      headers: { cookie, host: 'localhost', 'x-lectern': '1' },
    })
  expect((await unlink()).status).toBe(204)
  expect((await unlink()).status).toBe(404)
  const left = app.db.selectFrom('sso_identity').selectAll().where('provider_id', '=', provider.id)
  expect(await left.execute()).toEqual([])
})

describe('a test of a provider', () => {
  test('shows what was sent and what signing in would do, and changes nothing', async () => {
    const { organizationId, admin, call, params, provider, ann } = await anSsoOrganization(app)
    const team = await call(api.teams.create, { params, body: { title: 'Writers' } })
    await call(api.samlProviders.update, {
      params: { ...params, samlProviderId: provider.id },
      body: { defaultTeam: team.id, defaultRole: 'edit' },
    })
    const { id, url } = await call(api.sso.startTest, { params: { ...params, providerId: provider.id } })
    const result = () => call(api.sso.getTest, { params: { ...params, testId: id } })
    expect(await result()).toMatchObject({ status: 'waiting', provider: { label: provider.label } })
    const browser = await signedInSsoBrowser(admin)
    const options = { provider, person: ann, attributes: { groups: ['Writers', 'Staff'] } }
    expect(await browser.signIn(options, queryOf(url))).toBe(
      `/o/${organizationId}/settings/sso?provider=${provider.id}&test=${id}`,
    )
    expect(await result()).toMatchObject({
      status: 'passed',
      identity: {
        subject: 'ann-1',
        email: ann.email,
        displayName: 'Ann Lee',
        groups: ['Writers', 'Staff'],
        attributes: { email: [ann.email] },
      },
      outcome: { type: 'create', joins: { role: 'edit', team: 'Writers' } },
    })
    const account = app.db.selectFrom('user_account').selectAll().where('email', '=', ann.email)
    expect(await account.execute()).toEqual([])
    await anSsoBrowser(app).signIn({ provider, person: ann })
    expect(await result()).toMatchObject({ outcome: { type: 'sign-in', user: { email: ann.email } } })
  })

  test('shows exactly why a response was refused', async () => {
    const { admin, call, params, provider, ann } = await anSsoOrganization(app)
    const start = () => call(api.sso.startTest, { params: { ...params, providerId: provider.id } })
    const result = (testId: string) => call(api.sso.getTest, { params: { ...params, testId } })
    const forged = await start()
    const browser = await signedInSsoBrowser(admin)
    await browser.signIn({ provider, person: ann, key: 5 }, queryOf(forged.url))
    expect(await result(forged.id)).toMatchObject({
      status: 'failed',
      error: 'Invalid signature: no certificate of the provider matches it',
    })
    const foreign = await start()
    await browser.signIn({ provider, person: { id: 'x', email: 'x@example.net' } }, queryOf(foreign.url))
    expect(await result(foreign.id)).toMatchObject({
      status: 'failed',
      outcome: { type: 'refuse', reason: expect.stringContaining('hasn’t verified the domain') },
    })
  })

  test('needs a provider that is set up, and is for admins of its organization', async () => {
    const { organizationId, call, params, provider } = await anSsoOrganization(app)
    const pending = await call(api.samlProviders.create, { params, body: { label: 'Later' } })
    await expect(
      call(api.sso.startTest, { params: { ...params, providerId: pending.id } }),
    ).rejects.toMatchObject({ status: 409 })
    const { id } = await call(api.sso.startTest, { params: { ...params, providerId: provider.id } })
    const elsewhere = await anSsoOrganization(app)
    const foreign = { ...elsewhere.params, testId: id }
    await expect(elsewhere.call(api.sso.getTest, { params: foreign })).rejects.toMatchObject({ status: 404 })
    const editor = app.as(await app.aMember(organizationId, 'edit'))
    await expect(editor(api.sso.getTest, { params: { ...params, testId: id } })).rejects.toMatchObject({
      status: 403,
    })
  })
})
