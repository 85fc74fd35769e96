import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { type MailProcess, startMailProcess } from '#testing/mail-server-process.ts'
import { queueNotificationEmails } from './queue.ts'
import { emailNotifications } from './send.ts'

const environment = {
  LECTERN_SMTP_URL: '',
  LECTERN_MAIL_FROM: 'Lectern <lectern@example.com>',
  BASE_URL: 'https://docs.example.com',
}
let mail: MailProcess
beforeAll(async () => {
  mail = await startMailProcess()
  environment.LECTERN_SMTP_URL = mail.url
})
afterAll(() => mail.stop())
const app = useTestApp(environment)

/** The first account operates the service. */
let operator: Person
beforeAll(async () => {
  operator = (await app.anOrganization()).admin
})

async function aThread() {
  const { organizationId, admin } = await app.anOrganization()
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'review')]
  const params = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Guide' } })
  const inSpace = { params: { spaceId: space.id } }
  const { changes } = await app.as(admin)(api.spaceContent.edit, {
    ...inSpace,
    body: { changes: [{ operation: 'insert_page', title: 'Screws', document: { markdown: 'Text' } }] },
  })
  const [page] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  const mention = (person: Person, markdown = 'Which bit?') =>
    app.as(ben)(api.spaceComments.create, {
      ...inSpace,
      body: { body: { markdown: `[@Name](/users/${person.userId}) ${markdown}` }, ...(page ? { page } : {}) },
    })
  const reply = (commentId: string, markdown: string) =>
    app.as(ben)(api.spaceCommentReplies.create, {
      params: { spaceId: space.id, commentId },
      body: { body: { markdown } },
    })
  return { organizationId, params, admin, ann, ben, space, page, mention, reply }
}

/** Stores the notifications, and lets time pass. */
async function settle(minutes: number): Promise<void> {
  await runPendingJobs(app)
  await sql`update notification set created_at = created_at - ${minutes} * interval '1 minute',
    listed_at = listed_at - ${minutes} * interval '1 minute'`.execute(app.db)
}

async function sendDue(): Promise<void> {
  await queueNotificationEmails(app.service)
  await runPendingJobs(app)
}

const changeAddress = (person: Person, email: string) =>
  app.db.updateTable('user_account').set({ email }).where('id', '=', person.userId).execute()

const emailsTo = (address: string) => mail.received.filter(({ to }) => to === address).map(({ text }) => text)

const preferences = (person: Person) =>
  app.as(person)(api.emailPreferences.get, { params: { userId: person.userId } })

test('a mention reaches the mail server once, in the conversation about its thread, and links to it', async () => {
  const { ann, mention, reply, space } = await aThread()
  const thread = await mention(ann)
  await reply(thread.id, `[@Ann](/users/${ann.userId}) Torx?`)
  await settle(0)
  await sendDue()
  expect(emailsTo(ann.email)).toEqual([])
  await settle(2)
  await Promise.all([queueNotificationEmails(app.service), queueNotificationEmails(app.service)])
  const { signal } = new AbortController()
  await Promise.all([
    emailNotifications(app.service, ann.userId, signal),
    emailNotifications(app.service, ann.userId, signal),
    runPendingJobs(app),
  ])
  await sendDue()
  const [email = '', ...others] = emailsTo(ann.email)
  expect(others).toEqual([])
  expect(email).toContain('mentioned you')
  expect(email).toContain('Which bit?')
  expect(email).toContain('Torx?')
  expect(email).toContain(`References: <comment.${thread.id}@docs.example.com>`)
  expect(email).toMatch(new RegExp(`https://docs.example.com/s/${space.id}/\\S*comment=${thread.id}`))
  const link =
    email.match(/List-Unsubscribe:\s+<https:\/\/docs\.example\.com(\/unsubscribe\/[^>]+)>/)?.[1] ?? ''
  const shown = await app.send({ method: 'GET', url: link })
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('mentions of you')])
  expect((await preferences(ann)).frequencies.mention).toBe('immediately')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'List-Unsubscribe=One-Click'
  expect((await app.send({ method: 'POST', url: link, headers, payload })).status).toBe(200)
  expect((await preferences(ann)).frequencies).toMatchObject({ mention: 'never', reply: 'immediately' })
  const wrong = await app.send({ method: 'POST', url: `${link.slice(0, -1)}_`, headers, payload })
  expect(wrong.status).toBe(404)
  await mention(ann, 'Again')
  await settle(2)
  await sendDue()
  expect(emailsTo(ann.email)).toHaveLength(1)
})

