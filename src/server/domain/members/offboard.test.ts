import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { anOrganizationWithMember, aTeam, grantTo } from '#testing/members.ts'
import { openSession } from '../../auth/sessions.ts'

const app = useTestApp()

test('a removed member leaves nothing behind, and other organizations keep them', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app)
  const { organizationId: elsewhere } = await app.anOrganization()
  await app.db
    .insertInto('member')
    .values({ organization_id: elsewhere, user_id: member.userId, role: 'edit', joined_at: new Date() })
    .execute()
  await openSession(app.db, { userId: member.userId, userAgent: null, ip: null, now: new Date() })
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  await grantTo(app, organizationId, member.userId, space.id, 'review')
  await aTeam(app, organizationId, [member])
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

test('a successor takes over every grant and team, with the stronger role', async () => {
  const { organizationId, admin, member, path, as } = await anOrganizationWithMember(app)
  const successor = await app.aMember(organizationId, 'read')
  const spaces = []
  for (const title of ['A', 'B', 'C'])
    spaces.push((await as(api.spaces.create, { params: { organizationId }, body: { title } })).id)
  const [a = '', b = '', c = ''] = spaces
  await grantTo(app, organizationId, member.userId, a, 'create')
  await grantTo(app, organizationId, member.userId, b, 'comment')
  await grantTo(app, organizationId, member.userId, c, 'read')
  await grantTo(app, organizationId, successor.userId, b, 'review')
  await grantTo(app, organizationId, successor.userId, c, null)
  const alone = await aTeam(app, organizationId, [member])
  const shared = await aTeam(app, organizationId, [member, successor])
  await openSession(app.db, { userId: member.userId, userAgent: null, ip: null, now: new Date() })
  const params = path(member)
  expect(await as(api.members.access, { params })).toMatchObject({
    object: 'member-access',
    grants: [{ role: 'create' }, { role: 'comment' }, { role: 'read' }],
    sessions: 1,
    tokens: 1,
    organizations: 1,
    lastAdmin: false,
  })
  const { teams } = await as(api.members.access, { params })
  expect(new Map(teams.map(({ id, onlyOwner }) => [id, onlyOwner]))).toEqual(
    new Map([
      [alone, true],
      [shared, false],
    ]),
  )
  const counts = await as(api.members.offboard, {
    params,
    body: { successor: successor.userId, membership: 'suspend' },
  })
  expect(counts).toEqual({ grants: 3, teams: 2, sessions: 1, tokens: 1 })
  const { items } = await as(api.members.listGrants, { params: path(successor) })
  expect(new Map(items.map(({ on, role }) => [on.title, role]))).toEqual(
    new Map([
      ['A', 'create'],
      ['B', 'review'],
      ['C', 'read'],
    ]),
  )
  const inherited = await as(api.members.listTeams, { params: path(successor) })
  expect(inherited.items.map(({ member: { role } }) => role)).toEqual(['owner', 'owner'])
  expect(await as(api.members.get, { params })).toMatchObject({ disabled: true, spaces: 0, teams: 0 })
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([
    {
      action: 'member.offboard',
      before: { role: 'edit', disabled: false },
      after: { disabled: true, successor: successor.userId, grants: 3, teams: 2, sessions: 1, tokens: 1 },
    },
  ])
  expect(await as(api.members.access, { params: path(admin) })).toMatchObject({ lastAdmin: true })
})

test('sessions of members of other organizations are neither shown nor ended', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app)
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
    const refusal = as(route, { params })
    await expect(refusal).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('in other organizations, too'),
    })
  }
  expect(await as(api.members.access, { params })).toMatchObject({ sessions: 0, organizations: 2 })
  const body = { membership: 'suspend' } as const
  expect(await as(api.members.offboard, { params, body })).toMatchObject({ sessions: 0, tokens: 0 })
  const remaining = await app.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', member.userId)
    .execute()
  expect(remaining).toHaveLength(1)
  expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([{ action: 'member.offboard' }])
})

test('without a successor everything is revoked, except tokens of members of other organizations', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app)
  const { organizationId: elsewhere } = await app.anOrganization()
  await app.db
    .insertInto('member')
    .values({ organization_id: elsewhere, user_id: member.userId, role: 'edit', joined_at: new Date() })
    .execute()
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  await grantTo(app, organizationId, member.userId, space.id, 'create')
  await aTeam(app, organizationId, [member])
  const params = path(member)
  const counts = await as(api.members.offboard, { params, body: { membership: 'remove' } })
  expect(counts).toEqual({ grants: 1, teams: 1, sessions: 0, tokens: 0 })
  await expect(as(api.members.get, { params })).rejects.toMatchObject({ status: 404 })
  expect(await app.as(member)(api.organizations.get, { params: { organizationId: elsewhere } })).toBeTruthy()
})

test('a successor has to be another active member', async () => {
  const { organizationId, member, path, as } = await anOrganizationWithMember(app)
  const suspended = await app.aMember(organizationId, 'edit')
  await as(api.members.update, { params: path(suspended), body: { disabled: true } })
  const stranger = await app.aPerson()
  const params = path(member)
  const to = (successor: string) =>
    as(api.members.offboard, { params, body: { successor, membership: 'remove' } })
  await expect(to(member.userId)).rejects.toMatchObject({ status: 400, type: 'validation' })
  await expect(to(suspended.userId)).rejects.toMatchObject({ status: 400, type: 'validation' })
  await expect(to(stranger.userId)).rejects.toMatchObject({ status: 404 })
  expect(await as(api.members.get, { params })).toMatchObject({ disabled: false })
})
