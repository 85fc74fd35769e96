import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { openSession } from '#server/auth/sessions.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit.ts'

const app = useTestApp()

/** An organization with an admin and somebody to act on. */
async function aHouse(role: Role | null = 'edit') {
  const { organizationId, admin } = await app.anOrganization()
  const member = await app.aMember(organizationId, role)
  const path = (person: Person) => ({ organizationId, userId: person.userId })
  return { organizationId, admin, member, path, as: app.as(admin) }
}

const grantTo = (organizationId: string, userId: string, subject: string, role: Role | null) =>
  app.db
    .insertInto('access_grant')
    .values({
      organization_id: organizationId,
      subject_kind: 'space',
      subject_id: subject,
      grantee_kind: 'user',
      grantee_id: userId,
      role,
      created_at: app.service.now(),
    })
    .execute()

const aTeam = async (organizationId: string, owners: readonly Person[]) => {
  const id = app.service.newId()
  await app.db
    .insertInto('team')
    .values({ organization_id: organizationId, id, title: 'Team', created_at: new Date() })
    .execute()
  for (const { userId } of owners) {
    await app.db
      .insertInto('team_member')
      .values({ organization_id: organizationId, team_id: id, user_id: userId, role: 'owner' })
      .execute()
  }
  return id
}

test('who has no password yet is pending', async () => {
  const { member, path, as } = await aHouse()
  expect(await as(api.members.get, { params: path(member) })).toMatchObject({ pending: true })
  await app.db
    .updateTable('user_account')
    .set({ password_hash: 'x' })
    .where('id', '=', member.userId)
    .execute()
  expect(await as(api.members.get, { params: path(member) })).not.toHaveProperty('pending')
})

test('a new name is found and sorted by at once, whoever joins or is renamed', async () => {
  const { organizationId, admin, member, as } = await aHouse()
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

test('role and standing change with their version, and the log says how', async () => {
  const { organizationId, member, path, as } = await aHouse()
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

test('the last admin stays what they are', async () => {
  const { organizationId, admin, member, path, as } = await aHouse()
  const params = path(admin)
  const refusal = { status: 409, type: 'invalid_state' }
  const suspended = await app.aMember(organizationId, 'admin')
  await as(api.members.update, { params: path(suspended), body: { disabled: true } })
  for (const body of [{ role: 'create' }, { role: null }, { disabled: true }] as const) {
    await expect(as(api.members.update, { params, body })).rejects.toMatchObject(refusal)
  }
  await expect(as(api.members.delete, { params })).rejects.toMatchObject(refusal)
  const leave = { membership: 'suspend', heir: member.userId } as const
  await expect(as(api.members.offboard, { params, body: leave })).rejects.toMatchObject(refusal)
  await as(api.members.update, { params, body: { role: 'admin' } })
  await as(api.members.update, { params: path(suspended), body: { disabled: false } })
  await as(api.members.update, { params, body: { role: 'create' } })
  await expect(as(api.members.delete, { params: path(member) })).rejects.toMatchObject({ status: 403 })
})

test('of admins who all leave at once, one stays', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const admins = [admin]
  for (let more = 0; more < 5; more++) admins.push(await app.aMember(organizationId, 'admin'))
  const acts = [
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
      return acts[index % acts.length]?.({ organizationId, userId: neighbour.userId }, app.as(person))
    }),
  )
  const left = await app.db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .execute()
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(left.length).toBe(admins.length - done)
  expect(left.length).toBeGreaterThan(0)
  // Who was refused was told why: the last one stays, they are no admin any more, or their token was revoked.
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect([401, 403, 404, 409]).toContain(outcome.reason.status)
  }
})

