import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { twoSites } from '#testing/two-sites.ts'

const app = useTestApp()
const access = api.sitePermissions

const missing = { status: 404, type: 'not_found' }
const forbidden = { status: 403, type: 'forbidden' }

const named = (person: Person, displayName: string) =>
  app.as(person)(api.users.update, { params: { userId: person.userId }, body: { displayName } })

test('roles are granted, listed, changed and removed, with audit events', async () => {
  const { organizationId, call, params, aGuest, give, aTeam } = await twoSites(app)
  const [ann, ben] = [await aGuest(), await aGuest()]
  const team = await aTeam('Writers', ben)
  await give('edit', ann)
  await call(access.grant, { params, body: { role: 'review', teams: [team] } })
  expect(await call(access.listUsers, { params })).toMatchObject({
    count: 1,
    items: [{ permission: 'edit', user: { id: ann.userId } }],
  })
  expect(await call(access.listTeams, { params })).toMatchObject({
    count: 1,
    items: [{ permission: 'review', team: { id: team, title: 'Writers' } }],
  })
  await call(access.updateUser, { params: { ...params, userId: ann.userId }, body: { role: 'create' } })
  await call(access.updateTeam, { params: { ...params, teamId: team }, body: { role: 'edit' } })
  await call(access.removeUser, { params: { ...params, userId: ann.userId } })
  await call(access.removeTeam, { params: { ...params, teamId: team } })
  for (const gone of [
    () => call(access.removeUser, { params: { ...params, userId: ann.userId } }),
    () => call(access.updateTeam, { params: { ...params, teamId: team }, body: { role: 'edit' } }),
  ]) {
    await expect(gone()).rejects.toMatchObject(missing)
  }
  await expect(app.as(ann)(api.sites.get, { params })).rejects.toMatchObject(missing)
  const log = await eventsOf(app.db, organizationId, params.siteId)
  expect(log.filter(({ action }) => action.startsWith('access'))).toMatchObject([
    { action: 'access.grant', targetKind: 'site', targetLabel: 'Halden Docs' },
    { action: 'access.grant', after: { teams: { [team]: 'review' } } },
    { action: 'access.update', before: { users: { [ann.userId]: 'edit' } } },
    { action: 'access.update', after: { teams: { [team]: 'edit' } } },
    { action: 'access.remove', before: { users: { [ann.userId]: 'create' } } },
    { action: 'access.remove', before: { teams: { [team]: 'edit' } } },
  ])
})

test('members of other organizations neither get nor grant roles', async () => {
  const { call, params, aGuest } = await twoSites(app)
  const elsewhere = await twoSites(app)
  const [guest, stranger] = [await aGuest(), await elsewhere.aGuest()]
  const foreign = await elsewhere.aTeam('Foreign')
  for (const body of [{ users: [guest.userId, stranger.userId] }, { teams: [foreign] }]) {
    const given = call(access.grant, { params, body: { role: 'read', ...body } })
    await expect(given).rejects.toMatchObject(missing)
  }
  expect((await call(access.listUsers, { params })).count).toBe(0)
  // The site of one organization under the other's address.
  const mixed = { organizationId: elsewhere.organizationId, siteId: params.siteId }
  const users = [stranger.userId]
  for (const refused of [
    () => elsewhere.call(access.grant, { params: mixed, body: { role: 'read', users } }),
    () => elsewhere.call(access.grant, { params, body: { role: 'read', users } }),
    () => elsewhere.call(access.aggregate, { params: mixed }),
    () => elsewhere.call(api.sites.get, { params: mixed }),
  ]) {
    await expect(refused()).rejects.toMatchObject(missing)
  }
})

test('everyone with access is listed with the origin of their role', async () => {
  const { organizationId, admin, call, params, aGuest, give, aTeam } = await twoSites(app)
  const [ann, ben, cem] = [await aGuest(), await aGuest(), await app.aMember(organizationId, 'edit')]
  for (const [person, name] of [
    [admin, 'Zoe'],
    [ann, 'Ann'],
    [ben, 'Ben'],
    [cem, 'Cem'],
  ] as const) {
    await named(person, name)
  }
  const team = await aTeam('Writers', ann, ben)
  await call(access.grant, { params, body: { role: 'edit', teams: [team] } })
  await give('create', ann)
  await app.db
    .updateTable('member')
    .set({ last_seen_at: new Date('2026-01-02T03:04:05Z') })
    .where('user_id', '=', ben.userId)
    .execute()
  const { items, count } = await call(access.aggregate, { params })
  expect(count).toBe(4)
  const site = { object: 'site', id: params.siteId }
  expect(items).toMatchObject([
    { permission: 'create', user: { displayName: 'Ann' }, origin: { type: 'site', site, reason: 'member' } },
    {
      permission: 'edit',
      user: { displayName: 'Ben' },
      origin: { type: 'site', site, reason: 'team', team: { id: team, title: 'Writers' } },
      lastSeenAt: '2026-01-02T03:04:05.000Z',
    },
    {
      permission: 'read',
      user: { displayName: 'Cem' },
      origin: { type: 'organization', organization: { id: organizationId } },
    },
    { permission: 'admin', user: { displayName: 'Zoe' }, origin: { type: 'organization' } },
  ])
  const names = async (query: object) =>
    (await call(access.aggregate, { params, query })).items.map(({ user }) => user.displayName)
  expect(await names({ order: 'desc' })).toEqual(['Zoe', 'Cem', 'Ben', 'Ann'])
  expect(await names({ team })).toEqual(['Ann', 'Ben'])
  expect(await names({ team: 'nosuchteam' })).toEqual([])
  expect(await names({ role: 'edit' })).toEqual(['Ben'])
  // Addresses are searched, too, and random here.
  expect(await names({ search: 'ce' })).toContain('Cem')
  expect(await names({ search: cem.email })).toEqual(['Cem'])
  expect(await names({ sort: 'lastSeenAt' })).toEqual(['Ben'])
  expect(await names({ sort: 'joinedAt', order: 'asc' })).toEqual(['Zoe', 'Ann', 'Ben', 'Cem'])
  const first = await call(access.aggregate, { params, query: { sort: 'joinedAt', limit: 2 } })
  const rest = { sort: 'joinedAt', page: first.next?.page ?? '' } as const
  expect([...first.items.map(({ user }) => user.displayName), ...(await names(rest))]).toEqual([
    'Cem',
    'Ben',
    'Ann',
    'Zoe',
  ])
})

