import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { anOrganizationWithMember, grantTo } from '#testing/members.ts'
import { openSession } from '../../auth/sessions.ts'
import { markUndeliverable } from '../email-preferences/queries.ts'

const app = useTestApp()

test('members without a password are pending', async () => {
  const { member, path, as } = await anOrganizationWithMember(app)
  expect(await as(api.members.get, { params: path(member) })).toMatchObject({ pending: true })
  await app.db
    .updateTable('user_account')
    .set({ password_hash: 'x' })
    .where('id', '=', member.userId)
    .execute()
  expect(await as(api.members.get, { params: path(member) })).not.toHaveProperty('pending')
})

test('new and changed names are searchable and sorted immediately', async () => {
  const { organizationId, admin, member, as } = await anOrganizationWithMember(app)
  await app.as(member)(api.users.update, { params: { userId: member.userId }, body: { displayName: 'Zoë' } })
  await app.as(admin)(api.users.update, { params: { userId: admin.userId }, body: { displayName: 'Aïda' } })
  const list = (query: object) => as(api.members.list, { params: { organizationId }, query })
  const names = (page: { items: { user: { displayName: string } }[] }) =>
    page.items.map(({ user }) => user.displayName)
  expect(names(await list({ sort: 'name', order: 'asc' }))).toEqual(['Aïda', 'Zoë'])
  expect(names(await list({ sort: 'name' }))).toEqual(['Zoë', 'Aïda'])
  expect(names(await list({ search: 'ZOË' }))).toEqual(['Zoë'])
  expect(names(await list({ search: 'z', disabled: true }))).toEqual([])
})

test('changes of role and suspension increment the version and are recorded', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app)
  const params = path(member)
  const same = await as(api.members.update, { params, body: { role: 'edit' } })
  expect(same.version).toBe(1)
  const changed = await as(api.members.update, { params, body: { role: null, disabled: true } })
  expect(changed).toMatchObject({ role: null, disabled: true, version: 2 })
  await expect(app.as(member)(api.organizations.get, { params: { organizationId } })).rejects.toMatchObject({
    status: 403,
  })
  const late = as(api.members.update, { params, body: { disabled: false } }, { ifMatch: 1 })
  await expect(late).rejects.toMatchObject({ status: 412, type: 'stale' })
  await as(api.members.update, { params, body: { disabled: false } }, { ifMatch: 2 })
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([
    { action: 'member.update', before: { role: 'edit' }, after: { role: null } },
    { action: 'member.suspend', before: { disabled: false }, after: { disabled: true } },
    { action: 'member.reinstate', before: { disabled: true }, after: { disabled: false } },
  ])
  const unknown = as(api.members.update, { params: { ...params, userId: 'nobody' }, body: { role: 'read' } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('the last admin cannot be changed', async () => {
  const { organizationId, admin, member, path, as } = await anOrganizationWithMember(app)
  const params = path(admin)
  const refusal = { status: 409, type: 'invalid_state' }
  const suspended = await app.aMember(organizationId, 'admin')
  await as(api.members.update, { params: path(suspended), body: { disabled: true } })
  for (const body of [{ role: 'create' }, { role: null }, { disabled: true }] as const) {
    await expect(as(api.members.update, { params, body })).rejects.toMatchObject(refusal)
  }
  await expect(as(api.members.delete, { params })).rejects.toMatchObject(refusal)
  const leave = { membership: 'suspend', successor: member.userId } as const
  await expect(as(api.members.offboard, { params, body: leave })).rejects.toMatchObject(refusal)
  await as(api.members.update, { params, body: { role: 'admin' } })
  await as(api.members.update, { params: path(suspended), body: { disabled: false } })
  await as(api.members.update, { params, body: { role: 'create' } })
  await expect(as(api.members.delete, { params: path(member) })).rejects.toMatchObject({ status: 403 })
})

test('when all admins leave concurrently, one remains', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const admins = [admin]
  for (let more = 0; more < 5; more++) admins.push(await app.aMember(organizationId, 'admin'))
  const updates = [
    (params: { organizationId: string; userId: string }, as: ReturnType<typeof app.as>) =>
      as(api.members.update, { params, body: { role: 'read' } }),
    (params: { organizationId: string; userId: string }, as: ReturnType<typeof app.as>) =>
      as(api.members.delete, { params }),
    (params: { organizationId: string; userId: string }, as: ReturnType<typeof app.as>) =>
      as(api.members.offboard, { params, body: { membership: 'suspend' } }),
  ]
  const outcomes = await Promise.allSettled(
    admins.map((person, index) => {
      const neighbour = admins[(index + 1) % admins.length] ?? admin
      return updates[index % updates.length]?.({ organizationId, userId: neighbour.userId }, app.as(person))
    }),
  )
  const remaining = await app.db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .execute()
  const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(remaining.length).toBe(admins.length - succeeded)
  expect(remaining.length).toBeGreaterThan(0)
  // Every refusal has a reason: they are the last admin, no longer an admin, or their token was revoked.
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect([401, 403, 404, 409]).toContain(outcome.reason.status)
  }
})

