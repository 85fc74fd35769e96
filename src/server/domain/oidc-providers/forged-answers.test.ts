import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { type Forgery, type OidcForger, startOidcForger } from '#testing/oidc-forger.ts'
import { anSsoBrowser } from '#testing/saml-sign-in.ts'
import { vouchForDomain } from '../verified-domains/vouch.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
let forger: OidcForger
beforeAll(async () => {
  forger = await startOidcForger()
})
afterAll(() => forger.stop())
beforeEach(() => {
  forger.forgery = {}
  forger.configuration = {}
})

async function aProvider(body: { clientSecret?: string; groupMappings?: [] } = {}) {
  const { organizationId, admin } = await app.anOrganization()
  const domain = `${organizationId.toLowerCase()}.example`
  await vouchForDomain(app.service, organizationId, domain)
  const provider = await app.as(admin)(api.oidcProviders.create, {
    params: { organizationId },
    body: { label: 'Login', issuer: forger.issuer, clientID: 'lectern', ...body },
  })
  return { provider, email: `ann@${domain}`, admin, params: { organizationId } }
}

type Provider = Awaited<ReturnType<typeof aProvider>>['provider']

/** Answers a request with a forgery, and returns where the browser ends. */
async function answerWith(provider: Provider, forgery: Forgery, query: Record<string, string> = {}) {
  const browser = anSsoBrowser(app)
  const request = new URL((await browser.get(provider.service.startURL)).location).searchParams
  forger.nonce = request.get('nonce') ?? ''
  forger.forgery = forgery
  const answer = new URLSearchParams({ code: 'code', state: request.get('state') ?? '', ...query })
  const { location } = await browser.get(`${provider.service.callbackURL}?${answer}`)
  return location.startsWith('/sso/finish') ? (await browser.get(location)).location : location
}

test('a correct answer is accepted, and the code is exchanged with the verifier and the secret', async () => {
  const { provider, email } = await aProvider({ clientSecret: 'secret' })
  expect(await answerWith(provider, { claims: { email } })).toBe('/')
  const { tokenRequest } = forger
  expect(tokenRequest.get('code')).toBe('code')
  expect(tokenRequest.get('redirect_uri')).toBe(provider.service.callbackURL)
  expect(tokenRequest.get('code_verifier')?.length).toBeGreaterThan(40)
})

describe('an answer is refused', () => {
  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Forgery, string]>([
    ['for another request', { claims: { nonce: 'another' } }, 'nonce'],
    ['for another client', { claims: { aud: 'another' } }, 'aud'],
    ['of another issuer', { claims: { iss: 'https://login.elsewhere.example' } }, 'iss'],
    ['that has expired', { claims: { exp: now - 600, iat: now - 900 } }, 'exp'],
    ['signed by someone else', { foreignKey: true }, 'signature'],
    ['without a signature', { unsigned: true }, 'alg'],
    ['without a person', { claims: { sub: '' } }, 'sub'],
  ])('%s', async (_, forgery, cause) => {
    const { provider, email } = await aProvider()
    const warn = vi.spyOn(app.service.log, 'warn')
    const claims = { email, ...forgery.claims }
    expect(await answerWith(provider, { ...forgery, claims })).toBe('/sign-in?sso=failed')
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ providerId: provider.id, cause: expect.stringContaining(cause) }),
      'single sign-on was refused',
    )
    warn.mockRestore()
    const account = app.db.selectFrom('user_account').select('id').where('email', '=', email)
    expect(await account.execute()).toEqual([])
  })

  test('that another provider sent back', async () => {
    const { provider, email } = await aProvider()
    const query = { iss: 'https://login.elsewhere.example' }
    expect(await answerWith(provider, { claims: { email } }, query)).toBe('/sign-in?sso=failed')
  })

  test('with the state of a sign-in at another provider of the organization', async () => {
    const [one, two] = [await aProvider(), await aProvider()]
    const browser = anSsoBrowser(app)
    const { location } = await browser.get(one.provider.service.startURL)
    const state = new URL(location).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ code: 'code', state })
    const crossed = await browser.get(`${two.provider.service.callbackURL}?${answer}`)
    expect(crossed.location).toBe('/sign-in?sso=failed')
  })
})

test('a person whose groups are too many to send is not signed in without them', async () => {
  const { provider, email, admin, params } = await aProvider()
  const claims = { email, _claim_names: { groups: 'src1' } }
  expect(await answerWith(provider, { claims })).toBe('/')
  await app.as(admin)(api.oidcProviders.update, {
    params: { ...params, oidcProviderId: provider.id },
    body: { groupMappings: [{ group: 'it', role: 'admin' }] },
  })
  expect(await answerWith(provider, { claims })).toBe('/sign-in?sso=failed')
})

test('a provider that calls itself something else is refused, so that it cannot answer for others', async () => {
  const { admin, params } = await aProvider()
  forger.configuration = { issuer: 'https://login.example/{tenantid}/v2.0' }
  const attempt = app.as(admin)(api.oidcProviders.create, {
    params,
    body: { label: 'Login', issuer: `${forger.issuer}/` },
  })
  await expect(attempt).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: ['body', 'issuer'] }] },
  })
})