test('access is explained, and the effect of a change is previewed', async () => {
  const { organizationId, call, params, give, aTeam } = await twoSites(app)
  const ann = await app.aMember(organizationId, 'review')
  const team = await aTeam('Writers', ann)
  await call(access.grant, { params, body: { role: 'edit', teams: [team] } })
  await give('read', ann)
  const on = { type: 'site', id: params.siteId, title: 'Halden Docs' }
  expect(await call(access.explain, { params: { ...params, userId: ann.userId } })).toMatchObject({
    role: 'edit',
    accessSources: [
      { via: 'team-grant', on, team: { id: team }, role: 'edit', wins: true },
      { via: 'grant', on, role: 'read', wins: false },
      { via: 'organization-role', on: { type: 'organization' }, role: 'read', wins: false },
    ],
  })
  const told = await call(access.preview, { params, body: { teams: { [team]: null } } })
  expect(told).toMatchObject({
    gain: [],
    lose: [{ user: { id: ann.userId }, before: 'edit', after: 'read' }],
    unchanged: 1,
  })
  expect((await app.as(ann)(api.sites.get, { params })).permissions.edit).toBe(true)
})

test('concurrent grants all apply, and a member who leaves in the meantime has none', async () => {
  const { organizationId, call, params, give } = await twoSites(app)
  const people = await Promise.all(Array.from({ length: 6 }, () => app.aMember(organizationId, null)))
  await Promise.all(people.map((person) => give('edit', person)))
  expect((await call(access.listUsers, { params })).count).toBe(6)
  await Promise.allSettled(
    people.flatMap((person) => [
      give('review', person),
      call(api.members.delete, { params: { organizationId, userId: person.userId } }),
    ]),
  )
  expect(await grantsLeft(organizationId)).toEqual([])
})

test('a deleted site leaves no roles, even with a concurrent grant', async () => {
  const { organizationId, call, params, aGuest, give, aTeam } = await twoSites(app)
  const [ann, ben] = [await aGuest(), await aGuest()]
  const team = await aTeam('Writers', ben)
  await give('edit', ann)
  const [deleted] = await Promise.allSettled([
    call(api.sites.delete, { params }),
    give('review', ben),
    call(access.grant, { params, body: { role: 'edit', teams: [team] } }),
  ])
  expect(deleted?.status).toBe('fulfilled')
  expect(await grantsLeft(organizationId)).toEqual([])
})

test('a deleted team loses its roles; those of a removed member pass to their successor', async () => {
  const { organizationId, call, params, aGuest, give, aTeam } = await twoSites(app)
  const [ann, successor] = [await aGuest(), await aGuest()]
  const team = await aTeam('Writers', successor)
  await call(access.grant, { params, body: { role: 'create', teams: [team] } })
  await call(api.teams.delete, { params: { organizationId, teamId: team } })
  await expect(app.as(successor)(api.sites.get, { params })).rejects.toMatchObject(missing)
  await give('edit', ann)
  const at = { organizationId, userId: ann.userId }
  const on = { type: 'site', id: params.siteId, title: 'Halden Docs' }
  expect((await call(api.members.listGrants, { params: at })).items).toMatchObject([{ on, role: 'edit' }])
  expect((await call(api.members.access, { params: at })).grants).toMatchObject([{ on, role: 'edit' }])
  await call(api.members.offboard, {
    params: at,
    body: { successor: successor.userId, membership: 'remove' },
  })
  expect((await app.as(successor)(api.sites.get, { params })).permissions.edit).toBe(true)
})

test('the sites of a member are listed with their role', async () => {
  const { organizationId, call, params, aGuest, give } = await twoSites(app)
  const [guest, editor] = [await aGuest(), await app.aMember(organizationId, 'edit')]
  await give('edit', guest, editor)
  const sitesOf = async ({ userId }: Person, query = {}) => {
    const { items, count } = await call(api.members.listSites, { params: { organizationId, userId }, query })
    return [count, items.map(({ permission, site }) => `${site.title} ${permission}`)]
  }
  expect(await sitesOf(guest)).toEqual([1, ['Halden Docs edit']])
  expect(await sitesOf(editor)).toEqual([2, ['Board papers read', 'Halden Docs edit']])
  expect(await sitesOf(editor, { order: 'asc', limit: 1 })).toEqual([2, ['Halden Docs edit']])
  const suspended = { organizationId, userId: guest.userId }
  await call(api.members.update, { params: suspended, body: { disabled: true } })
  expect(await sitesOf(guest)).toEqual([0, []])
  await expect(app.as(guest)(api.sites.get, { params })).rejects.toMatchObject(forbidden)
  const own = app.as(editor)(api.members.listSites, { params: suspended })
  expect((await own).count).toBe(0)
})

const grantsLeft = (organizationId: string) =>
  app.db.selectFrom('access_grant').selectAll().where('organization_id', '=', organizationId).execute()
