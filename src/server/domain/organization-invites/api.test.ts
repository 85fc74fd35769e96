import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

type InviteBody = { role: 'read' | 'edit' | 'admin' } | { level: 'read' | 'edit'; space: string }

/** An organization with a space that no one sees by default, and its invites. */
async function anOrganization() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const aSpace = async (parent?: string) => {
    const body = { title: 'Secret', ...(parent ? { parent } : {}) }
    const { id } = await call(api.spaces.create, { params, body })
    await call(api.spaces.update, { params: { spaceId: id }, body: { defaultLevel: null } })
    return id
  }
  const { create, accept, get, list } = api.organizationInvites
  return {
    organizationId,
    params,
    admin,
    call,
    aSpace,
    invite: (body: InviteBody) => call(create, { params, body }),
    join: (person: Person, inviteId: string) =>
      app.as(person)(accept, { params: { organizationId, inviteId } }),
    lookAt: (inviteId: string) => call(get, { params: { organizationId, inviteId } }),
    listed: async () => (await call(list, { params })).items.map(({ id }) => id),
    memberRole: async ({ userId }: Person) =>
      (await call(api.members.get, { params: { organizationId, userId } })).role,
  }
}

/** A user's role in a space; null without access. */
const accessOf = (person: Person, spaceId: string) =>
  app
    .as(person)(api.spaces.get, { params: { spaceId } })
    .then(
      ({ permissions }) => (permissions.edit ? 'edit' : 'read'),
      () => null,
    )

const grantsOf = (spaceId: string) =>
  app.db
    .selectFrom('access_grant')
    .select(['grantee_id as userId', 'role'])
    .where('subject_id', '=', spaceId)
    .execute()

describe('an invite link', () => {
  test('can be created, read, changed and revoked, with audit events', async () => {
    const { organizationId, params, call, invite, listed } = await anOrganization()
    const [one, two] = [await invite({ role: 'read' }), await invite({ role: 'read' })]
    expect(one).toMatchObject({ object: 'invite', role: 'read', redundant: true, joined: 0 })
    expect(one.id).toMatch(/^[0-9A-Za-z]{20}$/)
    // Secrets do not reveal their time: those created together begin differently.
    expect(one.id.slice(0, 6)).not.toBe(two.id.slice(0, 6))
    expect(one.urls).toEqual({
      location: `http://127.0.0.1:4400/v1/orgs/${organizationId}/link-invites/${one.id}`,
      app: `http://127.0.0.1:4400/join/${organizationId}/${one.id}`,
    })
    expect((await listed()).sort()).toEqual([one.id, two.id].sort())
    const inviteParams = { ...params, inviteId: one.id }
    const path = { params: inviteParams }
    expect(await call(api.organizationInvites.get, path)).toEqual(one)
    const changed = await call(api.organizationInvites.update, { ...path, body: { role: 'edit' } })
    expect(changed).toMatchObject({ id: one.id, role: 'edit' })
    await call(api.organizationInvites.update, { ...path, body: { role: 'edit' } })
    await call(api.organizationInvites.delete, path)
    await expect(call(api.organizationInvites.delete, path)).rejects.toMatchObject({ status: 404 })
    expect(await listed()).toEqual([two.id])
    expect(await eventsOf(app.db, organizationId, one.id)).toMatchObject([
      { action: 'invite.create', targetKind: 'invite', after: { role: 'read' } },
      { action: 'invite.update', before: { role: 'read' }, after: { role: 'edit' } },
      { action: 'invite.delete', before: { role: 'edit' } },
    ])
  })

  test('can be for a space or collection of the organization, and is refused for others', async () => {
    const { params, call, aSpace } = await anOrganization()
    const other = await anOrganization()
    const foreign = await other.aSpace()
    const spaceId = await aSpace()
    const collection = await call(api.collections.create, { params, body: { title: 'Product' } })
    const create = (body: object) =>
      call(api.organizationInvites.create, { params, body: body as { role: 'read' } })
    expect(await create({ level: 'edit', space: spaceId })).toMatchObject({
      level: 'edit',
      space: { id: spaceId },
    })
    const ofCollection = await create({ level: 'read', collection: collection.id })
    expect(ofCollection).toMatchObject({ level: 'read', collection: { id: collection.id } })
    const inviteParams = { ...params, inviteId: ofCollection.id }
    const raised = await call(api.organizationInvites.update, {
      params: inviteParams,
      body: { level: 'edit' },
    })
    expect(raised).toMatchObject({ level: 'edit', collection: { id: collection.id } })
    const both = { role: 'read', level: 'edit' } as const
    const unclear = call(api.organizationInvites.update, { params: inviteParams, body: both })
    await expect(unclear).rejects.toMatchObject({ status: 400 })
    await expect(create({ level: 'read', space: foreign })).rejects.toMatchObject({ status: 404 })
    await expect(create({ level: 'read', collection: spaceId })).rejects.toMatchObject({ status: 404 })
    for (const body of [
      { role: 'read', space: spaceId },
      { level: 'read' },
      { level: 'read', space: spaceId, collection: collection.id },
      { role: null },
    ]) {
      await expect(create(body)).rejects.toMatchObject({ status: 400, type: 'validation' })
    }
  })
})

