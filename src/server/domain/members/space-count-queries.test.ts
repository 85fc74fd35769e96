import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { grantTo } from '#testing/members.ts'

const app = useTestApp()

test('admins see how many spaces each member can access, as many as the member’s page lists', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const as = app.as(admin)
  const collection = (title: string, parent?: string, body: object = {}) =>
    as(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}), ...body } })
  const space = async (title: string, parent?: string, defaultLevel?: 'read' | null) => {
    const { id } = await as(api.spaces.create, { params, body: { title, ...(parent ? { parent } : {}) } })
    if (defaultLevel !== undefined)
      await as(api.spaces.update, { params: { spaceId: id }, body: { defaultLevel } })
    return id
  }
  const [outer, open] = [await collection('Closed'), await collection('Open')]
  await as(api.collections.update, { params: { collectionId: outer.id }, body: { defaultLevel: null } })
  const inner = await collection('Inherits', outer.id)
  const closed = await space('Closed at the top', undefined, null)
  await space('Open at the top')
  await space('Inherits', open.id)
  const direct = await space('Inherits closed', inner.id)
  await space('Opened again', inner.id, 'read')
  await space('Inherits closed, too', outer.id)
  const deleted = await space('In the trash')
  await as(api.spaces.delete, { params: { spaceId: deleted } })

  const people = {
    reader: await app.aMember(organizationId, 'read'),
    direct: await app.aMember(organizationId, 'edit'),
    viaTeam: await app.aMember(organizationId, 'read'),
    guest: await app.aMember(organizationId, null),
    guestOfCollection: await app.aMember(organizationId, null),
    withoutRole: await app.aMember(organizationId, 'read'),
    suspended: await app.aMember(organizationId, 'create'),
  }
  await grantTo(app, organizationId, people.direct.userId, closed, 'edit')
  await grantTo(app, organizationId, people.direct.userId, direct, 'edit')
  await grantTo(app, organizationId, people.guest.userId, closed, 'read')
  await grantTo(app, organizationId, people.withoutRole.userId, closed, null)
  const team = await as(api.teams.create, {
    params,
    body: { title: 'Editors', members: [people.viaTeam.userId] },
  })
  for (const grantees of [{ teams: [team.id] }, { users: [people.guestOfCollection.userId] }])
    await as(api.collectionPermissions.grant, {
      params: { collectionId: outer.id },
      body: { ...grantees, role: 'comment' },
    })
  await as(api.members.update, {
    params: { organizationId, userId: people.suspended.userId },
    body: { disabled: true },
  })

  const { items } = await as(api.members.list, { params, query: { sort: 'joinedAt', limit: 50 } })
  const shown = Object.fromEntries(items.map(({ id, accessibleSpaces }) => [id, accessibleSpaces]))
  const listed = async (userId: string) =>
    (await as(api.members.listSpaces, { params: { organizationId, userId } })).count
  for (const userId of items.map(({ id }) => id))
    expect([userId, shown[userId]]).toEqual([userId, await listed(userId)])
  const countsOf = (list: Record<string, Person>) =>
    Object.fromEntries(Object.entries(list).map(([name, { userId }]) => [name, shown[userId]]))
  expect(countsOf(people)).toEqual({
    reader: 3,
    direct: 5,
    viaTeam: 5,
    guest: 1,
    guestOfCollection: 3,
    withoutRole: 3,
    suspended: 0,
  })
  expect(shown[admin.userId]).toBe(6)

  const seenByOthers = await app.as(people.reader)(api.members.list, { params, query: {} })
  expect(seenByOthers.items.every(({ accessibleSpaces }) => accessibleSpaces === undefined)).toBe(true)
})
