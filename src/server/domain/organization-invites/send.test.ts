import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aBrowser, password, setPassword } from '#testing/browser.ts'
import { runPendingJobs, secretOf } from '#testing/emails.ts'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'

const environment = { LECTERN_SMTP_URL: '', LECTERN_MAIL_FROM: 'Lectern <lectern@example.com>' }
let mail: MailServer
/** The mail server's response for a recipient, 250 by default. */
let refusals: Record<string, number> = {}
beforeAll(async () => {
  mail = await openMailServer({
    onRcptTo({ address }, _, callback) {
      const responseCode = refusals[address]
      callback(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }))
    },
  })
  environment.LECTERN_SMTP_URL = `smtp://${mail.host}`
})
afterAll(() => mail.close())
beforeEach(() => {
  mail.received.length = 0
  refusals = {}
})

const app = useTestApp(environment)

let countResult = 0
const anAddress = (name = 'new') => `${name}-${++countResult}@example.org`

const emailsTo = (email: string) =>
  mail.received.filter(({ to }) => to.includes(email)).map(({ text }) => text)

/** Counts the queued emails and deletes them, which is faster than sending them. */
async function deleteQueuedEmails(): Promise<number> {
  const { rows } = await sql`delete from graphile_worker._private_jobs returning id`.execute(app.db)
  return rows.length
}

async function anOrganization() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const send = (body: object) =>
    app.as(admin)(api.organizationInvites.send, { params, body: body as { emails: string[] } })
  const roleOf = async (userId: string | undefined) =>
    (await app.as(admin)(api.members.get, { params: { ...params, userId: userId ?? '' } })).role
  return { organizationId, params, admin, send, roleOf }
}

test('a new address gets an account and a link to set a password, which verifies the address', async () => {
  const { organizationId, params, admin, send } = await anOrganization()
  const email = anAddress('Ann')
  const answer = await send({ emails: [email], role: 'edit' })
  expect(answer).toEqual({ users: [expect.any(String)], invited: 1 })
  const [userId = ''] = answer.users
  const member = await app.as(admin)(api.members.get, { params: { ...params, userId } })
  expect(member).toMatchObject({ role: 'edit', pending: true, user: { email: email.toLowerCase() } })
  expect(mail.received).toEqual([])
  await runPendingJobs(app)
  const [message, ...more] = emailsTo(email.toLowerCase())
  expect(more).toEqual([])
  expect(message).toContain('Subject: admin invited you to Halden Energy')
  const link = secretOf(message, 'link') ?? ''
  const redeemed = await aBrowser(app).send(api.sessions.redeem, { password }, { link })
  expect(redeemed.json()).toMatchObject({
    user: { id: userId },
    organizations: [{ id: organizationId, role: 'edit' }],
    account: { emailVerified: true, hasPassword: true },
  })
  expect(await eventsOf(app.db, organizationId, userId)).toMatchObject([
    { action: 'member.invite', targetKind: 'member', after: { email: email.toLowerCase(), role: 'edit' } },
    { action: 'account.password', targetKind: 'account' },
  ])
})

test('existing accounts become members and are notified; members are skipped', async () => {
  const { organizationId, send, roleOf } = await anOrganization()
  const [existing, guest] = [await app.aPerson('Ben'), await app.aMember(organizationId, null)]
  await setPassword(app, existing, true)
  const own = anAddress()
  const answer = await send({
    emails: [existing.email, existing.email.toUpperCase(), guest.email, { email: own, role: 'admin' }, own],
    role: 'read',
  })
  expect(answer.invited).toBe(2)
  expect(answer.users[0]).toBe(existing.userId)
  expect([await roleOf(existing.userId), await roleOf(guest.userId), await roleOf(answer.users[1])]).toEqual([
    'read',
    null,
    'admin',
  ])
  await runPendingJobs(app)
  expect(emailsTo(guest.email)).toEqual([])
  const emails = emailsTo(existing.email)
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain(`http://127.0.0.1:4400/o/${organizationId}`)
  expect(emails[0]).not.toContain('/link/')
})

test('without a role the organization’s default applies, null for guests', async () => {
  const { params, admin, send, roleOf } = await anOrganization()
  const roleFor = async (body: object) => roleOf((await send({ emails: [anAddress()], ...body })).users[0])
  expect(await roleFor({})).toBe(null)
  await app.as(admin)(api.organizations.update, { params, body: { defaultRole: 'comment' } })
  expect(await roleFor({})).toBe('comment')
  expect(await roleFor({ role: null })).toBe(null)
  await runPendingJobs(app)
})

