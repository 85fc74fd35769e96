import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { useTestApp } from '#testing/app.ts'
import { aBrowser, password } from '#testing/browser.ts'
import {
  aChallenge,
  addPasskey,
  aSignedInPerson,
  newRecoveryCodes,
  setUpApp,
} from '#testing/second-factor.ts'
import { newOneTimeLink } from '../../auth/one-time-links.ts'

const app = useTestApp({ BASE_URL: 'http://localhost:8080' })

const { completeSignIn, startPasskeySignIn, signInByPasskey, current } = api.sessions

test('an account with an authenticator app needs a code, which works once', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  const first = await aChallenge(app, person)
  expect(first.challenge).toMatchObject({ methods: ['code'] })
  expect((await first.browser.send(current)).status).toBe(401)

  const { token } = first.challenge
  const code = codeIn()
  const done = await first.browser.send(completeSignIn, {
    token,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  })
  expect(done.status, done.text).toBe(200)
  expect((done.json() as Session).account?.secondFactor).toBe(true)
  expect((await first.browser.send(current)).status).toBe(200)

  // The challenge and the code are used up.
  expect((await aBrowser(app).send(completeSignIn, { token, code: codeIn(1) })).status).toBe(401)
  const second = await aChallenge(app, person)
  const replayed = await second.browser.send(completeSignIn, { token: second.challenge.token, code })
  expect(replayed.status).toBe(400)
  expect(replayed.text).toContain('already used')
  const next = await second.browser.send(completeSignIn, { token: second.challenge.token, code: codeIn(1) })
  expect(next.status).toBe(200)
})

test('codes outside the window of one step are refused', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  const { browser: other, challenge } = await aChallenge(app, person)
  for (const steps of [-3, 3])
    expect((await other.send(completeSignIn, { token: challenge.token, code: codeIn(steps) })).status).toBe(
      400,
    )
})

test('a challenge ends after 5 attempts and after 5 minutes, and codes are throttled over all challenges', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  const wrong = codeIn(50)
  const { browser: other, challenge } = await aChallenge(app, person)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 5; attempt++)
    statuses.push((await other.send(completeSignIn, { token: challenge.token, code: wrong })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 401])
  expect((await other.send(completeSignIn, { token: challenge.token, code: codeIn() })).status).toBe(401)

  const expired = await aChallenge(app, person)
  await app.db.updateTable('sign_in_challenge').set({ expires_at: new Date() }).execute()
  const late = await expired.browser.send(completeSignIn, { token: expired.challenge.token, code: codeIn() })
  expect(late.status).toBe(401)

  const { challenge: third } = await aChallenge(app, person)
  for (let attempt = 0; attempt < 4; attempt++)
    await other.send(completeSignIn, { token: third.token, code: wrong })
  const { challenge: fourth } = await aChallenge(app, person)
  await other.send(completeSignIn, { token: fourth.token, code: wrong })
  const throttled = await other.send(completeSignIn, { token: fourth.token, code: codeIn() })
  expect(throttled.status).toBe(429)
})

test('a recovery code works once, in any spelling', async () => {
  const { person, browser } = await aSignedInPerson(app)
  await setUpApp(browser)
  const [code = '', another = ''] = await newRecoveryCodes(browser)
  const { browser: other, challenge } = await aChallenge(app, person)
  expect(challenge.methods).toEqual(['code', 'recovery-code'])
  const recoveryCode = code.toUpperCase().replaceAll('-', ' ')
  expect((await other.send(completeSignIn, { token: challenge.token, recoveryCode })).status).toBe(200)
  const second = await aChallenge(app, person)
  const used = { token: second.challenge.token, recoveryCode: code }
  expect((await second.browser.send(completeSignIn, used)).status).toBe(400)

  // New codes replace the earlier ones.
  await newRecoveryCodes(browser)
  const replaced = { token: second.challenge.token, recoveryCode: another }
  expect((await second.browser.send(completeSignIn, replaced)).status).toBe(400)
})

test('exactly one proof is accepted, and only from the dashboard', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  const { challenge } = await aChallenge(app, person)
  const { token } = challenge
  expect((await aBrowser(app).send(completeSignIn, { token })).status).toBe(400)
  const both = { token, code: codeIn(), recoveryCode: 'abcdefghijklmnop' }
  expect((await aBrowser(app).send(completeSignIn, both)).status).toBe(400)
  const foreign = aBrowser(app, { origin: 'http://evil.example' })
  expect((await foreign.send(completeSignIn, { token, code: codeIn() })).status).toBe(403)
})

