import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { useTestApp } from './app.ts'
import { eventsOf } from './audit-events.ts'
import { CLIENTS, chooser, runConcurrently } from './concurrency.ts'

const app = useTestApp()

async function anOrganizationOfAdmins() {
  const { organizationId, admin } = await app.anOrganization()
  const people = [admin]
  while (people.length < CLIENTS) people.push(await app.aMember(organizationId, 'admin'))
  return { organizationId, admin, people, as: app.as(admin) }
}

type Item = { readonly kind: 'space' | 'collection'; readonly id: string }
type Placed = { readonly version: number; readonly parent?: string | undefined }

test('concurrent moves leave one order, and every acknowledged move happened', async () => {
  const { organizationId, people, as } = await anOrganizationOfAdmins()
  const params = { organizationId }
  const libraryItems: Item[] = []
  for (let count = 0; count < 4; count++) {
    libraryItems.push({ kind: 'collection', id: (await as(api.collections.create, { params })).id })
  }
  for (let count = 0; count < 8; count++) {
    libraryItems.push({ kind: 'space', id: (await as(api.spaces.create, { params })).id })
  }
  const collections = libraryItems.flatMap(({ kind, id }) => (kind === 'space' ? [] : [id]))
  const responses = new Map<string, Placed[]>(libraryItems.map(({ id }) => [id, []]))
  const choices = people.map((_, client) => chooser(client + 1))
  await runConcurrently(people, async (person, client) => {
    const choose = choices[client] ?? chooser(0)
    const { kind, id } = choose(libraryItems)
    const sibling = choose(libraryItems)
    const neighbor =
      sibling.kind === 'space'
        ? { type: sibling.kind, space: sibling.id }
        : { type: sibling.kind, collection: sibling.id }
    const parents = [{}, { parent: null }, ...collections.map((parent) => ({ parent }))]
    const positions = [{}, { position: { before: neighbor } }, { position: { after: neighbor } }]
    const body = { ...choose(parents), ...choose(positions) }
    const seen = responses.get(id)?.at(-1)?.version
    const options = seen === undefined || choose([true, true, false]) ? {} : { ifMatch: seen }
    const path = { spaceId: id, collectionId: id }
    const route = kind === 'space' ? api.spaces.move : api.collections.move
    responses.get(id)?.push(await app.as(person)(route, { params: path, body }, options))
  })

  for (const { kind, id } of libraryItems) {
    const acknowledged = (responses.get(id) ?? []).sort((a, b) => a.version - b.version)
    expect(acknowledged.length).toBeGreaterThan(0)
    // Each move increased the version by one, and the last one determines the current position.
    expect(acknowledged.map(({ version }) => version)).toEqual(acknowledged.map((_, index) => index + 2))
    const route = kind === 'space' ? api.spaces.get : api.collections.get
    const now: Placed = await as(route, { params: { spaceId: id, collectionId: id } })
    const last = acknowledged.at(-1)
    expect([now.version, now.parent]).toEqual([last?.version, last?.parent])
  }
  await expectOneOrder(organizationId, as, libraryItems)
})

/** No two siblings share an order key, and the library lists every item once, in the order of the keys. */
async function expectOneOrder(
  organizationId: string,
  as: ReturnType<typeof app.as>,
  libraryItems: readonly Item[],
): Promise<void> {
  const columns = ['id', 'parent_id as parentId', 'order_key as orderKey'] as const
  const rows = [
    ...(await app.db
      .selectFrom('space')
      .select(columns)
      .where('organization_id', '=', organizationId)
      .execute()),
    ...(await app.db
      .selectFrom('collection')
      .select(columns)
      .where('organization_id', '=', organizationId)
      .execute()),
  ]
  const listed: string[] = []
  for (const parent of [null, ...libraryItems.flatMap(({ kind, id }) => (kind === 'space' ? [] : [id]))]) {
    const siblings = rows.filter(({ parentId }) => parentId === parent)
    expect(new Set(siblings.map(({ orderKey }) => orderKey)).size).toBe(siblings.length)
    const ordered = siblings.sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1)).map(({ id }) => id)
    const { items } = await as(api.library.list, {
      params: { organizationId },
      query: parent === null ? {} : { parent },
    })
    expect(items.map(({ id }) => id)).toEqual(ordered)
    listed.push(...ordered)
  }
  expect(listed.sort()).toEqual(libraryItems.map(({ id }) => id).sort())
}