test('the last visit is stored at most once a minute, without changing versions', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app, null)
  const stampOf = () =>
    app.db
      .selectFrom('organization_stamp')
      .select('stamp')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
  const before = await stampOf()
  const ping = () => app.as(member)(api.members.ping, { params: { organizationId } })
  expect(await ping()).toEqual({})
  const first = await as(api.members.get, { params: path(member) })
  expect(first.lastSeenAt).toBeDefined()
  await ping()
  expect(await as(api.members.get, { params: path(member) })).toEqual(first)
  const longAgo = new Date(Date.now() - 60_001)
  await app.db
    .updateTable('member')
    .set({ last_seen_at: longAgo })
    .where('user_id', '=', member.userId)
    .execute()
  await ping()
  const again = await as(api.members.get, { params: path(member) })
  expect(again.lastSeenAt).not.toBe(longAgo.toISOString())
  expect(await stampOf()).toEqual(before)
})

test('members are listed by when they were last here; those who never were count as before', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const [early, late] = [await app.aMember(organizationId, 'read'), await app.aMember(organizationId, 'edit')]
  const never = await app.aMember(organizationId, 'read')
  const seenAt = (at: Date | null, { userId }: Person) =>
    app.db
      .updateTable('member')
      .set({ last_seen_at: at })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()
  await seenAt(new Date('2026-09-01T00:00:00Z'), early)
  await seenAt(new Date('2026-10-02T00:00:00Z'), late)
  await seenAt(null, never)
  const list = async (query: object) => {
    const page = await app.as(admin)(api.members.list, { params: { organizationId }, query })
    expect(page.count).toBe(page.items.length)
    return page.items.map(({ id }) => id).filter((id) => id !== admin.userId)
  }
  const at = '2026-10-01T00:00:00.000Z'
  expect(await list({ lastSeenAfter: at })).toEqual([late.userId])
  expect((await list({ lastSeenBefore: at })).sort()).toEqual([early.userId, never.userId].sort())
  expect(await list({ lastSeenBefore: at, role: 'edit' })).toEqual([])
  expect(await list({ lastSeenAfter: '2026-08-01T00:00:00.000Z', lastSeenBefore: at })).toEqual([
    early.userId,
  ])
})