test('a password reset needs the second factor too', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  const pending = await aChallenge(app, person)
  const link = await newOneTimeLink(app.db, { purpose: 'password', userId: person.userId, now: new Date() })
  const other = aBrowser(app)
  const reset = await other.send(api.sessions.redeem, { password: `${password} 2` }, { link })
  expect(reset.json()).toMatchObject({ object: 'sign-in-challenge', methods: ['code'] })
  expect(other.cookie()).toBe('')
  const { token } = reset.json() as { token: string }
  const old = await pending.browser.send(completeSignIn, { token: pending.challenge.token, code: codeIn() })
  expect(old.status, 'a sign-in with the former password has ended').toBe(401)
  expect((await other.send(completeSignIn, { token, code: codeIn() })).status).toBe(200)
})

test('a passkey is a second factor, and its counter must increase', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { authenticator } = await addPasskey(app, browser)
  const { browser: other, challenge } = await aChallenge(app, person)
  expect(challenge.methods).toEqual(['passkey'])
  const { token, passkeyOptions = { challenge: '' } } = challenge
  expect(passkeyOptions).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  const attempt = (tampering: Parameters<typeof authenticator.use>[1]) =>
    other.send(completeSignIn, { token, passkey: authenticator.use(passkeyOptions, tampering) })
  expect((await attempt({ origin: 'http://localhost.evil.example' })).status).toBe(400)
  expect((await attempt({ challenge: 'AAAA' })).status).toBe(400)
  expect((await attempt({ isVerified: false })).status).toBe(400)
  expect((await attempt({ counter: 1 })).status, 'a counter that went back').toBe(400)
  expect((await attempt({ counter: 9 })).status).toBe(200)
})

test('a passkey signs in alone, and every tampered response is refused', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { authenticator } = await addPasskey(app, browser)
  const { authenticator: foreign } = await addPasskey(app, (await aSignedInPerson(app)).browser)
  const request = async (other = aBrowser(app)) => {
    const response = await other.send(startPasskeySignIn)
    expect(response.status, response.text).toBe(200)
    return response.json() as { token: string; options: { challenge: string } }
  }
  const attempt = async (tampering: Parameters<typeof authenticator.use>[1]) => {
    const { token, options } = await request()
    const passkey = authenticator.use(options, tampering)
    return (await aBrowser(app).send(signInByPasskey, { token, passkey })).status
  }
  expect(await attempt({ origin: 'https://localhost:8080' })).toBe(401)
  expect(await attempt({ rpId: 'example.org' })).toBe(401)
  expect(await attempt({ isVerified: false })).toBe(401)
  expect(await attempt({ signature: Buffer.from('3000', 'hex') })).toBe(401)
  expect(await attempt({ userHandle: Buffer.from('somebody else').toString('base64url') })).toBe(401)
  expect(await attempt({ counter: 1 })).toBe(401)

  const other = aBrowser(app)
  const { token, options } = await request()
  const mixed = { ...foreign.use(options), id: authenticator.use(options).id }
  expect((await other.send(signInByPasskey, { token, passkey: mixed })).status).toBe(401)
  const again = { token, passkey: authenticator.use(options, { counter: 20 }) }
  expect((await other.send(signInByPasskey, again)).status, 'a challenge is used once').toBe(401)

  const fresh = await request()
  const passkey = authenticator.use(fresh.options, { counter: 21 })
  const done = await other.send(signInByPasskey, { token: fresh.token, passkey })
  expect(done.status, done.text).toBe(200)
  expect((done.json() as Session).user.id).toBe(person.userId)
  const session = app.db
    .selectFrom('session')
    .select(['method', 'second_factor'])
    .where('method', '=', 'passkey')
  expect(await session.where('user_id', '=', person.userId).execute()).toEqual([
    { method: 'passkey', second_factor: true },
  ])
})

test('the history has successful and failed sign-ins of the account alone', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  await aBrowser(app).send(api.sessions.signIn, { email: person.email, password: 'wrong' })
  await expect
    .poll(async () => (await browser.send(api.sessions.listEvents)).text)
    .toContain('wrong-password')
  const { browser: other, challenge } = await aChallenge(app, person)
  await other.send(completeSignIn, { token: challenge.token, code: codeIn(40) })
  await other.send(completeSignIn, { token: challenge.token, code: codeIn() })
  const { items, count } = (await browser.send(api.sessions.listEvents)).json() as {
    items: object[]
    count: number
  }
  expect(count).toBe(4)
  expect(items).toMatchObject([
    { outcome: 'signed-in', method: 'password', secondFactor: 'code', ip: '127.0.0.1' },
    { outcome: 'wrong-second-factor', method: 'password', secondFactor: 'code' },
    { outcome: 'wrong-password', method: 'password' },
    { outcome: 'signed-in', method: 'password' },
  ])
  const stranger = await aSignedInPerson(app)
  const { count: own } = (await stranger.browser.send(api.sessions.listEvents)).json() as { count: number }
  expect(own).toBe(1)
})