test('1 to 100 people can be invited at a time, and not for single sign-on without a provider', async () => {
  const { send } = await anOrganization()
  const hundred = Array.from({ length: 100 }, () => anAddress())
  expect((await send({ emails: hundred })).invited).toBe(100)
  expect((await send({ emails: hundred })).invited).toBe(0)
  for (const emails of [[], [...hundred, anAddress()], ['nobody'], [{ email: anAddress() }]]) {
    await expect(send({ emails })).rejects.toMatchObject({ status: 400, type: 'validation' })
  }
  await expect(send({ emails: [anAddress()], sso: true })).rejects.toMatchObject({ status: 412 })
  expect(await deleteQueuedEmails()).toBe(100)
})

test('concurrent invitations of the same people create one account, membership and email each', async () => {
  const [one, two] = [await anOrganization(), await anOrganization()]
  const emails = Array.from({ length: 30 }, () => anAddress())
  const again = emails.toReversed()
  const answers = await Promise.all([
    one.send({ emails }),
    one.send({ emails: again }),
    two.send({ emails }),
    two.send({ emails: again }),
  ])
  const [first = 0, second = 0, third = 0, fourth = 0] = answers.map(({ invited }) => invited)
  expect([first + second, third + fourth]).toEqual([30, 30])
  expect(new Set(answers.flatMap(({ users }) => users)).size).toBe(30)
  expect(await deleteQueuedEmails()).toBe(60)
})

test('no email is sent to former members', async () => {
  const { params, admin, send } = await anOrganization()
  const [deleted, suspended] = [anAddress(), anAddress()]
  const { users } = await send({ emails: [deleted, suspended] })
  await app.as(admin)(api.members.delete, { params: { ...params, userId: users[0] ?? '' } })
  await app.as(admin)(api.members.update, {
    params: { ...params, userId: users[1] ?? '' },
    body: { disabled: true },
  })
  await runPendingJobs(app)
  expect(mail.received).toEqual([])
})

test('a temporarily refused email is sent later, a permanently refused one is not', async () => {
  const { send } = await anOrganization()
  const [busy, unknown] = [anAddress('busy'), anAddress('unknown')]
  refusals = { [busy]: 450, [unknown]: 550 }
  await send({ emails: [busy, unknown] })
  await runPendingJobs(app)
  expect(mail.received).toEqual([])
  refusals = {}
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await runPendingJobs(app)
  expect(mail.received.flatMap(({ to }) => to)).toEqual([busy])
})

test('inviting an address gives nothing to an account that never verified it', async () => {
  const { params, admin, send } = await anOrganization()
  const [squatter, member] = [await app.aPerson('Mallory'), await app.aMember(params.organizationId, 'read')]
  await setPassword(app, squatter)
  await setPassword(app, member)
  const answer = await send({
    emails: [squatter.email.toUpperCase(), member.email, anAddress()],
    role: 'admin',
  })
  expect(answer).toEqual({ users: [expect.any(String)], invited: 1, unverified: [squatter.email] })
  const lookup = app.as(admin)(api.members.get, { params: { ...params, userId: squatter.userId } })
  await expect(lookup).rejects.toMatchObject({ status: 404 })
  expect(await deleteQueuedEmails()).toBe(1)
  // Once the owner has verified the address, no one else has access.
  await aBrowser(app).send(api.sessions.forgotPassword, { email: squatter.email })
  await runPendingJobs(app)
  const link = secretOf(emailsTo(squatter.email)[0], 'link') ?? ''
  const redeemed = await aBrowser(app).send(api.sessions.redeem, { password: `${password} 2` }, { link })
  expect(redeemed.json()).toMatchObject({ account: { emailVerified: true } })
  await expect(app.as(squatter)(api.users.current, {})).rejects.toMatchObject({ status: 401 })
  expect(await send({ emails: [squatter.email] })).toMatchObject({ users: [squatter.userId], invited: 1 })
})

test('a new password for a verified address keeps the tokens', async () => {
  const existing = await app.aPerson('Ben')
  await setPassword(app, existing, true)
  await aBrowser(app).send(api.sessions.forgotPassword, { email: existing.email })
  await runPendingJobs(app)
  const link = secretOf(emailsTo(existing.email)[0], 'link') ?? ''
  expect((await aBrowser(app).send(api.sessions.redeem, { password }, { link })).status).toBe(200)
  expect(await app.as(existing)(api.users.current, {})).toMatchObject({ id: existing.userId })
})
