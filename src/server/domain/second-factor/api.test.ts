import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { SecondFactor } from '#contract/second-factor.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser, type Browser, password } from '#testing/browser.ts'
import { emailsTo, runPendingJobs } from '#testing/emails.ts'
import {
  aChallenge,
  addPasskey,
  aSignedInPerson,
  forgetConfirmation,
  newRecoveryCodes,
  setUpApp,
  signIn,
  startPasskey,
} from '#testing/second-factor.ts'

const app = useTestApp({ BASE_URL: 'http://localhost:8080' })

const factors = api.secondFactors

const stateOf = async (browser: Browser) => (await browser.send(factors.get)).json() as SecondFactor

/** The subjects of the emails to a person, sorted. */
const subjectsTo = async ({ email }: Person) => {
  await runPendingJobs(app)
  return emailsTo(app, email)
    .map((text) => /^Subject: (.+?)\r?$/m.exec(text)?.[1])
    .sort()
}

test('passkeys are added, renamed and deleted by their owner alone', async () => {
  const { person, browser } = await aSignedInPerson(app)
  expect(await stateOf(browser)).toMatchObject({ enabled: false, passkeys: 0, recoveryCodes: 0 })
  const { passkey } = await addPasskey(app, browser)
  expect(passkey).toMatchObject({ object: 'passkey', name: 'Laptop', synced: false })
  expect(await stateOf(browser)).toMatchObject({
    enabled: true,
    passkeys: 1,
    session: { secondFactor: true },
  })

  const { browser: stranger } = await aSignedInPerson(app)
  const params = { passkeyId: passkey.id }
  expect((await stranger.send(factors.renamePasskey, { name: 'Mine' }, params)).status).toBe(404)
  expect((await stranger.send(factors.deletePasskey, undefined, params)).status).toBe(404)
  expect((await browser.send(factors.renamePasskey, { name: ' ' }, params)).status).toBe(400)
  const renamed = await browser.send(factors.renamePasskey, { name: 'Work laptop' }, params)
  expect(renamed.json()).toMatchObject({ name: 'Work laptop' })
  expect((await browser.send(factors.listPasskeys)).json()).toMatchObject({
    count: 1,
    items: [{ name: 'Work laptop' }],
  })

  expect((await browser.send(factors.deletePasskey, undefined, params)).status).toBe(204)
  expect(await stateOf(browser)).toMatchObject({ enabled: false, session: { secondFactor: false } })
  expect((await signIn(aBrowser(app), person)).json()).toMatchObject({ object: 'session' })
  expect(await subjectsTo(person)).toEqual([
    'A passkey was added to your account',
    'A passkey was deleted from your account',
  ])
})

test('a new passkey with another origin, challenge or domain, or without verification, is refused', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const authenticator = anAuthenticator('http://localhost:8080')
  const tamperings = [
    { origin: 'http://evil.example' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { isVerified: false },
  ]
  for (const tampering of tamperings) {
    const { token, options } = await startPasskey(browser)
    const body = { token, name: 'Key', passkey: authenticator.create(options, tampering) }
    expect((await browser.send(factors.addPasskey, body)).status).toBe(400)
    const correct = { ...body, passkey: authenticator.create(options) }
    expect((await browser.send(factors.addPasskey, correct)).status, 'a challenge is used once').toBe(400)
  }
  const { token, options } = await startPasskey(browser)
  const passkey = authenticator.create(options)
  const { browser: stranger } = await aSignedInPerson(app)
  expect((await stranger.send(factors.addPasskey, { token, name: 'Key', passkey })).status).toBe(400)
  expect((await stateOf(browser)).passkeys).toBe(0)
  expect((await signIn(aBrowser(app), person)).json()).toMatchObject({ object: 'session' })
})

test('the same passkey is not added twice', async () => {
  const { browser } = await aSignedInPerson(app)
  const { authenticator } = await addPasskey(app, browser)
  const { browser: stranger } = await aSignedInPerson(app)
  for (const other of [browser, stranger]) {
    const { token, options } = await startPasskey(other)
    const body = { token, name: 'Again', passkey: authenticator.create(options) }
    expect((await other.send(factors.addPasskey, body)).status).toBe(400)
  }
})

