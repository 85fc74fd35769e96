import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { check } from '../../content/rebuild.ts'

const app = useTestApp()

async function aSpace() {
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId, revision } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  const at = { organizationId, spaceId }
  return { organizationId, admin, at, params: { spaceId }, first: revision, as: app.as(admin) }
}

const edit = (person: Person, params: { spaceId: string }, changes: ContentChangeInput[]) =>
  app.as(person)(api.spaceContent.edit, { params, body: { changes } })

const page = (title: string, markdown = '', into?: string): ContentChangeInput => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...(into === undefined ? {} : { into }),
})

const file = (name: string, text: string): ContentChangeInput => ({
  operation: 'insert_files',
  files: [{ name, base64: Buffer.from(text).toString('base64'), contentType: 'text/plain' }],
})

const createdId = (answer: { changes: readonly { object: string }[] }, index = 0): string => {
  const change = answer.changes[index]
  return change !== undefined && 'page' in change ? (change.page as { id: string }).id : ''
}

test('revisions are listed newest first with their authors', async () => {
  const { organizationId, admin, params, first, as } = await aSpace()
  const writer = await app.aMember(organizationId, 'edit')
  const second = await edit(admin, params, [page('A')])
  const third = await edit(writer, params, [page('B')])
  const list = await as(api.revisions.list, { params, query: {} })
  expect(api.revisions.list.response.parse(list)).toEqual(list)
  expect(list.items.map(({ id, parents }) => [id, parents])).toEqual([
    [third.revision, [second.revision]],
    [second.revision, [first]],
    [first, []],
  ])
  expect(list.items.map(({ createdBy }) => createdBy?.id)).toEqual([
    writer.userId,
    admin.userId,
    admin.userId,
  ])
  const one = await as(api.revisions.list, { params, query: { limit: 1 } })
  const rest = await as(api.revisions.list, { params, query: { page: one.next?.page } })
  expect([one.count, [...one.items, ...rest.items]]).toEqual([3, list.items])
})

test('lists of revisions name what each changed on request', async () => {
  const { admin, params, as } = await aSpace()
  const created = await edit(admin, params, [page('A'), page('B'), page('C'), page('D'), file('a.txt', 'a')])
  await edit(admin, params, [
    { operation: 'update_page', page: createdId(created), title: 'Alpha' },
    { operation: 'delete_page', page: createdId(created, 1) },
  ])
  const list = await as(api.revisions.list, { params, query: { summary: true } })
  expect(api.revisions.list.response.parse(list)).toEqual(list)
  expect(list.items.map(({ summary }) => summary)).toEqual([
    [
      { object: 'page', action: 'edited', count: 1, names: ['Alpha'] },
      { object: 'page', action: 'deleted', count: 1, names: ['B'] },
    ],
    [
      { object: 'page', action: 'created', count: 4, names: ['A', 'B', 'C'] },
      { object: 'file', action: 'created', count: 1, names: ['a.txt'] },
    ],
    [],
  ])
  const [last] = (await as(api.revisions.list, { params, query: { summary: true, limit: 1 } })).items
  expect(last).toEqual(list.items[0])
  expect((await as(api.revisions.list, { params, query: {} })).items[0]).not.toHaveProperty('summary')
  for (let i = 0; i < 48; i++)
    await edit(admin, params, [{ operation: 'update_page', page: createdId(created), title: `Alpha ${i}` }])
  const query = { limit: 1000 }
  const lengthOf = async (summary: boolean) =>
    (await as(api.revisions.list, { params, query: { ...query, summary } })).items.length
  expect([await lengthOf(false), await lengthOf(true)]).toEqual([51, 50])
})

