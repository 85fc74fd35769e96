import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type CallAs, useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function aLibrary() {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const params = { organizationId }
  const aSpace = (title: string, parent?: string) =>
    as(api.spaces.create, { params, body: { title, ...(parent ? { parent } : {}) } })
  const aCollection = (title: string, parent?: string) =>
    as(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}) } })
  return { params, admin, as, aSpace, aCollection }
}

/** The library as its viewer sees it: titles in order, nested. */
async function treeOf(as: CallAs, params: { organizationId: string }, parent?: string): Promise<unknown[]> {
  const { items } = await as(api.library.list, { params, query: parent ? { parent } : {} })
  const tree: unknown[] = []
  for (const item of items) {
    tree.push(item.object === 'collection' ? [item.title, await treeOf(as, params, item.id)] : item.title)
  }
  return tree
}

describe('a new space', () => {
  test('is last in its parent, inherits access and returns its URL', async () => {
    const { params, as, aSpace, aCollection } = await aLibrary()
    const collection = await aCollection('Product')
    const space = await aSpace('Handbook', collection.id)
    expect(space).toMatchObject({
      object: 'space',
      title: 'Handbook',
      emoji: '1f4d8',
      visibility: 'in-collection',
      editMode: 'live',
      parent: collection.id,
      defaultLevel: 'admin',
      defaultLevelFrom: { type: 'organization', id: params.organizationId },
      permissions: { view: true, admin: true, merge: true },
      version: 1,
    })
    expect(space.urls.location).toBe(`http://127.0.0.1:4400/v1/spaces/${space.id}`)
    expect(await treeOf(as, params)).toEqual([['Product', ['Handbook']]])
  })

  test('can be created without a body', async () => {
    const { params, admin } = await aLibrary()
    const url = `/v1/orgs/${params.organizationId}/spaces`
    const { status, json, headers } = await app.send({ method: 'POST', url, token: admin.token })
    expect([status, (json() as { title: string }).title]).toEqual([201, 'Untitled'])
    expect(headers.location).toBe((json() as { urls: { location: string } }).urls.location)
  })

  test('needs the role create in its parent', async () => {
    const { params, as, aCollection } = await aLibrary()
    const collection = await aCollection('Product')
    const editor = await app.aMember(params.organizationId, 'edit')
    const attempt = app.as(editor)(api.spaces.create, { params, body: { parent: collection.id } })
    await expect(attempt).rejects.toMatchObject({ status: 403, type: 'forbidden' })
    await as(api.collections.update, {
      params: { collectionId: collection.id },
      body: { defaultLevel: 'create' },
    })
    const created = await app.as(editor)(api.spaces.create, { params, body: { parent: collection.id } })
    expect(created.parent).toBe(collection.id)
  })
})