test('an authenticator app works after its first code, and there is only one', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const unconfirmed = await browser.send(factors.startAuthenticatorApp)
  expect(unconfirmed.json()).toMatchObject({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringContaining(`otpauth://totp/Lectern:${encodeURIComponent(person.email)}`),
  })
  expect((await browser.send(factors.confirmAuthenticatorApp, { code: '000000' })).status).toBe(400)
  expect((await stateOf(browser)).enabled).toBe(false)
  expect((await signIn(aBrowser(app), person)).json()).toMatchObject({ object: 'session' })

  const { secret } = await setUpApp(browser)
  expect(secret).not.toBe((unconfirmed.json() as { secret: string }).secret)
  expect((await browser.send(factors.startAuthenticatorApp)).status).toBe(409)
  const stored = app.db.selectFrom('authenticator_app').select('secret').where('user_id', '=', person.userId)
  expect((await stored.executeTakeFirstOrThrow()).secret.toString()).not.toContain(secret)

  expect((await browser.send(factors.deleteAuthenticatorApp)).status).toBe(204)
  expect((await browser.send(factors.deleteAuthenticatorApp)).status).toBe(404)
  expect((await signIn(aBrowser(app), person)).json()).toMatchObject({ object: 'session' })
  expect(await subjectsTo(person)).toEqual([
    'Your authenticator app is set up',
    'Your authenticator app was turned off',
  ])
})

test('recovery codes need a second factor, are stored hashed and end with it', async () => {
  const { person, browser } = await aSignedInPerson(app)
  expect((await browser.send(factors.createRecoveryCodes)).status).toBe(409)
  await setUpApp(browser)
  const codes = await newRecoveryCodes(browser)
  expect(new Set(codes).size).toBe(10)
  expect(codes[0]).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/)
  expect((await stateOf(browser)).recoveryCodes).toBe(10)
  const stored = app.db.selectFrom('recovery_code').select('hash').where('user_id', '=', person.userId)
  for (const { hash } of await stored.execute()) expect(hash).toHaveLength(32)
  await browser.send(factors.deleteAuthenticatorApp)
  expect(await stored.execute()).toEqual([])
})

test('changes need a confirmation within 10 minutes, by password or second factor', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const { codeIn } = await setUpApp(browser)
  await forgetConfirmation(app, person)
  const refusals = [
    await browser.send(factors.startPasskey),
    await browser.send(factors.deleteAuthenticatorApp),
    await browser.send(factors.createRecoveryCodes),
    await browser.send(factors.deletePasskey, undefined, { passkeyId: 'any' }),
  ]
  for (const refusal of refusals) {
    expect(refusal.status).toBe(412)
    expect(refusal.json()).toMatchObject({
      error: { type: 'confirmation_required', details: { methods: ['password', 'code'] } },
    })
  }
  expect((await browser.send(factors.confirm, { password: 'wrong' })).status).toBe(400)
  expect((await browser.send(factors.confirm, {})).status).toBe(400)
  const confirmed = await browser.send(factors.confirm, { password })
  expect(confirmed.json()).toMatchObject({ session: { confirmedUntil: expect.any(String) } })
  await newRecoveryCodes(browser)

  await forgetConfirmation(app, person)
  expect((await browser.send(factors.confirm, { code: codeIn() })).status).toBe(200)
  const [recoveryCode = ''] = await newRecoveryCodes(browser)
  await forgetConfirmation(app, person)
  expect((await browser.send(factors.confirm, { code: codeIn() })).status, 'a code is used once').toBe(400)
  expect((await browser.send(factors.confirm, { recoveryCode })).status).toBe(200)
  expect((await browser.send(factors.confirm, { recoveryCode })).status).toBe(400)
})

test('a passkey confirms, and only its owner', async () => {
  const { person, browser } = await aSignedInPerson(app)
  expect((await browser.send(factors.confirmByPasskey)).status).toBe(409)
  const { authenticator } = await addPasskey(app, browser)
  await forgetConfirmation(app, person)
  const request = async (from: Browser) =>
    (await from.send(factors.confirmByPasskey)).json() as { token: string; options: { challenge: string } }
  const { browser: stranger } = await aSignedInPerson(app)
  await addPasskey(app, stranger)
  const foreign = await request(stranger)
  const stolen = { token: foreign.token, passkey: authenticator.use(foreign.options) }
  expect((await stranger.send(factors.confirm, stolen)).status).toBe(400)
  const { token, options } = await request(browser)
  expect((await browser.send(factors.confirm, { token, passkey: authenticator.use(options) })).status).toBe(
    200,
  )
  expect((await browser.send(factors.startPasskey)).status).toBe(200)
})

