import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aBrowser, password } from '#testing/browser.ts'

const app = useTestApp()

/** An organization with an invite to itself and one to a space that no one sees by default. */
async function anInvitation() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const space = await call(api.spaces.create, { params, body: { title: 'Secret' } })
  const invite = (body: { role: 'edit' } | { level: 'read'; space: string }) =>
    call(api.organizationInvites.create, { params, body })
  return {
    organizationId,
    spaceId: space.id,
    call,
    all: await invite({ role: 'edit' }),
    guestInvite: await invite({ level: 'read', space: space.id }),
  }
}

let countResult = 0
const aNewcomer = (organizationId: string, inviteId: string) => ({
  organizationId,
  inviteId,
  displayName: 'Ann',
  email: `Ann-${++countResult}@example.org`,
  password,
})

test('anyone can see what an invite link is for', async () => {
  const { organizationId, all, guestInvite, call } = await anInvitation()
  const logo = 'https://example.org/logo.png'
  await call(api.organizations.update, { params: { organizationId }, body: { logo } })
  const readInvite = async (inviteId: string) =>
    (await aBrowser(app).send(api.sessions.getInvitation, undefined, { organizationId, inviteId })).json()
  const organization = { id: organizationId, title: 'Halden Energy', logo }
  expect(await readInvite(all.id)).toEqual({
    organization,
    to: { type: 'organization', title: 'Halden Energy' },
    role: 'edit',
  })
  expect(await readInvite(guestInvite.id)).toEqual({
    organization,
    to: { type: 'space', title: 'Secret' },
    role: 'read',
  })
  expect(await readInvite('x'.repeat(20))).toMatchObject({ error: { code: 404 } })
})

test('people without an account can sign up by the link, join and are signed in', async () => {
  const { organizationId, spaceId, all, guestInvite } = await anInvitation()
  const browser = aBrowser(app)
  const created = await browser.send(api.sessions.signUp, aNewcomer(organizationId, all.id))
  expect(created.json()).toMatchObject({
    user: { displayName: 'Ann', email: `ann-${countResult}@example.org` },
    organizations: [{ id: organizationId, role: 'edit' }],
    account: { emailVerified: false, hasPassword: true },
  })
  expect((await browser.send(api.organizations.list)).status).toBe(200)
  const { id } = (created.json() as { user: { id: string } }).user
  const log = app.db.selectFrom('audit_event').select(['action', 'actor_id', 'source'])
  expect(await log.where('target_id', '=', id).execute()).toEqual([
    { action: 'member.join', actor_id: id, source: 'ui' },
  ])
  const guest = aBrowser(app)
  await guest.send(api.sessions.signUp, aNewcomer(organizationId, guestInvite.id))
  const lookup = await guest.send(api.spaces.get, undefined, { spaceId })
  expect(lookup.json()).toMatchObject({ permissions: { view: true, edit: false } })
})

test('concurrent sign-ups with one address create one account that joins once', async () => {
  const { organizationId, all, call } = await anInvitation()
  const newcomer = aNewcomer(organizationId, all.id)
  const same = { ...newcomer, email: newcomer.email.toUpperCase() }
  const answers = await Promise.all(
    [newcomer, same, newcomer].map((body) => aBrowser(app).send(api.sessions.signUp, body)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const params = { organizationId, inviteId: all.id }
  expect((await call(api.organizationInvites.get, { params })).joined).toBe(1)
})

test('no account is created without a valid link or from another origin', async () => {
  const { organizationId, all, call } = await anInvitation()
  const newcomer = aNewcomer(organizationId, all.id)
  const { signUp } = api.sessions
  expect((await aBrowser(app, { origin: 'http://evil.example' }).send(signUp, newcomer)).status).toBe(403)
  expect((await aBrowser(app).send(signUp, { ...newcomer, password: 'too short' })).status).toBe(400)
  const unknown = { ...newcomer, inviteId: 'x'.repeat(20) }
  expect((await aBrowser(app).send(signUp, unknown)).status).toBe(404)
  await call(api.organizations.update, { params: { organizationId }, body: { inviteLinks: false } })
  expect((await aBrowser(app).send(signUp, newcomer)).status).toBe(404)
  await call(api.organizations.update, { params: { organizationId }, body: { inviteLinks: true } })
  const accounts = app.db.selectFrom('user_account').select('id')
  expect(await accounts.where('email', '=', newcomer.email.toLowerCase()).execute()).toEqual([])
  expect(await eventsOf(app.db, organizationId, all.id)).toHaveLength(1)
})