test('concurrent grants are serialized: each starts from the state the previous one left', async () => {
  const { organizationId, people, as } = await anOrganizationOfAdmins()
  const { id: spaceId } = await as(api.spaces.create, { params: { organizationId } })
  const targets: string[] = []
  for (let count = 0; count < 5; count++) targets.push((await app.aMember(organizationId, null)).userId)
  const choices = people.map((_, client) => chooser(client + 20))
  await runConcurrently(people, async (person, client) => {
    const choose = choices[client] ?? chooser(0)
    const [userId, other] = [choose(targets), choose(targets)]
    const role = choose<Role>(['read', 'comment', 'edit', 'review', 'create'])
    const call = app.as(person)
    const calls = [
      () => call(api.spacePermissions.grant, { params: { spaceId }, body: { role, users: [userId, other] } }),
      () => call(api.spacePermissions.updateUser, { params: { spaceId, userId }, body: { role } }),
      () => call(api.spacePermissions.removeUser, { params: { spaceId, userId } }),
    ]
    await choose(calls)()
  })

  const { items } = await as(api.spacePermissions.listUsers, { params: { spaceId } })
  const final = new Map(items.map(({ user, permission }) => [user.id, permission]))
  const events = await eventsOf(app.db, organizationId, spaceId)
  for (const userId of targets) {
    const steps = events.flatMap(({ before, after }) => {
      const [from, to] = [rolesIn(before), rolesIn(after)]
      return userId in to ? [[from[userId] ?? null, to[userId] ?? null] as const] : []
    })
    expect(steps.length).toBeGreaterThan(CLIENTS)
    expectSerialized(steps, null, final.get(userId) ?? null)
  }
})

const rolesIn = (side: Record<string, unknown> | null) =>
  (side?.users ?? {}) as Readonly<Record<string, Role | null>>

/** The steps form one path from the first state to the last: none overwrote another unnoticed. */
function expectSerialized(
  steps: readonly (readonly [from: unknown, to: unknown])[],
  first: unknown,
  last: unknown,
): void {
  const balance = new Map<unknown, number>()
  const add = (state: unknown, count: number) => balance.set(state, (balance.get(state) ?? 0) + count)
  for (const [from, to] of steps) {
    add(from, 1)
    add(to, -1)
  }
  add(first, -1)
  add(last, 1)
  expect([...balance.values()].filter((count) => count !== 0)).toEqual([])
}

test('concurrent changes of members count versions up exactly, and there is always an admin', async () => {
  const { organizationId, people } = await anOrganizationOfAdmins()
  const states = new Map<string, Map<number, string>>(people.map(({ userId }) => [userId, new Map()]))
  const choices = people.map((_, client) => chooser(client + 40))
  let acknowledged = 0
  let isFinished = false
  const watching = (async () => {
    for (let checks = 0; !isFinished || checks === 0; checks++)
      expect(await countAdmins(organizationId)).toBeGreaterThan(0)
  })()
  await runConcurrently(people, async (person, client) => {
    const choose = choices[client] ?? chooser(0)
    const { userId } = choose(people)
    const body = choose([
      { role: 'edit' },
      { role: 'admin', disabled: false },
      { role: 'admin', disabled: false },
      { disabled: true },
    ] as const)
    const { version, role, disabled } = await app.as(person)(api.members.update, {
      params: { organizationId, userId },
      body,
    })
    acknowledged += 1
    const state = `${role} ${disabled}`
    // A version never stands for two states.
    expect(states.get(userId)?.get(version) ?? state).toBe(state)
    states.get(userId)?.set(version, state)
  }).finally(() => {
    isFinished = true
  })
  await watching
  expect(acknowledged).toBeGreaterThan(CLIENTS)
  expect(await countAdmins(organizationId)).toBeGreaterThan(0)

  const [activeAdmin] = await adminsOf(organizationId)
  const reader = app.as(people.find(({ userId }) => userId === activeAdmin) ?? people[0] ?? null)
  for (const { userId } of people) {
    const { version, role, disabled } = await reader(api.members.get, { params: { organizationId, userId } })
    const changes = (await eventsOf(app.db, organizationId, userId)).filter(({ action }) =>
      ['member.update', 'member.suspend', 'member.reinstate'].includes(action),
    )
    const roles = changes.filter(({ action }) => action === 'member.update')
    expectSerialized(
      roles.map(({ before, after }) => [before?.role, after?.role]),
      'admin',
      role,
    )
    const suspensions = changes.filter(({ action }) => action !== 'member.update')
    expectSerialized(
      suspensions.map(({ before, after }) => [before?.disabled, after?.disabled]),
      false,
      disabled,
    )
    const known = states.get(userId) ?? new Map()
    const highest = Math.max(1, ...known.keys())
    expect(version).toBe(highest)
    if (highest > 1) expect(known.get(highest)).toBe(`${role} ${disabled}`)
    const versions = [...known.keys()].filter((one) => one > 1).sort((a, b) => a - b)
    expect(versions).toEqual(versions.map((_, index) => index + 2))
  }
})

const adminsOf = async (organizationId: string): Promise<string[]> => {
  const rows = await app.db
    .selectFrom('member')
    .select('user_id as userId')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .execute()
  return rows.map(({ userId }) => userId)
}

const countAdmins = async (organizationId: string): Promise<number> => (await adminsOf(organizationId)).length
