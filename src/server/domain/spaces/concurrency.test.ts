import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import { type CallAs, useTestApp } from '#testing/app.ts'

const app = useTestApp()

const clients = 10
const rounds = 6

/** Lets through what a client may run into when others are at the same thing; everything else is a fault. */
async function unlessSomebodyWasFaster<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status)) return undefined
    throw error
  }
}

async function aLibraryForAll() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const call = app.as(admin)
  const shelf = await call(api.collections.create, { params, body: { title: 'Shelf' } })
  const people = [admin]
  while (people.length < clients) people.push(await app.aMember(organizationId, 'create'))
  return { organizationId, params, call, shelf: shelf.id, callers: people.map((person) => app.as(person)) }
}

type Library = Awaited<ReturnType<typeof aLibraryForAll>>

/** The counts as lists answer them, and as they are when every row is counted. */
async function expectTrueCounts({ organizationId, params, call, shelf }: Library): Promise<void> {
  const rows = await app.db
    .selectFrom('space')
    .select(['id', 'parent_id as parent', 'deleted_at as deletedAt', 'order_key as orderKey'])
    .where('organization_id', '=', organizationId)
    .execute()
  const alive = rows.filter(({ deletedAt }) => deletedAt === null)
  const inShelf = alive.filter(({ parent }) => parent === shelf)
  const counts = async (query: object) => ({
    spaces: (await call(api.spaces.list, { params, query })).count,
    trash: (await call(api.library.trash, { params, query })).count,
    shelf: (await call(api.collections.listSpaces, { params: { collectionId: shelf }, query })).count,
    top: (await call(api.library.list, { params, query })).count,
    all: (await call(api.library.list, { params, query: { ...query, nested: true } })).count,
  })
  const collections = (await call(api.collections.list, { params })).count
  const expected = {
    spaces: alive.length,
    trash: rows.length - alive.length,
    shelf: inShelf.length,
    top: alive.length - inShelf.length + collections,
    all: alive.length + collections,
  }
  expect(await counts({})).toEqual(expected)
  expect(await counts({ limit: 0 })).toEqual(expected)
  const { items } = await call(api.spaces.list, { params, query: { limit: 1000 } })
  expect(items.map(({ id }) => id).sort()).toEqual(alive.map(({ id }) => id).sort())
  const keys = alive.map(({ parent, orderKey }) => `${parent} ${orderKey}`)
  expect(new Set(keys).size).toBe(keys.length)
}

/** One client: makes a space, deletes one, restores one, moves one, over and over, not minding whose it is. */
async function work(as: CallAs, { params, shelf }: Library, client: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const parent = (client + round) % 2 ? { parent: shelf } : {}
    const body = { title: `Space ${client}.${round}`, ...parent }
    await as(api.spaces.create, { params, body })
    const { items } = await as(api.spaces.list, { params, query: { limit: 1000 } })
    const victim = items[(client * 7 + round * 3) % items.length]
    const gone = { params: { spaceId: victim?.id ?? '' } }
    await unlessSomebodyWasFaster(as(api.spaces.delete, gone))
    const moved = items[(client * 5 + round) % items.length]
    const to = { params: { spaceId: moved?.id ?? '' }, body: { parent: round % 2 ? shelf : null } }
    await unlessSomebodyWasFaster(as(api.spaces.move, to))
    const trash = await as(api.library.trash, { params, query: { limit: 1000 } })
    const back = trash.items[(client + round) % Math.max(1, trash.items.length)]
    if (round % 2 && back)
      await unlessSomebodyWasFaster(as(api.spaces.restore, { params: { spaceId: back.id } }))
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
  for (const act of [api.spaces.delete, api.spaces.restore] as const) {
    const done = await Promise.allSettled(callers.map((as) => as(act, { params: { spaceId } })))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))
    expect(refused.every((status) => status === (act === api.spaces.delete ? 404 : 409))).toBe(true)
    await expectTrueCounts(library)
  }
  const query = { target: spaceId }
  const { items } = await call(api.auditEvents.list, { params, query })
  expect(items.map(({ action }) => action)).toEqual(['space.restore', 'space.delete', 'space.create'])
})

test('a collection deleted during other changes leaves no space behind', async () => {
  const library = await aLibraryForAll()
  const { params, call, callers, shelf } = library
  const body = { title: 'Inside', parent: shelf }
  for (let i = 0; i < 5; i++) await call(api.spaces.create, { params, body })
  const done = await Promise.allSettled([
    ...callers.map((as) => as(api.spaces.create, { params, body })),
    call(api.collections.delete, { params: { collectionId: shelf } }),
    ...callers.map((as) => as(api.spaces.create, { params, body })),
  ])
  for (const one of done) {
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
