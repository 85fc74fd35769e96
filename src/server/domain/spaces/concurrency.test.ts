import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import { type CallAs, useTestApp } from '#testing/app.ts'

const app = useTestApp()

const clients = 10
const rounds = 6

/** Ignores the errors that concurrent clients may cause; anything else fails the test. */
async function ignoreConflict<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status)) return undefined
    throw error
  }
}

async function aLibraryForAll() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const call = app.as(admin)
  const collectionId = await call(api.collections.create, { params, body: { title: 'Product' } })
  const people = [admin]
  while (people.length < clients) people.push(await app.aMember(organizationId, 'create'))
  return {
    organizationId,
    params,
    call,
    collectionId: collectionId.id,
    callers: people.map((person) => app.as(person)),
  }
}

type Library = Awaited<ReturnType<typeof aLibraryForAll>>

/** The counts returned by lists, and those of all rows. */
async function expectTrueCounts({ organizationId, params, call, collectionId }: Library): Promise<void> {
  const rows = await app.db
    .selectFrom('space')
    .select(['id', 'parent_id as parent', 'deleted_at as deletedAt', 'order_key as orderKey'])
    .where('organization_id', '=', organizationId)
    .execute()
  const active = rows.filter(({ deletedAt }) => deletedAt === null)
  const inCollection = active.filter(({ parent }) => parent === collectionId)
  const counts = async (query: object) => ({
    spaces: (await call(api.spaces.list, { params, query })).count,
    trash: (await call(api.library.trash, { params, query })).count,
    collectionId: (await call(api.collections.listSpaces, { params: { collectionId: collectionId }, query }))
      .count,
    top: (await call(api.library.list, { params, query })).count,
    all: (await call(api.library.list, { params, query: { ...query, nested: true } })).count,
  })
  const collections = (await call(api.collections.list, { params })).count
  const expected = {
    spaces: active.length,
    trash: rows.length - active.length,
    collectionId: inCollection.length,
    top: active.length - inCollection.length + collections,
    all: active.length + collections,
  }
  expect(await counts({})).toEqual(expected)
  expect(await counts({ limit: 0 })).toEqual(expected)
  const { items } = await call(api.spaces.list, { params, query: { limit: 1000 } })
  expect(items.map(({ id }) => id).sort()).toEqual(active.map(({ id }) => id).sort())
  const keys = active.map(({ parent, orderKey }) => `${parent} ${orderKey}`)
  expect(new Set(keys).size).toBe(keys.length)
}

/** One client: repeatedly creates, deletes, restores and moves spaces of any client. */
async function work(as: CallAs, { params, collectionId }: Library, client: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const parent = (client + round) % 2 ? { parent: collectionId } : {}
    const body = { title: `Space ${client}.${round}`, ...parent }
    await as(api.spaces.create, { params, body })
    const { items } = await as(api.spaces.list, { params, query: { limit: 1000 } })
    const victim = items[(client * 7 + round * 3) % items.length]
    const deleted = { params: { spaceId: victim?.id ?? '' } }
    await ignoreConflict(as(api.spaces.delete, deleted))
    const moved = items[(client * 5 + round) % items.length]
    const to = { params: { spaceId: moved?.id ?? '' }, body: { parent: round % 2 ? collectionId : null } }
    await ignoreConflict(as(api.spaces.move, to))
    const trash = await as(api.library.trash, { params, query: { limit: 1000 } })
    const back = trash.items[(client + round) % Math.max(1, trash.items.length)]
    if (round % 2 && back) await ignoreConflict(as(api.spaces.restore, { params: { spaceId: back.id } }))
  }
}

test('counts are right after ten clients create, delete, move and restore spaces concurrently', async () => {
  const library = await aLibraryForAll()
  await Promise.all(library.callers.map((as, client) => work(as, library, client)))
  await expectTrueCounts(library)
}, 60_000)

test('ten concurrent restores of a space restore it once, and ten deletions delete it once', async () => {
  const library = await aLibraryForAll()
  const { params, call, callers } = library
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'One' } })
  for (const operation of [api.spaces.delete, api.spaces.restore] as const) {
    const results = await Promise.allSettled(callers.map((as) => as(operation, { params: { spaceId } })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const statuses = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))
    expect(statuses.every((status) => status === (operation === api.spaces.delete ? 404 : 409))).toBe(true)
    await expectTrueCounts(library)
  }
  const query = { target: spaceId }
  const { items } = await call(api.auditEvents.list, { params, query })
  expect(items.map(({ action }) => action)).toEqual(['space.restore', 'space.delete', 'space.create'])
})

test('a collection deleted during other changes leaves no space behind', async () => {
  const library = await aLibraryForAll()
  const { params, call, callers, collectionId } = library
  const body = { title: 'Inside', parent: collectionId }
  for (let i = 0; i < 5; i++) await call(api.spaces.create, { params, body })
  const results = await Promise.allSettled([
    ...callers.map((as) => as(api.spaces.create, { params, body })),
    call(api.collections.delete, { params: { collectionId: collectionId } }),
    ...callers.map((as) => as(api.spaces.create, { params, body })),
  ])
  for (const one of results) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 404, type: 'not_found' })
  }
  const rows = await app.db
    .selectFrom('space')
    .select(['parent_id', 'deleted_at'])
    .where('organization_id', '=', library.organizationId)
    .execute()
  expect(rows.every(({ parent_id, deleted_at }) => parent_id === null && deleted_at !== null)).toBe(true)
  const trash = await call(api.library.trash, { params })
  expect([trash.count, (await call(api.spaces.list, { params })).count]).toEqual([rows.length, 0])
})