test('what was done in the dashboard, or can’t be seen any more, is not emailed', async () => {
  const { organizationId, params, admin, ann, mention } = await aThread()
  await mention(ann, 'First')
  await settle(2)
  await app.as(ann)(api.notifications.update, { params, body: { select: { all: true }, state: 'done' } })
  await mention(ann, 'Second')
  await settle(2)
  await app.as(admin)(api.members.update, {
    params: { organizationId, userId: ann.userId },
    body: { disabled: true },
  })
  await sendDue()
  expect(emailsTo(ann.email)).toEqual([])
})

test('the digest has what is daily, once, at its hour in the time zone of the person', async () => {
  const { ann, mention } = await aThread()
  const userId = ann.userId
  const { version } = await preferences(ann)
  await app.as(ann)(
    api.emailPreferences.update,
    {
      params: { userId },
      body: { frequencies: { mention: 'daily' }, digest: { hour: 0, timeZone: 'Asia/Kathmandu' } },
    },
    { ifMatch: version },
  )
  await mention(ann, 'One')
  await mention(ann, 'Two')
  await settle(25 * 60)
  await sendDue()
  await sendDue()
  const [email = '', ...others] = emailsTo(ann.email)
  expect(others).toEqual([])
  expect(email).toMatch(/Subject: .*2 updates/)
  const wrong = app.as(ann)(api.emailPreferences.update, {
    params: { userId },
    body: { digest: { timeZone: 'Mars/Olympus' } },
  })
  await expect(wrong).rejects.toMatchObject({ status: 400 })
})

test('a temporary rejection is sent later, a permanent one stops emails until the person retries', async () => {
  const { ann, ben, admin, mention } = await aThread()
  const { signal } = new AbortController()
  await changeAddress(ann, 'busy-ann@example.org')
  await mention(ann)
  await settle(2)
  await expect(emailNotifications(app.service, ann.userId, signal)).rejects.toThrow()
  await changeAddress(ann, 'calm-ann@example.org')
  await emailNotifications(app.service, ann.userId, signal)
  expect(emailsTo('calm-ann@example.org')).toHaveLength(1)

  await changeAddress(admin, 'unknown-admin@example.org')
  await mention(admin)
  await settle(2)
  await emailNotifications(app.service, admin.userId, signal)
  expect(await preferences(admin)).toMatchObject({ undeliverable: { error: expect.stringContaining('550') } })
  const { items } = await app.as(operator)(api.systems.listUndeliveredEmails, {})
  expect(items).toContainEqual(
    expect.objectContaining({ id: `address-${admin.userId}`, kind: 'notifications', status: 'rejected' }),
  )
  const retried = await app.as(admin)(api.emailPreferences.retry, { params: { userId: admin.userId } })
  expect(retried.undeliverable).toBeUndefined()
  expect(await preferences(ben)).not.toHaveProperty('undeliverable')
})

test('an email that the server may have accepted is not sent again', async () => {
  const { ann, mention } = await aThread()
  await changeAddress(ann, 'dropped-ann@example.org')
  await mention(ann)
  await settle(2)
  const { signal } = new AbortController()
  await emailNotifications(app.service, ann.userId, signal)
  const states = await app.db
    .selectFrom('notification')
    .select('email_state as state')
    .where('user_id', '=', ann.userId)
    .execute()
  expect(states).toEqual([{ state: 'sent' }])
})
