import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aBrowser, password, setPassword } from '#testing/browser.ts'
import { emailsTo, runPendingJobs, secretOf } from '#testing/emails.ts'

const app = useTestApp()

async function anOrganization() {
  const { organizationId, admin } = await app.anOrganization()
  const send = async (...emails: string[]) => {
    const { links = [] } = await app.as(admin)(api.organizationInvites.send, {
      params: { organizationId },
      body: { emails },
    })
    return new Map(links.map(({ email, url }) => [email, url]))
  }
  const unverified = async (...emails: string[]) =>
    (await app.as(admin)(api.organizationInvites.send, { params: { organizationId }, body: { emails } }))
      .unverified
  return { organizationId, admin, send, unverified, dashboard: `http://127.0.0.1:4400/o/${organizationId}` }
}

const redeem = (link: string) => aBrowser(app).send(api.sessions.redeem, { password }, { link })

test('without a mail server the response contains the links, and the emails stay in the outbox', async () => {
  const { send } = await anOrganization()
  const email = 'ann@example.org'
  const link = secretOf((await send(email)).get(email), 'link') ?? ''
  await runPendingJobs(app)
  const [message = ''] = emailsTo(app, email)
  expect(message).toContain('Choose a password to get started.')
  const state = await app.send({ method: 'GET', url: `/auth/set-up?link=${link}` })
  expect(state.json()).toMatchObject({ link: { valid: true, purpose: 'password', email } })
  // The person who hands a link over may use it, so only a link from an email verifies the address.
  const redeemed = await redeem(link)
  expect(redeemed.json()).toMatchObject({ account: { emailVerified: false, hasPassword: true } })
  expect((await redeem(link)).status).toBe(404)
  // The link in the email is invalid too once a password was set.
  expect((await redeem(secretOf(message, 'link') ?? '')).status).toBe(404)
})

test('no link gives access to an existing account', async () => {
  const one = await anOrganization()
  const two = await anOrganization()
  const existing = await app.aPerson('Ben')
  await setPassword(app, existing, true)
  const pendingEmail = 'waiting@example.org'
  const handed = secretOf((await one.send(pendingEmail)).get(pendingEmail), 'link') ?? ''
  // The first inviter still has the link, so the second organization waits until the address is verified.
  expect(await two.unverified(pendingEmail)).toEqual([pendingEmail])
  const links = await two.send(pendingEmail, existing.email, 'fresh@example.org')
  expect(links.has(pendingEmail)).toBe(false)
  expect(links.get(existing.email)).toBe(two.dashboard)
  expect(secretOf(links.get('fresh@example.org'), 'link')).toBeDefined()
  expect((await redeem(handed)).json()).toMatchObject({ organizations: [{ id: one.organizationId }] })
  expect(await two.unverified(pendingEmail)).toEqual([pendingEmail])
})

test('a handed-over link becomes invalid when another organization invites the removed member', async () => {
  const [one, two] = [await anOrganization(), await anOrganization()]
  const email = 'passed-on@example.org'
  const handed = secretOf((await one.send(email)).get(email), 'link') ?? ''
  const { items } = await app.as(one.admin)(api.members.list, {
    params: { organizationId: one.organizationId },
    query: { search: email },
  })
  const params = { organizationId: one.organizationId, userId: items[0]?.id ?? '' }
  await app.as(one.admin)(api.members.delete, { params })
  const secondSecret = secretOf((await two.send(email)).get(email), 'link') ?? ''
  expect((await redeem(handed)).status).toBe(404)
  expect((await redeem(secondSecret)).status).toBe(200)
})

test('of two concurrent invitations one gets the link and the other reports an unverified address', async () => {
  const [one, two] = [await anOrganization(), await anOrganization()]
  const email = 'both@example.org'
  const body = { emails: [email] }
  const answers = await Promise.all(
    [one, two].map(({ organizationId, admin }) =>
      app.as(admin)(api.organizationInvites.send, { params: { organizationId }, body }),
    ),
  )
  expect(answers.map(({ invited }) => invited).sort()).toEqual([0, 1])
  expect(answers.flatMap(({ unverified = [] }) => unverified)).toEqual([email])
})

test('an invitation can be resent to pending members, with a new link', async () => {
  const { organizationId, admin, send } = await anOrganization()
  const email = 'late@example.org'
  const [first, other] = [await send(email), await anOrganization()]
  const { items } = await app.as(admin)(api.members.list, {
    params: { organizationId },
    query: { search: email },
  })
  const params = { organizationId, userId: items[0]?.id ?? '' }
  const resend = (userId = params.userId) =>
    app.as(admin)(api.members.resendInvite, { params: { organizationId, userId } })
  const { url } = await resend()
  expect(secretOf(url, 'link')).toBeDefined()
  expect(url).not.toBe(first.get(email))
  await runPendingJobs(app)
  expect(emailsTo(app, email)).toHaveLength(2)
  await expect(resend(other.admin.userId)).rejects.toMatchObject({ status: 404 })
  await app.as(admin)(api.members.update, { params, body: { disabled: true } })
  await expect(resend()).rejects.toMatchObject({ status: 409 })
  await app.as(admin)(api.members.update, { params, body: { disabled: false } })
  await app.db
    .insertInto('member')
    .values({
      organization_id: other.organizationId,
      user_id: params.userId,
      role: null,
      joined_at: new Date(),
    })
    .execute()
  expect(await resend()).toEqual({ url: `http://127.0.0.1:4400/o/${organizationId}` })
  await redeem(secretOf(url, 'link') ?? '')
  await expect(resend()).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})