test('who is removed leaves nothing behind here, and stays elsewhere', async () => {
  const { organizationId, member, path, as } = await aHouse()
  const { organizationId: elsewhere } = await app.anOrganization()
  await app.db
    .insertInto('member')
    .values({ organization_id: elsewhere, user_id: member.userId, role: 'edit', joined_at: new Date() })
    .execute()
  await openSession(app.db, { userId: member.userId, userAgent: null, ip: null, now: new Date() })
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  await grantTo(organizationId, member.userId, space.id, 'review')
  await aTeam(organizationId, [member])
  expect(await as(api.members.get, { params: path(member) })).toMatchObject({ spaces: 1, teams: 1 })
  const stale = as(api.members.delete, { params: path(member) }, { ifMatch: 7 })
  await expect(stale).rejects.toMatchObject({ status: 412 })
  await as(api.members.delete, { params: path(member) })
  await expect(as(api.members.delete, { params: path(member) })).rejects.toMatchObject({ status: 404 })
  const grants = await app.db
    .selectFrom('access_grant')
    .selectAll()
    .where('grantee_id', '=', member.userId)
    .execute()
  expect(grants).toEqual([])
  expect(await app.as(member)(api.organizations.get, { params: { organizationId: elsewhere } })).toBeTruthy()
  const sessions = await app.db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', member.userId)
    .execute()
  expect(sessions.length).toBe(1)
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([
    { action: 'member.remove', before: { role: 'edit', grants: 1, teams: 1 } },
  ])
})

