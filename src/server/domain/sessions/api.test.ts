import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { requestPath } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import { useTestApp } from '#testing/app.ts'
import { newOneTimeLink } from '../../auth/one-time-links.ts'

const app = useTestApp()

type Headers = Record<string, string>

/** Sends requests like the dashboard: with its header, and the session cookie if there is one. */
const post = (route: Route, body: object, headers: Headers = {}, params = {}) =>
  app.send({
    method: 'POST',
    url: requestPath(route, params),
    headers: { 'content-type': 'application/json', 'x-lectern': '1', host: 'localhost', ...headers },
    payload: JSON.stringify(body),
  })

const cookieOf = (headers: Headers): string => headers['set-cookie']?.split(';')[0] ?? ''

const password = 'a long and secret sentence'
const ada = { displayName: 'Ada', email: 'Ada@example.org', password, organization: 'Analytical Engines' }

test('the first admin can be set up once, sign in, and sign out', async () => {
  const link = await newOneTimeLink(app.db, { purpose: 'set-up', userId: null, now: new Date() })
  const state = await app.send({ method: 'GET', url: `/auth/set-up?link=${link}` })
  expect(state.json()).toEqual({ needed: true, link: { valid: true, purpose: 'set-up' } })

  const attempts = await Promise.all([1, 2, 3].map(() => post(api.sessions.setUp, { ...ada, link })))
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  const created = attempts.find(({ status }) => status === 200)
  expect(created?.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
  expect(created?.json()).toMatchObject({
    user: { displayName: 'Ada', email: 'ada@example.org' },
    organizations: [{ title: 'Analytical Engines', role: 'admin' }],
    account: { emailVerified: true, hasPassword: true },
  })

  const wrong = await post(api.sessions.signIn, { email: ada.email, password: 'wrong' })
  expect(wrong.status).toBe(401)
  const unknown = await post(api.sessions.signIn, { email: 'nobody@example.org', password })
  expect([unknown.status, unknown.text]).toEqual([401, wrong.text])

  const openSessionFor = await post(api.sessions.signIn, { email: ada.email, password })
  const cookie = cookieOf(openSessionFor.headers)
  const session = await app.send({ method: 'GET', url: '/auth/session', headers: { cookie } })
  expect(session.status).toBe(200)
  expect((await app.send({ method: 'GET', url: '/v1/orgs', headers: { cookie } })).status).toBe(200)

  expect((await post(api.sessions.signOut, {}, { cookie })).status).toBe(204)
  expect((await app.send({ method: 'GET', url: '/auth/session', headers: { cookie } })).status).toBe(401)
})

test('guessing is slowed down, while the owner can still sign in from elsewhere', async () => {
  const { admin } = await app.anOrganization()
  const link = await newOneTimeLink(app.db, { purpose: 'password', userId: admin.userId, now: new Date() })
  await post(api.sessions.redeem, { password }, {}, { link })
  const from = (address: string, given: string) =>
    app.send({
      method: 'POST',
      url: requestPath(api.sessions.signIn, {}),
      headers: { 'content-type': 'application/json', 'x-lectern': '1', host: 'localhost' },
      payload: JSON.stringify({ email: admin.email, password: given }),
      address,
    })
  const guesses = []
  for (let count = 0; count < 12; count += 1) guesses.push((await from('192.0.2.1', `guess ${count}`)).status)
  expect(guesses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(guesses.at(-1)).toBe(429)
  expect((await from('192.0.2.1', password)).status).toBe(429)
  expect((await from('192.0.2.2', password)).status).toBe(200)
})

test('a write by cookie from another origin or without the dashboard’s header is refused', async () => {
  const { admin } = await app.anOrganization()
  const link = await newOneTimeLink(app.db, { purpose: 'password', userId: admin.userId, now: new Date() })
  const redeemed = await post(api.sessions.redeem, { password }, {}, { link })
  expect(redeemed.status).toBe(200)
  const cookie = cookieOf(redeemed.headers)
  const label = { label: 'mine' }
  expect((await post(api.tokens.create, label, { cookie })).status).toBe(201)
  expect((await post(api.tokens.create, label, { cookie, origin: 'http://evil.example' })).status).toBe(403)
  const unmarked = await app.send({
    method: 'POST',
    url: '/v1/user/tokens',
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify(label),
  })
  expect(unmarked.status).toBe(403)
  const again = await post(api.sessions.redeem, { password }, {}, { link })
  expect(again.status).toBe(404)
})

test('repeated guesses are throttled', async () => {
  const guess = () => post(api.sessions.signIn, { email: 'victim@example.org', password: 'guess' })
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await guess()).status)
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  const { status, headers } = await guess()
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('a token is shown once and works until it is revoked', async () => {
  const { admin } = await app.anOrganization()
  const created = await app.as(admin)(api.tokens.create, { body: { label: 'script' } })
  expect(created.token).toMatch(/^lct_[0-9A-Za-z]{40}$/)
  const listed = await app.as(admin)(api.tokens.list, {})
  expect(JSON.stringify(listed)).not.toContain(created.token)
  const script = { ...admin, token: created.token }
  expect((await app.as(script)(api.users.current, {})).id).toBe(admin.userId)
  await app.as(admin)(api.tokens.delete, { params: { tokenId: created.id } })
  await expect(app.as(script)(api.users.current, {})).rejects.toMatchObject({ status: 401 })
})
