import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aBrowser, type Browser, password, setPassword } from '#testing/browser.ts'
import { emailsTo, runPendingJobs, secretOf } from '#testing/emails.ts'
import { newOneTimeLink, oneTimeLink } from '../../auth/one-time-links.ts'
import { openSession } from '../../auth/sessions.ts'

const app = useTestApp()

/** A member of two organizations with a password. */
async function aSignedUp() {
  const { organizationId, admin: person } = await app.anOrganization()
  const other = await app.as(person)(api.organizations.create, { body: { title: 'Other' } })
  await setPassword(app, person)
  return { person, organizationIds: [organizationId, other.id] }
}

async function openSessionFor(person: Person, userAgent = 'Firefox'): Promise<Browser> {
  const browser = aBrowser(app, { 'user-agent': userAgent })
  const { status } = await browser.send(api.sessions.signIn, { email: person.email, password })
  expect(status).toBe(200)
  return browser
}

type Listed = { count: number; items: { id: string; userAgent: string; current: boolean }[] }
const browsersOf = async (browser: Browser) =>
  (await browser.send(api.sessions.listBrowsers)).json() as Listed

const isIn = async (browser: Browser) => (await browser.send(api.sessions.current)).status === 200

const actionsOn = async (organizationId: string, { userId }: Person) =>
  (await eventsOf(app.db, organizationId, userId)).map(({ action }) => action)

describe('sessions', () => {
  test('are listed with the current one marked, and can be ended one by one', async () => {
    const { person, organizationIds } = await aSignedUp()
    const stranger = await aSignedUp()
    const theirs = await openSessionFor(stranger.person)
    const [phone, desktop] = [await openSessionFor(person, 'Phone'), await openSessionFor(person, 'Desktop')]
    const { count, items } = await browsersOf(desktop)
    expect(count).toBe(2)
    const currentByAgent = Object.fromEntries(items.map(({ userAgent, current }) => [userAgent, current]))
    expect(currentByAgent).toEqual({ Phone: false, Desktop: true })
    const idOf = (name: string) => items.find(({ userAgent }) => userAgent === name)?.id ?? ''
    const close = (browser: Browser, sessionId: string) =>
      browser.send(api.sessions.signOutBrowser, undefined, { sessionId })
    expect((await close(theirs, idOf('Phone'))).status).toBe(404)
    expect((await close(desktop, idOf('Phone'))).status).toBe(204)
    expect((await close(desktop, idOf('Phone'))).status).toBe(404)
    expect([await isIn(phone), await isIn(desktop)]).toEqual([false, true])
    await close(desktop, idOf('Desktop'))
    expect(desktop.cookie()).toBe('')
    for (const id of organizationIds) {
      expect(await actionsOn(id, person)).toEqual(['account.sign-out', 'account.sign-out'])
    }
  })

  test('can all be ended except the current one; a token is not a session', async () => {
    const { person, organizationIds } = await aSignedUp()
    const [one, two, own] = [
      await openSessionFor(person),
      await openSessionFor(person),
      await openSessionFor(person),
    ]
    expect((await own.send(api.sessions.signOutOthers)).status).toBe(204)
    expect([await isIn(one), await isIn(two), await isIn(own)]).toEqual([false, false, true])
    expect((await own.send(api.sessions.signOutOthers)).status).toBe(204)
    const [event, ...more] = await eventsOf(app.db, organizationIds[0] ?? '', person.userId)
    expect([event, more]).toMatchObject([{ action: 'account.sign-out', before: { browsers: 2 } }, []])
    const listed = await app.as(person)(api.sessions.listBrowsers, {})
    expect(listed.items.map(({ current }) => current)).toEqual([false])
    await app.as(person)(api.sessions.signOutOthers, {})
    expect(await isIn(own)).toBe(false)
  })
})

