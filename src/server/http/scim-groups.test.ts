import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aScimClient, groupSchema, patchOf } from '#testing/scim.ts'

const app = useTestApp()

async function aGroup() {
  const scim = await aScimClient(app)
  const people = [
    await app.aMember(scim.organizationId, 'read'),
    await app.aMember(scim.organizationId, 'edit'),
  ] as const
  const [ada, ben] = people.map(({ userId }) => userId) as [string, string]
  const input = {
    schemas: [groupSchema],
    displayName: 'Tour Guides',
    externalId: 'group-1',
    members: [{ value: ada }],
  }
  const { status, headers, body } = await scim.send('POST', '/Groups', input)
  return { scim, ada, ben, input, status, headers, group: body, path: `/Groups/${body.id}` }
}

const idsIn = (body: { members?: readonly { value: string }[] }) =>
  (body.members ?? []).map(({ value }) => value).toSorted()

test('a group is a team with members', async () => {
  const { scim, ada, status, headers, group } = await aGroup()
  expect(status).toBe(201)
  expect(headers.location).toBe(group.meta?.location)
  expect(group).toMatchObject({
    schemas: [groupSchema],
    displayName: 'Tour Guides',
    externalId: 'group-1',
    members: [{ value: ada, type: 'User', display: 'read' }],
  })
  const params = { organizationId: scim.organizationId, teamId: group.id }
  expect(await app.as(scim.admin)(api.teams.get, { params })).toMatchObject({
    title: 'Tour Guides',
    members: 1,
    managedBy: 'scim',
  })
  const actions = (await eventsOf(app.db, scim.organizationId, group.id)).map(({ action }) => action)
  expect(actions).toEqual(['team.create', 'team.members'])
})

test('groups are found by name, external id and member', async () => {
  const { scim, ada, ben, group } = await aGroup()
  await app.as(scim.admin)(api.teams.create, {
    params: { organizationId: scim.organizationId },
    body: { title: 'By hand' },
  })
  const list = async (filter: string, more = '') =>
    (await scim.send('GET', `/Groups?filter=${encodeURIComponent(filter)}${more}`)).body
  expect((await scim.send('GET', '/Groups')).body.totalResults).toBe(2)
  expect((await list('displayName eq "tour guides"')).Resources?.[0]?.id).toBe(group.id)
  expect((await list('externalId eq "group-1"')).totalResults).toBe(1)
  expect((await list(`id eq "${group.id}" and members eq "${ada}"`)).totalResults).toBe(1)
  expect((await list(`members[value eq "${ben}"]`)).totalResults).toBe(0)
  const [without] = (await list('externalId eq "group-1"', '&excludedAttributes=members')).Resources ?? []
  expect(without).not.toHaveProperty('members')
})

test('members are added and removed in every style', async () => {
  const { scim, ada, ben, path } = await aGroup()
  const patch = async (...operations: object[]) => {
    const { status, body } = await scim.send('PATCH', path, patchOf(...operations))
    expect(status).toBe(200)
    return idsIn(body)
  }
  const both = [ada, ben].toSorted()
  expect(await patch({ op: 'add', path: 'members', value: [{ value: ben }] })).toEqual(both)
  expect(await patch({ op: 'remove', path: `members[value eq "${ada}"]` })).toEqual([ben])
  expect(await patch({ op: 'Add', value: { members: [{ value: ada, display: 'Ada' }] } })).toEqual(both)
  expect(await patch({ op: 'Remove', path: 'members', value: [{ value: ben }] })).toEqual([ada])
  expect(await patch({ op: 'replace', path: 'members', value: [{ value: ben }] })).toEqual([ben])
  expect(await patch({ op: 'remove', path: 'members' })).toEqual([])
})

test('a refused PATCH changes nothing', async () => {
  const { scim, ada, path } = await aGroup()
  for (const value of [
    [{ value: 'nosuchuser' }],
    ['text'],
    [{ value: 7 }],
    [{ value: ada, type: 'Group' }],
  ]) {
    const operations = patchOf(
      { op: 'replace', path: 'displayName', value: 'Changed' },
      { op: 'add', path: 'members', value },
    )
    expect((await scim.send('PATCH', path, operations)).status).toBe(400)
  }
  const { body } = await scim.send('GET', path)
  expect([body.displayName, idsIn(body)]).toEqual(['Tour Guides', [ada]])
})

test('a member of another organization cannot be added', async () => {
  const { scim, path } = await aGroup()
  const stranger = await app.anOrganization()
  const operation = { op: 'add', path: 'members', value: [{ value: stranger.admin.userId }] }
  expect((await scim.send('PATCH', path, patchOf(operation))).status).toBe(400)
})

test('a group is replaced and deleted', async () => {
  const { scim, ben, input, path, group } = await aGroup()
  const changed = { ...input, displayName: 'Guides', members: [{ value: ben }] }
  const replaced = await scim.send('PUT', path, changed)
  expect(replaced.body).toMatchObject({ displayName: 'Guides', members: [{ value: ben }] })
  expect((await scim.send('PUT', path, { ...changed, displayName: 'x'.repeat(65) })).status).toBe(400)
  expect((await scim.send('POST', '/Groups', input)).body.scimType).toBe('uniqueness')
  const old = { 'if-match': group.meta?.version ?? '' }
  expect((await scim.send('DELETE', path, undefined, old)).status).toBe(412)
  expect((await scim.send('DELETE', path)).status).toBe(204)
  expect((await scim.send('GET', path)).status).toBe(404)
  expect((await scim.send('PATCH', path, patchOf({ op: 'add', value: {} }))).status).toBe(404)
})

test('a managed team cannot be changed elsewhere until the last token is revoked', async () => {
  const { scim, ada, ben, group } = await aGroup()
  const call = app.as(scim.admin)
  const params = { organizationId: scim.organizationId, teamId: group.id }
  const changes = [
    () => call(api.teams.update, { params, body: { title: 'Mine' } }),
    () => call(api.teams.delete, { params }),
    () => call(api.teamMembers.put, { params: { ...params, userId: ben }, body: {} }),
    () => call(api.teamMembers.delete, { params: { ...params, userId: ada } }),
    () => call(api.teamMembers.updateAll, { params, body: { add: [ben] } }),
  ]
  for (const change of changes) {
    await expect(change()).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  }
  await call(api.scimTokens.delete, {
    params: { organizationId: scim.organizationId, scimTokenId: scim.tokenId },
  })
  expect(await call(api.teams.get, { params })).not.toHaveProperty('managedBy')
  await call(api.teams.update, { params, body: { title: 'Mine' } })
})

test('a team that exists is adopted with the first write', async () => {
  const { scim, ben } = await aGroup()
  const call = app.as(scim.admin)
  const params = { organizationId: scim.organizationId }
  const team = await call(api.teams.create, { params, body: { title: 'Writers', members: [ben] } })
  const owner = { params: { ...params, teamId: team.id, userId: ben } }
  await call(api.teamMembers.put, { ...owner, body: { role: 'owner' } })
  expect(await call(api.teams.get, { params: { ...params, teamId: team.id } })).not.toHaveProperty(
    'managedBy',
  )
  await scim.send(
    'PATCH',
    `/Groups/${team.id}`,
    patchOf({ op: 'replace', value: { displayName: 'Authors' } }),
  )
  expect(await call(api.teams.get, { params: { ...params, teamId: team.id } })).toMatchObject({
    title: 'Authors',
    managedBy: 'scim',
  })
  const { items } = await call(api.members.listTeams, { params: { ...params, userId: ben } })
  expect(items[0]?.member.role).toBe('owner')
})