test('an older revision has its pages, texts, paths and files', async () => {
  const { admin, params, as } = await aSpace()
  const a = createdId(await edit(admin, params, [page('A', 'one'), file('a.txt', 'a')]))
  const then = (await edit(admin, params, [page('B', '[up](../a.md)', a)])).revision
  await edit(admin, params, [
    { operation: 'update_page', page: a, title: 'New', slug: 'new', document: { markdown: 'two' } },
    file('b.txt', 'b'),
  ])
  const at = { ...params, revisionId: then }
  const whole = await as(api.revisions.get, { params: at, query: { metadata: false, computed: false } })
  expect(api.revisions.get.response.parse(whole)).toEqual(whole)
  expect(whole).toMatchObject({
    id: then,
    type: 'edits',
    reusableContents: [],
    files: [{ name: 'a.txt' }],
    pages: [{ id: a, title: 'A', path: 'a', pages: [{ path: 'a/b' }] }],
  })
  expect((await as(api.revisions.pages, { params: at, query: {} })).pages).toEqual(whole.pages)
  const page1 = await as(api.revisions.page, { params: { ...at, pageId: a }, query: {} })
  expect(page1).toMatchObject({ title: 'A', markdown: 'one' })
  const byPath = await as(api.revisions.pageByPath, { params: { ...at, pagePath: 'a/b' }, query: {} })
  expect(byPath).toMatchObject({ title: 'B', markdown: '[up](/a.md)' })
  const files = await as(api.revisions.files, { params: at, query: { limit: 1 } })
  expect(files).toMatchObject({ count: 1, items: [{ name: 'a.txt' }] })
  expect(files.next).toBeUndefined()
  const fileId = files.items[0]?.id ?? ''
  expect(await as(api.revisions.file, { params: { ...at, fileId }, query: {} })).toEqual(files.items[0])
})

test('missing content and revisions of other spaces are 404', async () => {
  const { admin, params, first, as } = await aSpace()
  const other = await aSpace()
  const created = await edit(admin, params, [page('A')])
  const pageId = createdId(created)
  const deleted = [
    as(api.revisions.get, { params: { ...params, revisionId: other.first } }),
    as(api.revisions.get, { params: { ...params, revisionId: 'nothing' } }),
    as(api.revisions.page, { params: { ...params, revisionId: first, pageId }, query: {} }),
    as(api.revisions.pageByPath, { params: { ...params, revisionId: first, pagePath: 'a' }, query: {} }),
    as(api.revisions.file, { params: { ...params, revisionId: first, fileId: 'x' } }),
    as(api.revisions.reusableContent, { params: { ...params, revisionId: first, reusableContentId: 'x' } }),
    as(api.revisions.changes, { params: { ...params, revisionId: first }, query: { against: other.first } }),
  ]
  for (const one of await Promise.allSettled(deleted)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { status: 404, type: 'not_found' } })
  }
})

test('changes list what was created, edited, moved and deleted since the parent or another revision', async () => {
  const { admin, params, first, as } = await aSpace()
  const created = await edit(admin, params, [page('A', 'one'), page('B'), page('C'), page('D')])
  const [a, b, c, d] = [0, 1, 2, 3].map((index) => createdId(created, index)) as [
    string,
    string,
    string,
    string,
  ]
  const then = await edit(admin, params, [
    {
      operation: 'update_page',
      page: a,
      title: 'Alpha',
      description: 'First',
      document: { markdown: 'two' },
    },
    { operation: 'update_page', page: b, into: a },
    { operation: 'delete_page', page: c },
    { operation: 'update_page', page: d, at: 0 },
    page('E', '', b),
    file('a.txt', 'a'),
  ])
  const { changes, more } = await as(api.revisions.changes, {
    params: { ...params, revisionId: then.revision },
    query: {},
  })
  expect(more).toBeUndefined()
  expect(api.revisions.changes.response.parse({ changes })).toEqual({ changes })
  const alpha = { id: a, title: 'Alpha', path: 'a', type: 'document' }
  expect(changes).toEqual([
    {
      type: 'page_moved',
      page: { id: d, title: 'D', path: 'd', type: 'document' },
      parent: {},
    },
    {
      type: 'page_edited',
      page: alpha,
      attributes: {
        title: { before: 'A', after: 'Alpha' },
        description: { after: 'First' },
        document: { before: expect.any(String), after: expect.any(String) },
      },
    },
    {
      type: 'page_moved',
      page: { id: b, title: 'B', path: 'a/b', type: 'document' },
      parent: { after: alpha },
    },
    { type: 'page_created', page: expect.objectContaining({ title: 'E', path: 'a/b/e' }) },
    { type: 'page_deleted', page: { id: c, title: 'C', path: 'c', type: 'document' } },
    { type: 'file_created', file: expect.objectContaining({ name: 'a.txt', contentType: 'text/plain' }) },
  ])
  const some = await as(api.revisions.changes, {
    params: { ...params, revisionId: then.revision },
    query: { limit: 2 },
  })
  expect([some.changes, some.more]).toEqual([changes.slice(0, 2), 4])
  const whole = await as(api.revisions.changes, {
    params: { ...params, revisionId: then.revision },
    query: { against: first },
  })
  expect(whole.changes.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 4 }, () => 'page_created'),
    'file_created',
  ])
  const start = await as(api.revisions.changes, { params: { ...params, revisionId: first } })
  expect(start).toEqual({ changes: [] })
})