test('single sign-on is refused without a provider', async () => {
  const { member, path, as } = await anOrganizationWithMember(app)
  const marked = as(api.members.markSso, { params: path(member) })
  await expect(marked).rejects.toMatchObject({ status: 412, type: 'precondition_failed' })
  const unknown = as(api.members.markSso, { params: { ...path(member), userId: 'nobody' } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('the spaces of a member are listed with the role, limited to those the caller may see', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app, 'read')
  const guest = await app.aMember(organizationId, null)
  const make = (title: string) => as(api.spaces.create, { params: { organizationId }, body: { title } })
  const [open, closed, shared] = [await make('Open'), await make('Closed'), await make('Shared')]
  for (const space of [closed, shared]) {
    await as(api.spaces.update, { params: { spaceId: space.id }, body: { defaultLevel: null } })
    await grantTo(app, organizationId, guest.userId, space.id, 'review')
  }
  await grantTo(app, organizationId, member.userId, shared.id, 'edit')
  const seenBy = async (who: Person, of: Person, query: object = {}) => {
    const list = await app.as(who)(api.members.listSpaces, { params: path(of), query })
    expect(list.count).toBe(list.items.length)
    return list.items.map(({ permission, space }) => [space.title, permission])
  }
  const admin = (await anOrganizationWithMember(app)).admin
  expect(await seenBy(member, member, { order: 'asc' })).toEqual([
    [open.title, 'read'],
    [shared.title, 'edit'],
  ])
  expect(await seenBy(member, guest)).toEqual([[shared.title, 'review']])
  const all = await as(api.members.listSpaces, { params: path(guest), query: { limit: 1 } })
  expect([all.count, all.items.map(({ space }) => space.title)]).toEqual([2, [shared.title]])
  const rest = await as(api.members.listSpaces, {
    params: path(guest),
    query: { page: all.next?.page ?? '' },
  })
  expect(rest.items.map(({ space }) => space.title)).toEqual([closed.title])
  await as(api.members.update, { params: path(guest), body: { disabled: true } })
  expect((await as(api.members.listSpaces, { params: path(guest) })).count).toBe(0)
  const stranger = as(api.members.listSpaces, { params: path(admin) })
  await expect(stranger).rejects.toMatchObject({ status: 404 })
})

test('teams, grants and sessions of a member are listed, and signing out ends the sessions', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app)
  const params = path(member)
  await as(api.teams.create, {
    params: { organizationId },
    body: { title: 'Writers', members: [member.userId] },
  })
  await as(api.teams.create, { params: { organizationId }, body: { title: 'Others' } })
  const teams = await as(api.members.listTeams, { params, query: { title: 'WRIT' } })
  expect(teams).toMatchObject({
    count: 1,
    items: [{ team: { title: 'Writers', members: 1 }, member: { role: 'member' } }],
  })
  expect((await as(api.members.listTeams, { params, query: { title: 'x' } })).count).toBe(0)

  const space = await as(api.spaces.create, { params: { organizationId }, body: { title: 'Manual' } })
  await grantTo(app, organizationId, member.userId, space.id, null)
  expect(await as(api.members.listGrants, { params })).toMatchObject({
    count: 1,
    items: [{ on: { type: 'space', id: space.id, title: 'Manual' }, role: null }],
  })

  await openSession(app.db, { userId: member.userId, userAgent: 'Firefox', ip: '::1', now: new Date() })
  expect(await as(api.members.listBrowsers, { params })).toMatchObject({
    count: 1,
    items: [{ userAgent: 'Firefox', current: false }],
  })
  await as(api.members.signOut, { params })
  await as(api.members.signOut, { params })
  expect((await as(api.members.listBrowsers, { params })).count).toBe(0)
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([
    { action: 'member.sign-out', before: { browsers: 1 } },
  ])
  for (const route of [api.members.listTeams, api.members.listGrants, api.members.listBrowsers]) {
    const unknown = as(route, { params: { ...params, userId: 'nobody' } })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
  }
})

test('admins see whose address the mail server rejects, until it changes', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const member = await app.aMember(organizationId, 'read')
  const error = '550 No such mailbox'
  await markUndeliverable(app.db, { email: member.email, error, now: new Date() })
  const params = { organizationId }
  const rejected = { params, query: { undeliverable: true } }
  const list = await app.as(admin)(api.members.list, rejected)
  expect(list).toMatchObject({ count: 1, items: [{ id: member.userId, undeliverable: { error } }] })
  const others = await app.as(admin)(api.members.list, { params, query: { undeliverable: false } })
  expect(others.items.map(({ id }) => id)).toEqual([admin.userId])
  await expect(app.as(member)(api.members.list, rejected)).rejects.toMatchObject({ status: 403 })
  const at = { params: { ...params, userId: member.userId } }
  expect(await app.as(member)(api.members.get, at)).not.toHaveProperty('undeliverable')
  await app.db
    .updateTable('user_account')
    .set({ email: `new-${member.email}` })
    .where('id', '=', member.userId)
    .execute()
  expect(await app.as(admin)(api.members.list, rejected)).toMatchObject({ count: 0, items: [] })
})