test('a session from before the second factor confirms by it alone', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const older = aBrowser(app)
  await signIn(older, person)
  const { codeIn } = await setUpApp(browser)
  expect((await stateOf(older)).confirmBy).toEqual(['code'])
  expect((await older.send(factors.deleteAuthenticatorApp)).status).toBe(412)
  expect((await older.send(factors.confirm, { password })).status).toBe(400)
  expect((await older.send(factors.confirm, { code: codeIn() })).status).toBe(200)
  expect((await stateOf(older)).session.secondFactor).toBe(true)
})

test('an API token can change nothing about the second factor', async () => {
  const { person, browser } = await aSignedInPerson(app)
  await setUpApp(browser)
  const call = app.as(person)
  await expect(call(factors.startPasskey, {})).rejects.toMatchObject({ type: 'confirmation_required' })
  await expect(call(factors.deleteAuthenticatorApp, {})).rejects.toMatchObject({ status: 412 })
  await expect(call(factors.confirm, { body: { password } })).rejects.toMatchObject({ status: 412 })
})

test('an admin of all their organizations removes the second factor of a member', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const member = await app.aMember(organizationId, 'edit')
  const { browser } = await aSignedInPerson(app, member)
  const { codeIn } = await setUpApp(browser)
  const pending = await aChallenge(app, member)
  const params = { organizationId, userId: member.userId }
  const reset = (person = admin) => app.as(person)(factors.resetMember, { params })
  await expect(reset(await app.aMember(organizationId, 'create'))).rejects.toMatchObject({ status: 403 })
  const other = await app.anOrganization()
  const membership = { organization_id: other.organizationId, user_id: member.userId, joined_at: new Date() }
  await app.db.insertInto('member').values(membership).execute()
  await expect(reset()).rejects.toMatchObject({ status: 409 })
  await app.db.deleteFrom('member').where('organization_id', '=', other.organizationId).execute()

  await reset()
  await expect(reset()).rejects.toMatchObject({ status: 409 })
  expect((await browser.send(api.sessions.current)).status).toBe(401)
  const late = { token: pending.challenge.token, code: codeIn() }
  expect((await pending.browser.send(api.sessions.completeSignIn, late)).status).toBe(401)
  expect((await signIn(aBrowser(app), member)).json()).toMatchObject({ object: 'session' })
  expect(await subjectsTo(member)).toEqual([
    'Your authenticator app is set up',
    'Your second factor was removed',
  ])
  const { items } = await app.as(admin)(api.auditEvents.list, { params: { organizationId } })
  expect(items[0]).toMatchObject({
    action: 'account.second-factor',
    target: { id: member.userId },
  })
})

test('an admin with a second factor requires one, and sees who lacks it', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const member = await app.aMember(organizationId, 'read')
  const params = { organizationId }
  const require = { params, body: { secondFactor: 'required' } } as const
  await expect(app.as(admin)(api.organizations.update, require)).rejects.toMatchObject({ status: 412 })
  const { browser } = await aSignedInPerson(app, admin)
  await setUpApp(browser)
  expect(await app.as(admin)(api.organizations.update, require)).toMatchObject({ secondFactor: 'required' })
  expect((await browser.send(api.organizations.get, undefined, params)).status).toBe(200)

  const without = { params, query: { secondFactor: false, limit: 10 } }
  const list = await app.as(admin)(api.members.list, without)
  expect(list).toMatchObject({ count: 1, items: [{ id: member.userId, secondFactor: false }] })
  await expect(app.as(member)(api.members.list, without)).rejects.toMatchObject({ status: 403 })
  const seen = await app.as(member)(api.members.list, { params })
  for (const item of seen.items) expect(item).not.toHaveProperty('secondFactor')

  const { browser: locked } = await aSignedInPerson(app, member)
  expect((await locked.send(api.organizations.get, undefined, params)).status).toBe(403)
  expect((await stateOf(locked)).requiredBy).toMatchObject([{ id: organizationId }])
  await setUpApp(locked)
  expect((await locked.send(api.organizations.get, undefined, params)).status).toBe(200)
})