test('a rollback restores tree, texts, search, links and files, and keeps the history', async () => {
  const { admin, params, at, as } = await aSpace()
  const created = await edit(admin, params, [page('A', 'one'), page('B', '[a](a.md)'), file('a.txt', 'a')])
  const [a, b] = [createdId(created), createdId(created, 1)]
  const then = created.revision
  await edit(admin, params, [
    { operation: 'delete_page', page: a },
    { operation: 'update_page', page: b, slug: 'z', document: { markdown: 'three' } },
    page('C', 'four'),
  ])
  const late = await edit(admin, params, [file('b.txt', 'b')])
  const rolled = await as(api.revisions.rollBack, {
    params: { ...params, revisionId: then },
    body: { base: late.revision },
  })
  expect(api.revisions.rollBack.response.parse(rolled)).toEqual(rolled)
  expect(rolled).toMatchObject({ type: 'rollback', parents: [late.revision], files: [{ name: 'a.txt' }] })
  expect(rolled.pages).toMatchObject([
    { id: a, path: 'a' },
    { id: b, path: 'b' },
  ])
  expect(await check(app.db, at)).toEqual([])
  expect((await as(api.spaces.get, { params })).revision).toBe(rolled.id)
  const text = await as(api.spaceContent.page, { params: { ...params, pageId: b }, query: {} })
  expect(text).toMatchObject({ markdown: '[a](/a.md)' })
  const files = await as(api.spaceContent.files, { params })
  expect(files.items.map(({ name }) => name)).toEqual(['a.txt'])
  const lateFile = late.insertedFiles?.[0]?.file
  const { status, text: bytes } = await app.send({
    method: 'GET',
    url: new URL(lateFile?.downloadURL ?? '').pathname,
    token: admin.token,
  })
  expect([status, bytes]).toEqual([200, 'b'])
  const events = await eventsOf(app.db, at.organizationId, at.spaceId)
  expect(events.at(-1)).toMatchObject({
    action: 'space.rollback',
    before: { revision: late.revision },
    after: { revision: rolled.id, rolledBackTo: then },
  })
  await as(api.revisions.rollBack, { params: { ...params, revisionId: late.revision }, body: {} })
  expect(await check(app.db, at)).toEqual([])
  expect((await as(api.spaceContent.files, { params })).count).toBe(2)
})

test('a rollback is refused for locked or changed spaces, the same content, and readers', async () => {
  const { organizationId, admin, params, first, as } = await aSpace()
  const { revision } = await edit(admin, params, [page('A')])
  const back = (person: Person, revisionId: string, body = {}) =>
    app.as(person)(api.revisions.rollBack, { params: { ...params, revisionId }, body })
  const reader = await app.aMember(organizationId, 'comment')
  await expect(back(reader, first)).rejects.toMatchObject({ status: 403 })
  await expect(back(admin, revision)).rejects.toMatchObject({ status: 409, type: 'no_change' })
  await expect(back(admin, first, { base: first })).rejects.toMatchObject({ status: 409, type: 'conflict' })
  await expect(back(admin, 'nothing')).rejects.toMatchObject({ status: 404 })
  await as(api.spaces.update, { params, body: { editMode: 'locked' } })
  await expect(back(admin, first)).rejects.toMatchObject({ status: 412, type: 'space_locked' })
  expect((await as(api.spaces.get, { params })).revision).toBe(revision)
})

test('concurrent rollbacks and edits are serialized, and the history has them all in order', async () => {
  const { admin, params, at, as } = await aSpace()
  const first = await edit(admin, params, [page('A')])
  await edit(admin, params, [page('B')])
  const back = () =>
    as(api.revisions.rollBack, { params: { ...params, revisionId: first.revision }, body: {} })
  const edits = Array.from({ length: 6 }, (_, n) => edit(admin, params, [page(`C${n}`)]))
  await Promise.allSettled([back(), ...edits, back()])
  const { items } = await as(api.revisions.list, { params })
  expect(items.length).toBeGreaterThanOrEqual(9)
  expect(items.map(({ parents }) => parents[0])).toEqual([...items.slice(1).map(({ id }) => id), undefined])
  expect(await check(app.db, at)).toEqual([])
})
