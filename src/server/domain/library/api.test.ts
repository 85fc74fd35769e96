import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { type CallAs, useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'

const app = useTestApp()

/** Docs › (Guides › (Start), Intro), Alone; and another space. */
async function aLibrary() {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const params = { organizationId }
  const collection = async (title: string, parent?: string) =>
    (await as(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}) } })).id
  const space = async (title: string, parent?: string) =>
    (await as(api.spaces.create, { params, body: { title, ...(parent ? { parent } : {}) } })).id
  const docs = await collection('Docs')
  const guides = await collection('Guides', docs)
  const start = await space('Start', guides)
  await space('Intro', docs)
  await space('Alone')
  return { params, as, docs, guides, start, space }
}

async function all(
  as: CallAs,
  input: { params: { organizationId: string }; parent?: string; limit?: number },
) {
  const items: LibraryItem[] = []
  const counts = new Set<number>()
  let page: string | undefined
  do {
    const { params, parent, limit = 2 } = input
    const query = { nested: true, limit, ...(parent ? { parent } : {}), ...(page ? { page } : {}) }
    const answer = await as(api.library.list, { params, query })
    items.push(...answer.items)
    counts.add(answer.count)
    page = answer.next?.page
  } while (page !== undefined)
  return { titles: items.map(({ title }) => title), counts: [...counts] }
}

test('lists everything parent by parent, the top first, over any number of pages', async () => {
  const { params, as, guides, space } = await aLibrary()
  expect(await all(as, { params })).toEqual({
    titles: ['Docs', 'Alone', 'Guides', 'Intro', 'Start'],
    counts: [5],
  })
  const last = await space('Last', guides)
  await as(api.spaces.move, { params: { spaceId: last }, body: { parent: null } })
  const whole = await all(as, { params, limit: 1000 })
  expect(whole.titles).toEqual(['Docs', 'Alone', 'Last', 'Guides', 'Intro', 'Start'])
  expect(await all(as, { params, limit: 1 })).toEqual(whole)
})

test('lists the contents of a collection, and is 404 for an unknown one', async () => {
  const { params, as, docs, guides } = await aLibrary()
  expect((await all(as, { params, parent: docs })).titles).toEqual(['Guides', 'Intro', 'Start'])
  expect((await all(as, { params, parent: guides })).titles).toEqual(['Start'])
  await expect(all(as, { params, parent: 'nowhere' })).rejects.toMatchObject({ status: 404 })
})

test('a guest with one nested space sees it at the top, and nothing else', async () => {
  const { params, start } = await aLibrary()
  const guest = await app.aMember(params.organizationId, null)
  expect(await all(app.as(guest), { params })).toEqual({ titles: [], counts: [0] })
  await app.db
    .insertInto('access_grant')
    .values({
      organization_id: params.organizationId,
      subject_kind: 'space',
      subject_id: start,
      grantee_kind: 'user',
      grantee_id: guest.userId,
      role: 'read',
      created_at: new Date(),
    })
    .execute()
  expect(await all(app.as(guest), { params })).toEqual({ titles: ['Start'], counts: [1] })
})

test('a page token of one list is refused by another', async () => {
  const { params, as } = await aLibrary()
  const page = Buffer.from(JSON.stringify(['a0', 'x'])).toString('base64url')
  await expect(as(api.library.list, { params, query: { nested: true, page } })).rejects.toMatchObject({
    status: 400,
  })
})

test('an item names who last changed its pages or settings, which a move does not', async () => {
  const { organizationId, spaceId, admin } = await aSpaceIn(app)
  const ann = await app.aMember(organizationId, 'admin')
  const params = { organizationId }
  const { id: collectionId } = await app.as(ann)(api.collections.create, { params, body: { title: 'Docs' } })
  const editors = async () => {
    const { items } = await app.as(admin)(api.library.list, { params, query: { nested: true } })
    return Object.fromEntries(items.map(({ id, updatedBy }) => [id, updatedBy]))
  }
  const named = (person: typeof ann) => expect.objectContaining({ object: 'user', id: person.userId })
  expect(await editors()).toEqual({ [collectionId]: named(ann), [spaceId]: named(admin) })
  const renamed = await app.as(ann)(api.spaces.update, { params: { spaceId }, body: { title: 'Guide' } })
  expect(renamed.updatedBy).toEqual(named(ann))
  expect(renamed.updatedBy).not.toHaveProperty('email')
  await app.as(admin)(api.spaces.move, { params: { spaceId }, body: { parent: collectionId } })
  expect((await editors())[spaceId]).toEqual(named(ann))
  const page = { operation: 'insert_page' as const, title: 'Start', document: { markdown: 'Words.' } }
  await app.as(admin)(api.spaceContent.edit, { params: { spaceId }, body: { changes: [page] } })
  expect((await editors())[spaceId]).toEqual(named(admin))
  await app.as(ann)(api.spaces.update, { params: { spaceId }, body: { defaultLevel: 'read' } })
  expect((await editors())[spaceId]).toEqual(named(ann))
  await app.as(admin)(api.collections.update, { params: { collectionId }, body: { title: 'Manuals' } })
  expect((await editors())[collectionId]).toEqual(named(admin))
})