describe('a password', () => {
  const next = 'another long and secret sentence'
  const change = (browser: Browser, body: object) => browser.send(api.sessions.changePassword, body)

  test('can be changed with the current one, which ends other sessions and invalidates links', async () => {
    const { person, organizationIds } = await aSignedUp()
    const [other, own] = [await openSessionFor(person), await openSessionFor(person)]
    const link = await newOneTimeLink(app.db, { purpose: 'password', userId: person.userId, now: new Date() })
    const wrong = await change(own, { current: 'not the password', password: next })
    expect(wrong.json()).toMatchObject({
      error: { code: 400, details: { issues: [{ path: ['body', 'current'] }] } },
    })
    expect((await change(own, { password: next })).status).toBe(400)
    expect((await change(own, { current: password, password: 'too short' })).status).toBe(400)
    expect((await change(own, { current: password, password: next })).status).toBe(204)
    expect([await isIn(other), await isIn(own)]).toEqual([false, true])
    const signIn = (newPassword: string) =>
      aBrowser(app).send(api.sessions.signIn, { email: person.email, password: newPassword })
    expect([(await signIn(password)).status, (await signIn(next)).status]).toEqual([401, 200])
    expect((await aBrowser(app).send(api.sessions.redeem, { password }, { link })).status).toBe(404)
    for (const id of organizationIds) expect(await actionsOn(id, person)).toEqual(['account.password'])
  })

  test('is protected from guessing after five attempts', async () => {
    const { person } = await aSignedUp()
    const browser = await openSessionFor(person)
    const statuses = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await change(browser, { current: `guess ${i}`, password: next })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await change(browser, { current: password, password: next })).status).toBe(429)
  })

  test('is changed once by two concurrent requests', async () => {
    const { person } = await aSignedUp()
    const browser = await openSessionFor(person)
    const both = [`${next} one`, `${next} two`]
    const statuses = await Promise.all(
      both.map(
        async (newPassword) => (await change(browser, { current: password, password: newPassword })).status,
      ),
    )
    expect(statuses.sort()).toEqual([204, 400])
  })

  test('can be set without a current one when there is none, soon after signing in', async () => {
    const { admin } = await app.anOrganization()
    const cookieOf = async (minutesAgo: number) => {
      const now = new Date(Date.now() - minutesAgo * 60_000)
      const owner = { userId: admin.userId, userAgent: null, ip: null }
      return { cookie: `lectern_session=${await openSession(app.db, { ...owner, now })}` }
    }
    const stale = await change(aBrowser(app, await cookieOf(11)), { password })
    expect([stale.status, stale.json()]).toMatchObject([412, { error: { type: 'confirmation_required' } }])
    const byToken = app.as(admin)(api.sessions.changePassword, { body: { password } })
    await expect(byToken).rejects.toMatchObject({ status: 412 })
    expect((await change(aBrowser(app, await cookieOf(1)), { password })).status).toBe(204)
    const session = (await (await openSessionFor(admin)).send(api.sessions.current)).json()
    expect(session).toMatchObject({ account: { hasPassword: true, emailVerified: false } })
  })
})

describe('a forgotten password', () => {
  const ask = (email: string, headers?: Record<string, string>) =>
    aBrowser(app, headers).send(api.sessions.forgotPassword, { email })

  test('gets the same response for every address, and an email only for accounts', async () => {
    const { person } = await aSignedUp()
    const browser = await openSessionFor(person)
    const [existing, unknown] = [await ask(person.email.toUpperCase()), await ask('nobody@example.org')]
    expect([existing.status, existing.text]).toEqual([204, ''])
    expect([unknown.status, unknown.text]).toEqual([204, ''])
    await runPendingJobs(app)
    expect(emailsTo(app, 'nobody@example.org')).toEqual([])
    const [message, ...more] = emailsTo(app, person.email)
    expect(more).toEqual([])
    const link = secretOf(message, 'link') ?? ''
    const redeemed = await aBrowser(app).send(api.sessions.redeem, { password: 'a whole new one' }, { link })
    expect(redeemed.json()).toMatchObject({ account: { emailVerified: true } })
    expect(await isIn(browser)).toBe(false)
  })

  test('is throttled after five requests, with or without an account', async () => {
    const { person } = await aSignedUp()
    for (const email of [person.email, 'nobody-else@example.org']) {
      const statuses = []
      for (let i = 0; i < 6; i++) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    }
  })

  test('cannot be requested from another origin', async () => {
    const { person } = await aSignedUp()
    expect((await ask(person.email, { origin: 'http://evil.example' })).status).toBe(403)
  })
})