test('being seen is noted at most once a minute, and leaves lists and versions alone', async () => {
  const { organizationId, member, path, as } = await aHouse(null)
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

test('nobody signs in by a provider that is not there', async () => {
  const { member, path, as } = await aHouse()
  const marked = as(api.members.markSso, { params: path(member) })
  await expect(marked).rejects.toMatchObject({ status: 412, type: 'precondition_failed' })
  const unknown = as(api.members.markSso, { params: { ...path(member), userId: 'nobody' } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('the spaces of a member carry the role there, and show nothing that the caller may not see', async () => {
  const { organizationId, member, path, as } = await aHouse('read')
  const guest = await app.aMember(organizationId, null)
  const make = (title: string) => as(api.spaces.create, { params: { organizationId }, body: { title } })
  const [open, closed, shared] = [await make('Open'), await make('Closed'), await make('Shared')]
  for (const space of [closed, shared]) {
    await as(api.spaces.update, { params: { spaceId: space.id }, body: { defaultLevel: null } })
    await grantTo(organizationId, guest.userId, space.id, 'review')
  }
  await grantTo(organizationId, member.userId, shared.id, 'edit')
  const seenBy = async (who: Person, of: Person, query: object = {}) => {
    const list = await app.as(who)(api.members.listSpaces, { params: path(of), query })
    expect(list.count).toBe(list.items.length)
    return list.items.map(({ permission, space }) => [space.title, permission])
  }
  const admin = (await aHouse()).admin
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

test('teams, grants and browsers of a member are listed; signing out ends the browsers', async () => {
  const { organizationId, member, path, as } = await aHouse()
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
  await grantTo(organizationId, member.userId, space.id, null)
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

test('an heir takes over every grant and team with the stronger role', async () => {
  const { organizationId, admin, member, path, as } = await aHouse()
  const heir = await app.aMember(organizationId, 'read')
  const spaces = []
  for (const title of ['A', 'B', 'C'])
    spaces.push((await as(api.spaces.create, { params: { organizationId }, body: { title } })).id)
  const [a = '', b = '', c = ''] = spaces
  await grantTo(organizationId, member.userId, a, 'create')
  await grantTo(organizationId, member.userId, b, 'comment')
  await grantTo(organizationId, member.userId, c, 'read')
  await grantTo(organizationId, heir.userId, b, 'review')
  await grantTo(organizationId, heir.userId, c, null)
  const alone = await aTeam(organizationId, [member])
  const shared = await aTeam(organizationId, [member, heir])
  await openSession(app.db, { userId: member.userId, userAgent: null, ip: null, now: new Date() })
  const params = path(member)
  expect(await as(api.members.holdings, { params })).toMatchObject({
    object: 'member-holdings',
    grants: [{ role: 'create' }, { role: 'comment' }, { role: 'read' }],
    sessions: 1,
    tokens: 1,
    organizations: 1,
    lastAdmin: false,
  })
  const { teams } = await as(api.members.holdings, { params })
  expect(new Map(teams.map(({ id, onlyOwner }) => [id, onlyOwner]))).toEqual(
    new Map([
      [alone, true],
      [shared, false],
    ]),
  )
  const counts = await as(api.members.offboard, {
    params,
    body: { heir: heir.userId, membership: 'suspend' },
  })
  expect(counts).toEqual({ grants: 3, teams: 2, sessions: 1, tokens: 1 })
  const { items } = await as(api.members.listGrants, { params: path(heir) })
  expect(new Map(items.map(({ on, role }) => [on.title, role]))).toEqual(
    new Map([
      ['A', 'create'],
      ['B', 'review'],
      ['C', 'read'],
    ]),
  )
  const inherited = await as(api.members.listTeams, { params: path(heir) })
  expect(inherited.items.map(({ member: { role } }) => role)).toEqual(['owner', 'owner'])
  expect(await as(api.members.get, { params })).toMatchObject({ disabled: true, spaces: 0, teams: 0 })
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([
    {
      action: 'member.offboard',
      before: { role: 'edit', disabled: false },
      after: { disabled: true, heir: heir.userId, grants: 3, teams: 2, sessions: 1, tokens: 1 },
    },
  ])
  expect(await as(api.members.holdings, { params: path(admin) })).toMatchObject({ lastAdmin: true })
})

test('the browsers of who is in other organizations too are neither told nor signed out here', async () => {
  const { organizationId, member, path, as } = await aHouse()
  const { organizationId: elsewhere } = await app.anOrganization()
  const session = { userId: member.userId, userAgent: 'Firefox', ip: '::1', now: new Date() }
  await openSession(app.db, session)
  const params = path(member)
  expect((await as(api.members.listBrowsers, { params })).count).toBe(1)
  await app.db
    .insertInto('member')
    .values({ organization_id: elsewhere, user_id: member.userId, role: null, joined_at: new Date() })
    .execute()
  for (const route of [api.members.listBrowsers, api.members.signOut]) {
    const refused = as(route, { params })
    await expect(refused).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('in other organizations too'),
    })
  }
  expect(await as(api.members.holdings, { params })).toMatchObject({ sessions: 0, organizations: 2 })
  const body = { membership: 'suspend' } as const
  expect(await as(api.members.offboard, { params, body })).toMatchObject({ sessions: 0, tokens: 0 })
  const left = await app.db.selectFrom('session').select('id').where('user_id', '=', member.userId).execute()
  expect(left).toHaveLength(1)
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([{ action: 'member.offboard' }])
})

test('without an heir all is revoked; tokens stay when there is another organization', async () => {
  const { organizationId, member, path, as } = await aHouse()
  const { organizationId: elsewhere } = await app.anOrganization()
  await app.db
    .insertInto('member')
    .values({ organization_id: elsewhere, user_id: member.userId, role: 'edit', joined_at: new Date() })
    .execute()
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  await grantTo(organizationId, member.userId, space.id, 'create')
  await aTeam(organizationId, [member])
  const params = path(member)
  const counts = await as(api.members.offboard, { params, body: { membership: 'remove' } })
  expect(counts).toEqual({ grants: 1, teams: 1, sessions: 0, tokens: 0 })
  await expect(as(api.members.get, { params })).rejects.toMatchObject({ status: 404 })
  expect(await app.as(member)(api.organizations.get, { params: { organizationId: elsewhere } })).toBeTruthy()
})

test('an heir is another member who is not suspended', async () => {
  const { organizationId, member, path, as } = await aHouse()
  const suspended = await app.aMember(organizationId, 'edit')
  await as(api.members.update, { params: path(suspended), body: { disabled: true } })
  const stranger = await app.aPerson()
  const params = path(member)
  const to = (heir: string) => as(api.members.offboard, { params, body: { heir, membership: 'remove' } })
  await expect(to(member.userId)).rejects.toMatchObject({ status: 400, type: 'validation' })
  await expect(to(suspended.userId)).rejects.toMatchObject({ status: 400, type: 'validation' })
  await expect(to(stranger.userId)).rejects.toMatchObject({ status: 404 })
  expect(await as(api.members.get, { params })).toMatchObject({ disabled: false })
})