describe('moving', () => {
  test('puts a space before or after neighbors of both kinds, and into collections', async () => {
    const { params, as, aSpace, aCollection } = await aLibrary()
    const [one, two] = [await aSpace('One'), await aSpace('Two')]
    const collection = await aCollection('Product')
    await as(api.spaces.move, {
      params: { spaceId: one.id },
      body: { position: { after: { type: 'collection', collection: collection.id } } },
    })
    expect(await treeOf(as, params)).toEqual(['Two', ['Product', []], 'One'])
    await as(api.spaces.move, { params: { spaceId: two.id }, body: { parent: collection.id } })
    await as(api.collections.move, {
      params: { collectionId: collection.id },
      body: { position: { after: { type: 'space', space: one.id } } },
    })
    expect(await treeOf(as, params)).toEqual(['One', ['Product', ['Two']]])
    await as(api.spaces.move, { params: { spaceId: two.id }, body: { parent: null } })
    expect(await treeOf(as, params)).toEqual(['One', ['Product', []], 'Two'])
  })

  test('is no edit: the time of the last one stays', async () => {
    const { as, aSpace, aCollection } = await aLibrary()
    const [space, collection] = [await aSpace('Space'), await aCollection('Collection')]
    const outer = await aCollection('Outer')
    const body = { parent: outer.id }
    const moved = await as(api.spaces.move, { params: { spaceId: space.id }, body })
    expect(moved).toMatchObject({ parent: outer.id, updatedAt: space.updatedAt })
    const movedCollection = await as(api.collections.move, {
      params: { collectionId: collection.id },
      body,
    })
    expect(movedCollection).toMatchObject({ parent: outer.id, updatedAt: collection.updatedAt })
    const renamed = await as(api.spaces.update, { params: { spaceId: space.id }, body: { title: 'New' } })
    expect(renamed.updatedAt).not.toBe(space.updatedAt)
  })

  test('refuses neighbors in other parents, cycles and collections of other organizations', async () => {
    const { params, as, aSpace, aCollection } = await aLibrary()
    const [outer, space] = [await aCollection('Outer'), await aSpace('Space')]
    const inner = await aCollection('Inner', outer.id)
    const elsewhere = await aLibrary()
    const foreign = await elsewhere.aCollection('Foreign')
    const move = (body: object) => as(api.spaces.move, { params: { spaceId: space.id }, body })
    await expect(
      move({ position: { after: { type: 'collection', collection: inner.id } } }),
    ).rejects.toMatchObject({
      status: 400,
      type: 'invalid_position',
    })
    await expect(move({ parent: foreign.id })).rejects.toMatchObject({ status: 404 })
    const circle = as(api.collections.move, {
      params: { collectionId: outer.id },
      body: { parent: inner.id },
    })
    await expect(circle).rejects.toMatchObject({ status: 400, type: 'invalid_position' })
    expect(await treeOf(as, params)).toEqual([['Outer', [['Inner', []]]], 'Space'])
  })

  test('keeps a total order during ten concurrent moves', async () => {
    const { params, as, aSpace } = await aLibrary()
    const spaces = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => aSpace(`Space ${i}`)))
    const moves = Array.from({ length: 30 }, (_, i) => {
      const [moved, anchor] = [spaces[i % 6], spaces[(i * 5 + 1) % 6]]
      if (moved === undefined || anchor === undefined || moved === anchor) return undefined
      const position = { [i % 2 ? 'before' : 'after']: { type: 'space' as const, space: anchor.id } }
      return as(api.spaces.move, { params: { spaceId: moved.id }, body: { position } })
    })
    await Promise.all(moves)
    const rows = await app.db
      .selectFrom('space')
      .select('order_key')
      .where('organization_id', '=', params.organizationId)
      .execute()
    expect(new Set(rows.map((row) => row.order_key)).size).toBe(6)
    expect(new Set(await treeOf(as, params)).size).toBe(6)
  })
})

describe('versions', () => {
  test('a stale change is refused with 412 and changes nothing', async () => {
    const { as, aSpace } = await aLibrary()
    const space = await aSpace('First')
    const params = { spaceId: space.id }
    const renamed = await as(
      api.spaces.update,
      { params, body: { title: 'Second' } },
      { ifMatch: space.version },
    )
    expect(renamed.version).toBe(space.version + 1)
    const late = as(api.spaces.update, { params, body: { title: 'Third' } }, { ifMatch: space.version })
    await expect(late).rejects.toMatchObject({ status: 412, type: 'stale' })
    expect((await as(api.spaces.get, { params })).title).toBe('Second')
  })

  test('an empty PATCH changes nothing', async () => {
    const { as, aSpace } = await aLibrary()
    const space = await aSpace('Same')
    expect(await as(api.spaces.update, { params: { spaceId: space.id }, body: {} })).toEqual(space)
  })
})

