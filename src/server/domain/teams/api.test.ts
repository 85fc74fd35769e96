import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

async function aHouse() {
  const { organizationId, admin } = await app.anOrganization()
  const member = await app.aMember(organizationId, 'read')
  const as = app.as(admin)
  const make = (title: string, members?: string[]) =>
    as(api.teams.create, { params: { organizationId }, body: { title, ...(members ? { members } : {}) } })
  const list = (query: object = {}) => as(api.teams.list, { params: { organizationId }, query })
  return { organizationId, admin, member, as, make, list }
}

test('a team can be created with members, renamed and deleted', async () => {
  const { organizationId, admin, member, as, make } = await aHouse()
  const team = await make('Writers', [member.userId, admin.userId, member.userId])
  expect(team).toMatchObject({
    object: 'team',
    title: 'Writers',
    members: 2,
    spaces: 0,
    permissions: { admin: true, view: true },
    version: 1,
  })
  expect(team.urls.location).toMatch(new RegExp(`/v1/orgs/${organizationId}/teams/${team.id}$`))
  const params = { organizationId, teamId: team.id }
  const asMember = await app.as(member)(api.teams.get, { params })
  expect(asMember).toEqual({ ...team, permissions: { admin: false, view: true } })
  expect((await as(api.teams.update, { params, body: { title: 'Writers' } })).version).toBe(1)
  expect(await as(api.teams.update, { params, body: { title: 'Editors' } })).toMatchObject({ version: 2 })
  const late = as(api.teams.update, { params, body: { title: 'Late' } }, { ifMatch: 1 })
  await expect(late).rejects.toMatchObject({ status: 412 })
  await expect(as(api.teams.delete, { params }, { ifMatch: 1 })).rejects.toMatchObject({ status: 412 })
  await as(api.teams.delete, { params })
  for (const route of [api.teams.get, api.teams.delete]) {
    await expect(as(route, { params })).rejects.toMatchObject({ status: 404 })
  }
  expect(await eventsOf(app.db, organizationId, team.id)).toMatchObject([
    { action: 'team.create', after: { title: 'Writers', members: [member.userId, admin.userId] } },
    { action: 'team.update', before: { title: 'Writers' }, after: { title: 'Editors' } },
    { action: 'team.delete', before: { title: 'Editors' } },
  ])
})

test('titles have 1 to 64 characters, and initial members have to be members of the organization', async () => {
  const { make, list } = await aHouse()
  expect((await make('x'.repeat(64))).title.length).toBe(64)
  await expect(make('x'.repeat(65))).rejects.toMatchObject({ status: 400 })
  await expect(make('')).rejects.toMatchObject({ status: 400 })
  const stranger = await app.aPerson()
  await expect(make('Strangers', [stranger.userId])).rejects.toMatchObject({ status: 404 })
  expect((await list()).count).toBe(1)
})

test('teams can be listed by title, searched, and filtered by who can manage them', async () => {
  const { organizationId, admin, member, as, make, list } = await aHouse()
  for (const title of ['beta', 'Alpha', '100%', 'Gamma']) await make(title)
  const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title)
  expect(titles(await list())).toEqual(['100%', 'Alpha', 'beta', 'Gamma'])
  const first = await list({ limit: 3 })
  expect([first.count, titles(await list({ limit: 3, page: first.next?.page }))]).toEqual([4, ['Gamma']])
  expect(titles(await list({ title: 'MM' }))).toEqual(['Gamma'])
  expect(titles(await list({ title: '%' }))).toEqual(['100%'])
  const [, alpha, beta] = (await list()).items
  const put = (teamId: string, role: 'owner' | 'member') =>
    as(api.teamMembers.put, { params: { organizationId, teamId, userId: member.userId }, body: { role } })
  await put(alpha?.id ?? '', 'owner')
  await put(beta?.id ?? '', 'member')
  expect(titles(await list({ owner: member.userId }))).toEqual(['Alpha'])
  expect((await list({ owner: admin.userId })).count).toBe(4)
  expect((await list({ owner: 'nobody' })).count).toBe(0)
})

test('owners can manage only their own team', async () => {
  const { organizationId, member, as, make } = await aHouse()
  const [own, other] = [await make('Own'), await make('Other')]
  const inOwn = { organizationId, teamId: own.id }
  await as(api.teamMembers.put, { params: { ...inOwn, userId: member.userId }, body: { role: 'owner' } })
  const owner = app.as(member)
  expect(await owner(api.teams.update, { params: inOwn, body: { title: 'Ours' } })).toMatchObject({
    title: 'Ours',
    permissions: { admin: true },
  })
  const inOther = { organizationId, teamId: other.id }
  const foreign = owner(api.teams.update, { params: inOther, body: { title: 'Ours too' } })
  await expect(foreign).rejects.toMatchObject({ status: 403 })
  await expect(owner(api.teams.delete, { params: inOther })).rejects.toMatchObject({ status: 403 })
  await owner(api.teams.delete, { params: inOwn })
})

test('a deleted team leaves no grants', async () => {
  const { organizationId, as, make } = await aHouse()
  const team = await make('Readers')
  const space = await as(api.spaces.create, { params: { organizationId }, body: {} })
  await as(api.spacePermissions.grant, {
    params: { spaceId: space.id },
    body: { role: 'edit', teams: [team.id] },
  })
  const params = { organizationId, teamId: team.id }
  expect((await as(api.teams.get, { params })).spaces).toBe(1)
  await as(api.teams.delete, { params })
  const grants = await app.db
    .selectFrom('access_grant')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute()
  expect(grants).toEqual([])
})
