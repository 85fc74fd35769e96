import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { useRestricted } from '#testing/restricted-subjects.ts'

const app = useTestApp()
const { restricted } = useRestricted(app)

const kinds = [
  ['space', api.spacePermissions],
  ['collection', api.collectionPermissions],
] as const

const withName = (person: Person, displayName: string) =>
  app.as(person)(api.users.update, { params: { userId: person.userId }, body: { displayName } })

describe.each(kinds)('access to a %s', (kind, access) => {
  const get = kind === 'space' ? api.spaces.get : api.collections.get

  test('a role can be granted to users and teams and takes effect immediately', async () => {
    const { organizationId, as, id, params, aTeam, aMember } = await restricted(kind)
    const [ann, ben, cem] = [await aMember(), await aMember(), await aMember()]
    const team = await aTeam('Writers', cem)
    await expect(app.as(ann)(get, { params })).rejects.toMatchObject({ status: 404 })
    await as(access.grant, { params, body: { role: 'edit', users: [ann.userId, ben.userId, ann.userId] } })
    await as(access.grant, { params, body: { role: 'review', teams: [team] } })
    for (const person of [ann, cem]) expect(await app.as(person)(get, { params })).toMatchObject({ id })
    await as(access.grant, { params, body: { role: null, users: [ben.userId] } })
    await as(access.grant, { params, body: { role: 'edit', users: [ann.userId] } })
    await expect(app.as(ben)(get, { params })).rejects.toMatchObject({ status: 404 })
    expect(await as(access.listUsers, { params })).toMatchObject({
      count: 1,
      items: [{ permission: 'edit', user: { id: ann.userId, email: ann.email } }],
    })
    expect(await as(access.listTeams, { params })).toMatchObject({
      count: 1,
      items: [{ permission: 'review', team: { title: 'Writers', members: 1 } }],
    })
    const target = { targetKind: kind, targetLabel: 'Manual' }
    const log = (await eventsOf(app.db, organizationId, id)).filter(({ action }) =>
      action.startsWith('access'),
    )
    expect(log).toMatchObject([
      {
        ...target,
        action: 'access.grant',
        before: { users: { [ann.userId]: null, [ben.userId]: null } },
        after: { users: { [ann.userId]: 'edit', [ben.userId]: 'edit' } },
      },
      { ...target, before: { teams: { [team]: null } }, after: { teams: { [team]: 'review' } } },
      { ...target, before: { users: { [ben.userId]: 'edit' } }, after: { users: { [ben.userId]: null } } },
    ])
  })

  test('grants can be changed and removed; a missing grant is 404', async () => {
    const { organizationId, as, id, params, aTeam, aMember } = await restricted(kind)
    const ann = await aMember()
    const team = await aTeam('Writers')
    const [user, ofTeam] = [
      { ...params, userId: ann.userId },
      { ...params, teamId: team },
    ]
    const missing = { status: 404, type: 'not_found' }
    await expect(as(access.updateUser, { params: user, body: { role: 'read' } })).rejects.toMatchObject(
      missing,
    )
    await expect(as(access.updateTeam, { params: ofTeam, body: { role: 'read' } })).rejects.toMatchObject(
      missing,
    )
    await as(access.grant, { params, body: { role: 'edit', users: [ann.userId] } })
    await as(access.grant, { params, body: { role: 'edit', teams: [team] } })
    await as(access.updateUser, { params: user, body: { role: 'edit' } })
    await as(access.updateUser, { params: user, body: { role: 'comment' } })
    await as(access.updateTeam, { params: ofTeam, body: { role: null } })
    expect((await as(access.listUsers, { params })).items.map(({ permission }) => permission)).toEqual([
      'comment',
    ])
    expect((await as(access.listTeams, { params })).count).toBe(0)
    await as(access.removeUser, { params: user })
    await as(access.removeTeam, { params: ofTeam })
    await expect(as(access.removeUser, { params: user })).rejects.toMatchObject(missing)
    await expect(as(access.removeTeam, { params: ofTeam })).rejects.toMatchObject(missing)
    expect((await eventsOf(app.db, organizationId, id)).slice(-4)).toMatchObject([
      {
        action: 'access.update',
        before: { users: { [ann.userId]: 'edit' } },
        after: { users: { [ann.userId]: 'comment' } },
      },
      { action: 'access.update', before: { teams: { [team]: 'edit' } }, after: { teams: { [team]: null } } },
      {
        action: 'access.remove',
        before: { users: { [ann.userId]: 'comment' } },
        after: { users: { [ann.userId]: null } },
      },
      { action: 'access.remove', before: { teams: { [team]: null } }, after: { teams: { [team]: null } } },
    ])
  })

  test('one unknown grantee prevents the whole grant', async () => {
    const { as, params, aTeam, aMember } = await restricted(kind)
    const elsewhere = await restricted(kind)
    const [ann, own] = [await aMember(), await aTeam('Own')]
    const [stranger, foreign] = [await elsewhere.aMember(), await elsewhere.aTeam('Foreign')]
    for (const body of [
      { role: 'read', users: [ann.userId, stranger.userId] },
      { role: 'read', users: [own] },
      { role: 'read', teams: [own, foreign] },
      { role: 'read', teams: [ann.userId] },
    ] as const) {
      const attempt = as(access.grant, { params, body: { ...body } as never })
      await expect(attempt).rejects.toMatchObject({ status: 404 })
      const { role, users, teams } = { users: undefined, teams: undefined, ...body }
      const roles = (ids?: readonly string[]) => Object.fromEntries((ids ?? []).map((id) => [id, role]))
      const report = as(access.preview, { params, body: { users: roles(users), teams: roles(teams) } })
      await expect(report).rejects.toMatchObject({ status: 404 })
    }
    const both = { role: 'read', users: [ann.userId], teams: [own] } as const
    await expect(as(access.grant, { params, body: both as never })).rejects.toMatchObject({ status: 400 })
    await expect(as(access.grant, { params, body: { role: 'read' } })).rejects.toMatchObject({ status: 400 })
    const many = (count: number) => Array.from({ length: count }, () => ann.userId)
    const tooMany = as(access.grant, { params, body: { role: 'read', users: many(1001) } })
    await expect(tooMany).rejects.toMatchObject({ status: 400 })
    expect((await as(access.listUsers, { params })).count).toBe(0)
    await as(access.grant, { params, body: { role: 'read', users: many(1000) } })
    expect((await as(access.listUsers, { params })).count).toBe(1)
  })

  test('members without admin rights can list grants, and those without access get 404', async () => {
    const { as, params, aMember } = await restricted(kind)
    const [editor, maker, outsider] = [await aMember(), await aMember(), await aMember()]
    await as(access.grant, { params, body: { role: 'review', users: [editor.userId] } })
    await as(access.grant, { params, body: { role: 'create', users: [maker.userId] } })
    expect((await app.as(editor)(access.aggregate, { params })).count).toBe(3)
    const body = { role: 'read', users: [outsider.userId] } as const
    await expect(
      app.as(editor)(access.grant, { params, body: { ...body, users: [...body.users] } }),
    ).rejects.toMatchObject({
      status: 403,
    })
    await expect(app.as(outsider)(access.aggregate, { params })).rejects.toMatchObject({ status: 404 })
    await app.as(maker)(access.grant, { params, body: { ...body, users: [...body.users] } })
    expect((await app.as(outsider)(access.aggregate, { params })).count).toBe(4)
  })

  test('an explanation lists every source of the role, the decisive one first', async () => {
    const { organizationId, admin, as, id, params, aTeam, aMember } = await restricted(kind)
    const ann = await aMember()
    const team = await aTeam('Writers', ann)
    await as(access.grant, { params, body: { role: 'comment', users: [ann.userId] } })
    await as(access.grant, { params, body: { role: 'review', teams: [team] } })
    const on = { type: kind, id, title: 'Manual' }
    expect(await as(access.explain, { params: { ...params, userId: ann.userId } })).toMatchObject({
      object: 'access-explanation',
      user: { id: ann.userId },
      role: 'review',
      accessSources: [
        { via: 'team-grant', on, team: { id: team, title: 'Writers' }, role: 'review', wins: true },
        { via: 'grant', on, role: 'comment', wins: false },
        { via: 'default-level', on, role: null, wins: false },
      ],
    })
    expect(await as(access.explain, { params: { ...params, userId: admin.userId } })).toMatchObject({
      role: 'admin',
      accessSources: [{ via: 'organization-admin', on: { id: organizationId, title: 'Halden' }, wins: true }],
    })
    const suspended = { organizationId, userId: ann.userId }
    await as(api.members.update, { params: suspended, body: { disabled: true } })
    const nothing = await as(access.explain, { params: { ...params, userId: ann.userId } })
    expect([nothing.role, nothing.accessSources]).toEqual([null, []])
    const stranger = as(access.explain, { params: { ...params, userId: (await app.aPerson()).userId } })
    await expect(stranger).rejects.toMatchObject({ status: 404 })
  })

  test('everyone with access can be listed by name, role and search', async () => {
    const { organizationId, admin, as, params, aTeam, aMember } = await restricted(kind)
    const people = [await aMember(), await aMember(), await aMember(), await aMember()]
    const [ann, ben, cem] = people
    for (const [index, name] of ['ann', 'Ben', 'Cemal Oz', 'Dan'].entries()) {
      await withName(people[index] ?? admin, name)
    }
    await withName(admin, 'Zoe')
    if (!ann || !ben || !cem) throw new Error('Three people were made')
    const team = await aTeam('Writers', ann, ben)
    await as(access.grant, { params, body: { role: 'edit', teams: [team] } })
    await as(access.grant, { params, body: { role: 'read', users: [ann.userId, cem.userId] } })
    const list = async (query: object = {}) => {
      const { items, count } = await as(access.aggregate, { params, query })
      expect(count).toBe(items.length)
      return items.map(({ permission, user }) => `${user.displayName} ${permission}`)
    }
    expect(await list()).toEqual(['ann edit', 'Ben edit', 'Cemal Oz read', 'Zoe admin'])
    expect(await list({ role: 'edit' })).toEqual(['ann edit', 'Ben edit'])
    expect(await list({ search: 'CEMAL O' })).toEqual(['Cemal Oz read'])
    expect(await list({ search: ben.email, role: 'edit' })).toEqual(['Ben edit'])
    expect(await list({ search: '_' })).toEqual([])
    const first = await as(access.aggregate, { params, query: { limit: 3 } })
    const rest = await as(access.aggregate, { params, query: { page: first.next?.page ?? '' } })
    expect([first.count, rest.items.map(({ user }) => user.displayName), rest.next]).toEqual([
      4,
      ['Zoe'],
      undefined,
    ])
    expect((await as(access.aggregate, { params, query: { limit: 0 } })).items).toEqual([])
    await as(api.members.update, {
      params: { organizationId, userId: ann.userId },
      body: { disabled: true },
    })
    expect(await list({ role: 'edit' })).toEqual(['Ben edit'])
    // Grants stay listed even without effective access.
    expect((await as(access.listUsers, { params })).count).toBe(2)
    expect((await as(access.listUsers, { params, query: { limit: 1 } })).next).toBeDefined()
  })

  test('a preview reports who gains and loses access, and changes nothing', async () => {
    const { organizationId, as, id, params, aMember } = await restricted(kind)
    const [ann, ben] = [await aMember(), await aMember()]
    await withName(ann, 'Ann')
    await withName(ben, 'Ben')
    await as(access.grant, { params, body: { role: 'edit', users: [ann.userId] } })
    const before = await as(get, { params })
    const events = (await eventsOf(app.db, organizationId, id)).length
    const report = await as(access.preview, {
      params,
      body: { defaultLevel: 'comment', users: { [ann.userId]: null } },
    })
    expect(report).toMatchObject({
      object: 'access-preview',
      gain: [{ user: { id: ben.userId }, before: null, after: 'comment' }],
      lose: [{ user: { id: ann.userId }, before: 'edit', after: 'comment' }],
      unchanged: 1,
    })
    expect(report).not.toHaveProperty('more')
    expect('below' in report).toBe(kind === 'collection')
    const nothing = await as(access.preview, { params, body: {} })
    expect([nothing.gain, nothing.lose, nothing.unchanged]).toEqual([[], [], 2])
    expect(await as(get, { params })).toEqual(before)
    expect((await eventsOf(app.db, organizationId, id)).length).toBe(events)
    const nowhere = as(access.preview, { params, body: { parent: 'nowhere' } })
    await expect(nowhere).rejects.toMatchObject({ status: 404 })
  })

  test('concurrent grants of the same role are all stored', async () => {
    const { organizationId, as, params, aMember } = await restricted(kind)
    const people = await Promise.all(Array.from({ length: 8 }, aMember))
    await Promise.all(
      people.map(({ userId }) => as(access.grant, { params, body: { role: 'edit', users: [userId] } })),
    )
    expect((await as(access.listUsers, { params })).count).toBe(8)
    // A member who leaves during the grant leaves none behind.
    await Promise.allSettled(
      people.flatMap(({ userId }) => [
        as(access.grant, { params, body: { role: 'review', users: [userId] } }),
        as(api.members.delete, { params: { organizationId, userId } }),
      ]),
    )
    const remaining = await app.db
      .selectFrom('access_grant')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .execute()
    expect(remaining).toEqual([])
  })
})