describe('the trash', () => {
  test('contains a deleted space until it is restored, hidden from others', async () => {
    const { params, as, aSpace } = await aLibrary()
    const space = await aSpace('Gone')
    const path = { params: { spaceId: space.id } }
    const reader = app.as(await app.aMember(params.organizationId, 'read'))
    await as(api.spaces.delete, path)
    await expect(reader(api.spaces.get, path)).rejects.toMatchObject({ status: 404 })
    await expect(as(api.spaces.update, { ...path, body: { title: 'x' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(as(api.spaces.delete, path)).rejects.toMatchObject({ status: 404 })
    const trash = await as(api.library.trash, { params })
    expect(trash.items.map(({ id }) => id)).toEqual([space.id])
    expect((await reader(api.library.trash, { params })).count).toBe(0)
    expect((await as(api.spaces.restore, path)).deletedAt).toBeUndefined()
    expect(await treeOf(as, params)).toEqual(['Gone'])
    await expect(as(api.spaces.restore, path)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  })

  test('restores a space to the top when its collection was deleted', async () => {
    const { params, as, aSpace, aCollection } = await aLibrary()
    const collection = await aCollection('Product')
    const space = await aSpace('Inside', collection.id)
    await as(api.collections.delete, { params: { collectionId: collection.id } })
    expect(await treeOf(as, params)).toEqual([])
    await as(api.spaces.restore, { params: { spaceId: space.id } })
    expect(await treeOf(as, params)).toEqual(['Inside'])
  })

  test('cannot restore a space after 7 days', async () => {
    const { params, as, aSpace } = await aLibrary()
    const space = await aSpace('Old')
    await as(api.spaces.delete, { params: { spaceId: space.id } })
    await app.db
      .updateTable('space')
      .set({ deleted_at: new Date(Date.now() - 7 * 86_400_000 - 1000) })
      .where('id', '=', space.id)
      .execute()
    await expect(as(api.spaces.restore, { params: { spaceId: space.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await as(api.library.trash, { params })).count).toBe(0)
  })
})

describe('lists', () => {
  test('show every row exactly once across pages during changes', async () => {
    const { params, as, aSpace } = await aLibrary()
    const existing = new Set<string>()
    for (let i = 0; i < 9; i++) existing.add((await aSpace(`Space ${i}`)).id)
    const ids: string[] = []
    let page: string | undefined
    do {
      const answer = await as(api.spaces.list, { params, query: { limit: 2, ...(page ? { page } : {}) } })
      ids.push(...answer.items.map(({ id }) => id))
      page = answer.next?.page
      const [victim] = answer.items
      if (victim) {
        await as(api.spaces.delete, { params: { spaceId: victim.id } })
        await aSpace('Newcomer')
      }
      if (ids.length > 40) break
    } while (page !== undefined && ids.length < 30)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of existing) expect(ids).toContain(id)
  })

  test('can be sorted by the last change over several pages', async () => {
    const { params, as, aSpace } = await aLibrary()
    const [one, two] = [await aSpace('One'), await aSpace('Two'), await aSpace('Three')]
    await as(api.spaces.update, { params: { spaceId: two.id }, body: { title: 'Second' } })
    await as(api.spaces.update, { params: { spaceId: one.id }, body: { title: 'First' } })
    const titles: string[] = []
    let page: string | undefined
    do {
      const query = { orderBy: 'updatedAt' as const, limit: 1, ...(page ? { page } : {}) }
      const answer = await as(api.spaces.list, { params, query })
      titles.push(...answer.items.map(({ title }) => title))
      page = answer.next?.page
    } while (page !== undefined)
    expect(titles).toEqual(['First', 'Second', 'Three'])
  })

  test('return only the count for limit 0', async () => {
    const { params, as, aSpace } = await aLibrary()
    await aSpace('One')
    expect(await as(api.spaces.list, { params, query: { limit: 0 } })).toEqual({ count: 1, items: [] })
  })

  test('show a guest only what was granted, at the top', async () => {
    const { params, aSpace, aCollection } = await aLibrary()
    const collection = await aCollection('Product')
    const [granted] = [await aSpace('Granted', collection.id), await aSpace('Hidden', collection.id)]
    const guest = await app.aMember(params.organizationId, null)
    await app.db
      .insertInto('access_grant')
      .values({
        organization_id: params.organizationId,
        subject_kind: 'space',
        subject_id: granted.id,
        grantee_kind: 'user',
        grantee_id: guest.userId,
        role: 'read',
        created_at: new Date(),
      })
      .execute()
    const as = app.as(guest)
    expect(await treeOf(as, params)).toEqual(['Granted'])
    expect((await as(api.spaces.list, { params })).count).toBe(1)
    expect((await as(api.spaces.get, { params: { spaceId: granted.id } })).permissions).toMatchObject({
      view: true,
      comment: false,
      edit: false,
    })
  })
})