describe('an email address', () => {
  test('is verified by the link in the email, which can be opened again', async () => {
    const { person, organizationIds } = await aSignedUp()
    const browser = await openSessionFor(person)
    expect((await browser.send(api.sessions.requestEmailVerification)).status).toBe(204)
    await runPendingJobs(app)
    const link = secretOf(emailsTo(app, person.email)[0], 'verify') ?? ''
    const anybody = aBrowser(app)
    const verify = (secret: string) => anybody.send(api.sessions.verifyEmail, undefined, { link: secret })
    const attempts = await Promise.all([verify(link), verify(link), verify(link)])
    expect(attempts.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await verify(link)).status).toBe(204)
    const session = (await browser.send(api.sessions.current)).json()
    expect(session).toMatchObject({ account: { emailVerified: true } })
    expect(await eventsOf(app.db, organizationIds[0] ?? '', person.userId)).toMatchObject([
      { action: 'account.update', before: { emailVerified: false }, after: { emailVerified: true } },
    ])
    const passwordLink = { purpose: 'password', userId: person.userId, now: new Date() } as const
    expect((await verify(await newOneTimeLink(app.db, passwordLink))).status).toBe(404)
    await browser.send(api.sessions.requestEmailVerification)
    await runPendingJobs(app)
    expect(emailsTo(app, person.email)).toHaveLength(1)
  })

  test('is not verified by an expired link, which cannot set a password either', async () => {
    const { person } = await aSignedUp()
    const now = new Date(Date.now() - 7 * 86_400_000 - 1000)
    const linkFor = (purpose: 'email' | 'password', mailed = true) =>
      newOneTimeLink(app.db, { purpose, userId: person.userId, mailed, now })
    const browser = aBrowser(app)
    const verified = await browser.send(api.sessions.verifyEmail, undefined, { link: await linkFor('email') })
    const redeemed = await browser.send(
      api.sessions.redeem,
      { password },
      { link: await linkFor('password') },
    )
    expect([verified.status, redeemed.status]).toEqual([404, 404])
  })
})

describe('a profile', () => {
  test('is recorded in the owner’s organizations when it changes', async () => {
    const { person, organizationIds } = await aSignedUp()
    const update = (body: object) =>
      app.as(person)(api.users.update, { params: { userId: person.userId }, body })
    const photoURL = 'https://example.org/ann.png'
    expect(await update({ displayName: 'Ann', photoURL })).toMatchObject({ displayName: 'Ann', photoURL })
    expect(await update({ displayName: 'Ann' })).toMatchObject({ displayName: 'Ann', photoURL })
    for (const id of organizationIds) {
      const [event, ...more] = await eventsOf(app.db, id, person.userId)
      expect(more).toEqual([])
      expect(event).toMatchObject({
        action: 'account.update',
        targetLabel: 'Ann',
        before: { displayName: 'admin', photoURL: null },
        after: { displayName: 'Ann', photoURL },
      })
    }
    const [before] = await eventsOf(app.db, organizationIds[0] ?? '', person.userId)
    const undone = await update({ ...before?.before })
    expect([undone.displayName, undone.photoURL]).toEqual(['admin', undefined])
  })
})

test('a newer link for a new password voids the older one, but not one that an admin handed over', async () => {
  const person = await app.aPerson()
  const now = new Date()
  const handedOver = await newOneTimeLink(app.db, { purpose: 'password', userId: person.userId, now })
  const ask = async () => {
    await app.service.jobs.enqueue(app.db, 'send-mail', { kind: 'new-password', email: person.email })
    await runPendingJobs(app)
    const emails = emailsTo(app, person.email)
    return secretOf(emails.at(-1), 'link') ?? ''
  }
  const links = [handedOver, await ask(), await ask()]
  expect(new Set(links).size).toBe(3)
  const validity = links.map(async (link) => (await oneTimeLink(app.db, link, now)) !== undefined)
  expect(await Promise.all(validity)).toEqual([true, false, true])
})