describe('joining the organization', () => {
  test('grants the role once, raises a weaker one and lowers none', async () => {
    const { organizationId, invite, join, lookAt, memberRole } = await anOrganization()
    const { id } = await invite({ role: 'edit' })
    const newcomer = await app.aPerson('Ann')
    await Promise.all([join(newcomer, id), join(newcomer, id), join(newcomer, id)])
    expect(await memberRole(newcomer)).toBe('edit')
    expect((await lookAt(id)).joined).toBe(1)
    expect(await eventsOf(app.db, organizationId, newcomer.userId)).toMatchObject([
      { action: 'member.join', targetLabel: 'Ann', after: { role: 'edit', invite: id } },
    ])
    const guest = await app.aMember(organizationId, null)
    const creator = await app.aMember(organizationId, 'create')
    for (const person of [guest, creator]) await join(person, id)
    expect([await memberRole(guest), await memberRole(creator)]).toEqual(['edit', 'create'])
    expect((await lookAt(id)).joined).toBe(2)
    expect(await eventsOf(app.db, organizationId, guest.userId)).toMatchObject([
      { action: 'member.update', before: { role: null }, after: { role: 'edit' } },
    ])
    expect(await eventsOf(app.db, organizationId, creator.userId)).toEqual([])
  })

  test('counts everyone who joins concurrently', async () => {
    const { invite, join, lookAt } = await anOrganization()
    const { id } = await invite({ role: 'read' })
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.aPerson()))
    await Promise.all(people.map((person) => join(person, id)))
    expect((await lookAt(id)).joined).toBe(6)
  })

  test('is refused for suspended members, while links are turned off, and for unknown links', async () => {
    const { organizationId, params, call, invite, join, lookAt } = await anOrganization()
    const { id } = await invite({ role: 'read' })
    const person = await app.aPerson()
    const suspended = await app.aMember(organizationId, 'read')
    await call(api.members.update, {
      params: { ...params, userId: suspended.userId },
      body: { disabled: true },
    })
    await expect(join(suspended, id)).rejects.toMatchObject({ status: 403 })
    const elsewhere = await anOrganization()
    await expect(elsewhere.join(person, id)).rejects.toMatchObject({ status: 404 })
    await expect(join(person, 'x'.repeat(20))).rejects.toMatchObject({ status: 404 })
    await call(api.organizations.update, { params, body: { inviteLinks: false } })
    await expect(join(person, id)).rejects.toMatchObject({ status: 404 })
    const { status } = await app.send({ method: 'GET', url: `/auth/invitations/${organizationId}/${id}` })
    expect(status).toBe(404)
    await call(api.organizations.update, { params, body: { inviteLinks: true } })
    await join(person, id)
    expect((await lookAt(id)).joined).toBe(1)
  })
})

