import { describe, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { SamlProvider } from '#contract/saml-providers.ts'
import { useTestApp } from '#testing/app.ts'
import { aKey } from '#testing/saml-providers.ts'
import { anSsoBrowser, aResponse, parsedRequest, type ResponseOptions } from '#testing/saml-sign-in.ts'
import { anSsoOrganization } from '#testing/sso-organization.ts'

const app = useTestApp()

const setUp = () => anSsoOrganization(app)

const accountOf = (email: string) =>
  app.db.selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirst()

describe('the first sign-in', () => {
  test('creates an account and a membership with the default team and role, and returns to where it began', async () => {
    const { call, params, provider, ann } = await setUp()
    const team = await call(api.teams.create, { params, body: { title: 'Writers' } })
    const path = { params: { ...params, samlProviderId: provider.id } }
    await call(api.samlProviders.update, { ...path, body: { defaultTeam: team.id, defaultRole: 'edit' } })
    const browser = anSsoBrowser(app)
    const options = { provider, person: ann, attributes: { picture: 'https://img.example/ann.png' } }
    expect(await browser.signIn(options, '?return=/o/home')).toBe('/o/home')
    const account = await accountOf(ann.email)
    expect(account).toMatchObject({
      display_name: 'Ann Lee',
      photo_url: 'https://img.example/ann.png',
      password_hash: null,
      email_verified_at: expect.any(Date),
    })
    const userId = account?.id ?? ''
    const member = await call(api.members.get, { params: { ...params, userId } })
    expect(member).toMatchObject({ role: 'edit', sso: true, teams: 1 })
    const [session] = await app.db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()
    expect(session).toMatchObject({
      method: 'saml',
      provider_id: provider.id,
      provider_organization_id: params.organizationId,
    })
    const current = await browser.get('/auth/session')
    expect(JSON.parse(current.text)).toMatchObject({ user: { email: ann.email } })
  })

  test('links an existing account, and later sign-ins find it by the provider’s id', async () => {
    const { organizationId, call, params, provider, ann, domain } = await setUp()
    const member = await app.aMember(organizationId, 'comment')
    await app.db
      .updateTable('user_account')
      .set({ email: ann.email, email_verified_at: new Date() })
      .where('id', '=', member.userId)
      .execute()
    expect(await anSsoBrowser(app).signIn({ provider, person: ann })).toBe('/')
    const renamed = { ...ann, email: `ann.new@${domain}` }
    expect(await anSsoBrowser(app).signIn({ provider, person: renamed })).toBe('/')
    expect(await accountOf(renamed.email)).toBeUndefined()
    const found = await call(api.members.get, { params: { ...params, userId: member.userId } })
    expect(found).toMatchObject({ role: 'comment', sso: false })
  })

  test('removes what others may have set up with an address that was not verified', async () => {
    const { organizationId, provider, ann } = await setUp()
    const member = await app.aMember(organizationId, 'read')
    await app.db
      .updateTable('user_account')
      .set({ email: ann.email, password_hash: 'set by an impostor' })
      .where('id', '=', member.userId)
      .execute()
    expect(await anSsoBrowser(app).signIn({ provider, person: ann })).toBe('/')
    expect((await accountOf(ann.email))?.password_hash).toBeNull()
    await expect(app.as(member)(api.organizations.list, {})).rejects.toMatchObject({ status: 401 })
  })

  test('is refused for a domain that the organization has not verified, even if the account exists', async () => {
    const { organizationId, provider } = await setUp()
    const victim = await app.aMember(organizationId, 'admin')
    const warn = vi.spyOn(app.service.log, 'warn')
    for (const email of [victim.email, 'nobody@example.net']) {
      const path = await anSsoBrowser(app).signIn({ provider, person: { id: 'x', email } })
      expect(path).toBe('/sign-in?sso=no-access')
      expect(warn).toHaveBeenLastCalledWith(
        expect.objectContaining({ email, cause: expect.stringContaining('hasn’t verified the domain') }),
        'single sign-on was refused',
      )
    }
    expect(await accountOf('nobody@example.net')).toBeUndefined()
    warn.mockRestore()
  })

  test('is refused for suspended members, and without an email address', async () => {
    const { organizationId, provider, ann } = await setUp()
    const browser = anSsoBrowser(app)
    expect(await browser.signIn({ provider, person: { id: 'no-mail' } })).toBe('/sign-in?sso=no-access')
    await browser.signIn({ provider, person: ann })
    await app.db
      .updateTable('member')
      .set({ disabled: true })
      .where('organization_id', '=', organizationId)
      .where('role', 'is', null)
      .execute()
    expect(await browser.signIn({ provider, person: ann })).toBe('/sign-in?sso=suspended')
  })

  test('of one person in two browsers at a time creates one account', async () => {
    const { provider, ann } = await setUp()
    const signIns = Array.from({ length: 4 }, () => anSsoBrowser(app).signIn({ provider, person: ann }))
    expect(await Promise.all(signIns)).toEqual(['/', '/', '/', '/'])
    const identities = app.db.selectFrom('sso_identity').selectAll().where('provider_id', '=', provider.id)
    expect(await identities.execute()).toHaveLength(1)
  })
})

describe('requests', () => {
  test('are signed with the key in our metadata', async () => {
    const { provider } = await setUp()
    const browser = anSsoBrowser(app)
    const metadata = await browser.get(provider.service.metadataURL)
    expect(metadata.text).toContain(`entityID="${provider.service.entityID}"`)
    expect(metadata.text).toContain(`Location="${provider.service.acsURL}"`)
    expect(metadata.text).toContain('AuthnRequestsSigned="true"')
    expect(metadata.text).not.toContain('PRIVATE')
    const [, base64 = ''] = /X509Certificate>([^<]+)</.exec(metadata.text) ?? []
    const certificate = `-----BEGIN CERTIFICATE-----\n${base64.trim()}\n-----END CERTIFICATE-----`
    const { location } = await browser.get(provider.service.startURL)
    expect(location).toMatch(/^https:\/\/login\.example\.org\/sso\?SAMLRequest=/)
    expect(await parsedRequest(location, certificate)).toMatchObject({
      issuer: provider.service.entityID,
      assertionConsumerServiceURL: provider.service.acsURL,
      destination: provider.ssoURL,
    })
    const other = (await aKey()).certificate
    await expect(parsedRequest(location, other)).rejects.toThrow()
  })

  test('lead back to the sign-in page while a provider is not set up, or does not exist', async () => {
    const { call, params } = await setUp()
    const pending = await call(api.samlProviders.create, { params, body: { label: 'Later' } })
    const browser = anSsoBrowser(app)
    expect((await browser.get(pending.service.startURL)).location).toBe('/sign-in?sso=failed')
    expect((await browser.get('/sso/saml/nosuchprovider/start')).location).toBe('/sign-in?sso=failed')
    expect((await browser.get('/sso/saml/nosuchprovider/metadata')).status).toBe(404)
    expect((await browser.get(pending.service.metadataURL)).status).toBe(200)
  })

  test('return only to paths of this service', async () => {
    const { provider, ann } = await setUp()
    const query = `?return=${encodeURIComponent('//evil.example/')}`
    expect(await anSsoBrowser(app).signIn({ provider, person: ann }, query)).toBe('/')
  })
})

/** Posts a response to an open request and returns the cause that was logged. */
async function refusedCause(
  provider: SamlProvider,
  make: (requestId: string) => Promise<string>,
): Promise<string> {
  const warn = vi.spyOn(app.service.log, 'warn')
  const browser = anSsoBrowser(app)
  const requestId = await browser.start(provider)
  const path = await browser.postResponse(provider.service.acsURL, await make(requestId), requestId)
  expect(path).toBe('/sign-in?sso=failed')
  const [entry, message] = warn.mock.lastCall as unknown as [{ cause: string; providerId: string }, string]
  expect([entry.providerId, message]).toEqual([provider.id, 'single sign-on was refused'])
  warn.mockRestore()
  return entry.cause
}

/** A response in which some text is replaced after it was signed. */
const tampered = async (options: ResponseOptions, from: string, to: string) => {
  const xml = Buffer.from(await aResponse(options), 'base64').toString()
  if (!xml.includes(from)) throw new Error(`There is no ${from} in ${xml}`)
  return Buffer.from(xml.replaceAll(from, to)).toString('base64')
}

describe('responses', () => {
  test('can be signed as a whole or by their assertion, with either of two certificates', async () => {
    const { call, params, provider, ann } = await setUp()
    const certificates = [await aKey(365, 1), await aKey(365, 0)].map(({ certificate }) => certificate)
    const body = { certificate: certificates.join('\n') }
    await call(api.samlProviders.update, { params: { ...params, samlProviderId: provider.id }, body })
    for (const signed of ['assertion', 'response', 'both'] as const)
      for (const key of [0, 1])
        expect(await anSsoBrowser(app).signIn({ provider, person: ann, signed, key })).toBe('/')
  })

  const cases: readonly [string, Partial<ResponseOptions>, RegExp][] = [
    ['a forged signature', { key: 7 }, /Invalid signature/],
    ['a SHA-1 signature', { hash: 'sha1' }, /uses rsa-sha1, which is not accepted/],
    ['a SHA-1 signature of the response', { hash: 'sha1', signed: 'response' }, /not accepted/],
    ['no signature', { signed: 'neither' }, /Invalid signature/],
    ['an expiry in the past', { seconds: -600 }, /expired|too far/i],
    ['another audience', { audience: 'https://other.example' }, /audience/i],
    ['another recipient', { recipient: 'https://other.example/acs' }, /recipient is https:\/\/other/],
    ['another destination', { destination: 'https://other.example/acs' }, /sent for https:\/\/other/],
    ['another issuer', { issuer: 'https://other.example' }, /issuer is https:\/\/other/],
    ['another request', { requestId: '_other' }, /has expired or was already used/],
    [
      'a transient name id',
      { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      /NameID is transient/,
    ],
  ]
  test.each(cases)('with %s are refused', async (_, overrides, cause) => {
    const { provider, ann } = await setUp()
    const make = (requestId: string) => aResponse({ provider, requestId, person: ann, ...overrides })
    expect(await refusedCause(provider, make)).toMatch(cause)
    expect(await accountOf(ann.email)).toBeUndefined()
  })

  test('that were changed after they were signed are refused', async () => {
    const { provider, ann } = await setUp()
    for (const signed of ['assertion', 'response', 'both'] as const) {
      const make = (requestId: string) =>
        tampered({ provider, requestId, person: ann, signed }, 'ann-1', 'bob-1')
      expect(await refusedCause(provider, make)).toMatch(/signature/i)
    }
  })

  test('with an old assertion in a new envelope are refused', async () => {
    const { provider, ann } = await setUp()
    const first = anSsoBrowser(app)
    const oldId = await first.start(provider)
    const old = Buffer.from(await aResponse({ provider, requestId: oldId, person: ann }), 'base64').toString()
    const make = async (requestId: string) => Buffer.from(old.replace(oldId, requestId)).toString('base64')
    expect(await refusedCause(provider, make)).toMatch(/InResponseTo/i)
  })

  test('with a second assertion around a signed one are refused', async () => {
    const { provider, ann } = await setUp()
    const make = async (requestId: string) => {
      const xml = Buffer.from(await aResponse({ provider, requestId, person: ann }), 'base64').toString()
      const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? []
      const forged = assertion
        .replace(/<Signature.*<\/Signature>/s, '')
        .replace(/ID="[^"]+"/, 'ID="_forged"')
        .replaceAll('ann-1', 'root-1')
      return Buffer.from(xml.replace(assertion, forged + assertion)).toString('base64')
    }
    expect(await refusedCause(provider, make)).toMatch(/signature/i)
  })

  test('are accepted once', async () => {
    const { provider, ann } = await setUp()
    const browser = anSsoBrowser(app)
    const requestId = await browser.start(provider)
    const response = await aResponse({ provider, requestId, person: ann })
    const post = () => browser.postResponse(provider.service.acsURL, response, requestId)
    const paths = await Promise.all([post(), post(), post()])
    expect(paths.filter((path) => path.startsWith('/sso/finish'))).toHaveLength(1)
    expect(await post()).toBe('/sign-in?sso=failed')
  })

  test('work only in the browser that began, and once', async () => {
    const { provider, ann } = await setUp()
    const attacker = anSsoBrowser(app)
    const requestId = await attacker.start(provider)
    const response = await aResponse({ provider, requestId, person: ann })
    const finish = await attacker.postResponse(provider.service.acsURL, response, requestId)
    const victim = anSsoBrowser(app)
    expect((await victim.get(finish)).location).toBe('/sign-in?sso=expired')
    expect(victim.cookies.has('lectern_session')).toBe(false)
    expect((await attacker.get(finish)).location).toBe('/sign-in?sso=expired')
  })

  test('of another provider are refused', async () => {
    const { provider, ann } = await setUp()
    const other = await setUp()
    const make = (requestId: string) => aResponse({ provider: other.provider, requestId, person: ann })
    expect(await refusedCause(provider, make)).not.toBe('')
  })

  test('that are no responses are refused', async () => {
    const { provider } = await setUp()
    for (const text of [
      '',
      'x',
      '<a/>',
      '<!DOCTYPE a [<!ENTITY b "c">]><Response>&b;</Response>',
      '<Response',
    ])
      expect(await refusedCause(provider, async () => Buffer.from(text).toString('base64'))).not.toBe('')
  })

  test('without a request, as from the provider’s list of apps, begin a sign-in', async () => {
    const { provider, ann } = await setUp()
    const browser = anSsoBrowser(app)
    const response = await aResponse({ provider, requestId: undefined, person: ann })
    const { acsURL } = provider.service
    expect(await browser.postResponse(acsURL, response)).toBe(`/sso/saml/${provider.id}/start`)
    const requestId = await browser.start(provider)
    expect(await browser.postResponse(acsURL, response, requestId)).toBe('/sign-in?sso=failed')
    expect(await accountOf(ann.email)).toBeUndefined()
  })
})