describe('joining a space', () => {
  test('adds guests with a role on the space', async () => {
    const { organizationId, aSpace, invite, join, memberRole, lookAt } = await anOrganization()
    const spaceId = await aSpace()
    const { id } = await invite({ level: 'edit', space: spaceId })
    const [newcomer, reader] = [await app.aPerson('Ann'), await app.aMember(organizationId, 'read')]
    expect(await accessOf(reader, spaceId)).toBe(null)
    for (const person of [newcomer, newcomer, reader]) await join(person, id)
    expect(await memberRole(newcomer)).toBe(null)
    expect(await memberRole(reader)).toBe('read')
    expect([await accessOf(newcomer, spaceId), await accessOf(reader, spaceId)]).toEqual(['edit', 'edit'])
    expect((await lookAt(id)).joined).toBe(2)
    expect(await eventsOf(app.db, organizationId, spaceId)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'access.grant',
          targetLabel: 'Secret',
          after: { users: { [newcomer.userId]: 'edit' } },
        }),
      ]),
    )
  })

  test('keeps the stronger of the existing and the invite’s role', async () => {
    const { organizationId, admin, aSpace, invite, join, lookAt } = await anOrganization()
    const spaceId = await aSpace()
    const [read, edit] = [
      await invite({ level: 'read', space: spaceId }),
      await invite({ level: 'edit', space: spaceId }),
    ]
    const guest = await app.aMember(organizationId, null)
    const steps = []
    for (const { id } of [read, edit, read]) {
      await join(guest, id)
      steps.push(await accessOf(guest, spaceId))
    }
    expect(steps).toEqual(['read', 'edit', 'edit'])
    await join(admin, edit.id)
    expect(await grantsOf(spaceId)).toEqual([{ userId: guest.userId, role: 'edit' }])
    expect([(await lookAt(read.id)).joined, (await lookAt(edit.id)).joined]).toEqual([1, 1])
    const events = await eventsOf(app.db, organizationId, spaceId)
    const id = guest.userId
    expect(events.filter(({ action }) => action.startsWith('access'))).toMatchObject([
      { action: 'access.grant', before: { users: { [id]: null } }, after: { users: { [id]: 'read' } } },
      { action: 'access.update', before: { users: { [id]: 'read' } }, after: { users: { [id]: 'edit' } } },
    ])
  })

  test('of a collection gives access to its contents', async () => {
    const { params, call, aSpace, join, memberRole } = await anOrganization()
    const ofCollection = await call(api.collections.create, { params, body: { title: 'Product' } })
    const spaceId = await aSpace(ofCollection.id)
    const body = { level: 'edit', collection: ofCollection.id } as const
    const { id } = await call(api.organizationInvites.create, { params, body })
    const newcomer = await app.aPerson()
    await join(newcomer, id)
    expect([await memberRole(newcomer), await accessOf(newcomer, spaceId)]).toEqual([null, 'edit'])
  })

  test('is not possible while the space is in the trash or after it is deleted', async () => {
    const { call, aSpace, invite, join, lookAt, listed } = await anOrganization()
    const spaceId = await aSpace()
    const { id } = await invite({ level: 'edit', space: spaceId })
    const person = await app.aPerson()
    await call(api.spaces.delete, { params: { spaceId } })
    await expect(join(person, id)).rejects.toMatchObject({ status: 404 })
    await expect(lookAt(id)).rejects.toMatchObject({ status: 404 })
    expect(await listed()).toEqual([])
    await call(api.spaces.restore, { params: { spaceId } })
    expect(await listed()).toEqual([id])
    await app.db.deleteFrom('space').where('id', '=', spaceId).execute()
    await expect(join(person, id)).rejects.toMatchObject({ status: 404 })
    await expect(lookAt(id)).rejects.toMatchObject({ status: 404 })
    expect(await listed()).toEqual([])
  })

  test('is not possible after the collection is deleted or the space transferred', async () => {
    const { params, admin, call, aSpace, invite, listed } = await anOrganization()
    const ofCollection = await call(api.collections.create, { params, body: { title: 'Product' } })
    await call(api.organizationInvites.create, {
      params,
      body: { level: 'read', collection: ofCollection.id },
    })
    const spaceId = await aSpace()
    await invite({ level: 'edit', space: spaceId })
    expect(await listed()).toHaveLength(2)
    await call(api.collections.delete, { params: { collectionId: ofCollection.id } })
    expect(await listed()).toHaveLength(1)
    const other = await app.as(admin)(api.organizations.create, { body: { title: 'Other' } })
    await call(api.spaces.transfer, { params: { spaceId }, body: { organization: other.id } })
    expect(await listed()).toEqual([])
    const there = await call(api.organizationInvites.list, { params: { organizationId: other.id } })
    expect(there.count).toBe(0)
  })
})

test('invites are listed page by page without duplicates', async () => {
  const { params, call, invite } = await anOrganization()
  for (let i = 0; i < 5; i++) await invite({ role: 'read' })
  const list = (page?: string) =>
    call(api.organizationInvites.list, { params, query: { limit: 2, ...(page ? { page } : {}) } })
  const first = await list()
  const second = await list(first.next?.page)
  const third = await list(second.next?.page)
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
  expect([new Set(ids).size, ids.length, first.count, third.next]).toEqual([5, 5, 5, undefined])
})
