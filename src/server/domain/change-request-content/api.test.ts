import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { blocksOf } from '#markup/blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { useTestApp } from '#testing/app.ts'
import {
  aSpaceIn,
  createdBy,
  file,
  operationsOn,
  page,
  remove,
  update,
  write,
} from '#testing/change-requests.ts'
import { check } from '../../content/rebuild.ts'

const app = useTestApp()

test('an edit of a request creates a revision of the request and leaves the space unchanged', async () => {
  const space = await aSpaceIn(app)
  const [a = ''] = createdBy(await space.edit([page('A', 'one')]))
  const before = await space.space()
  const { id } = await space.request()
  const result = await space.propose(id, [
    update(a, { title: 'Alpha', document: { markdown: 'two' } }),
    page('B', '[up](../a.md)', a),
  ])
  expect(api.changeRequestContent.edit.response.parse(result)).toEqual(result)
  const [b = ''] = createdBy(result)
  expect(result.changes).toMatchObject([
    { object: 'updated_page', page: { id: a } },
    {
      object: 'created_page',
      page: { urls: { location: expect.stringMatching(`/change-requests/${id}/content/page/${b}$`) } },
    },
  ])
  expect(result.changeRequest).toMatchObject({ id, version: 1, outdated: false })
  expect(result.changeRequest.revision).not.toBe(before.revision)
  expect(await space.tree()).toMatchObject([{ title: 'A', pages: [] }])
  expect([await space.text(a), (await space.space()).revision]).toEqual(['one', before.revision])
  expect(await space.treeOf(id)).toMatchObject([{ title: 'Alpha', path: 'a', pages: [{ path: 'a/b' }] }])
  expect([await space.textOf(id, a), await space.textOf(id, b)]).toEqual(['two', '[up](/a.md)'])
  expect(await check(app.db, space.at)).toEqual([])
  const { items } = await space.as(api.revisions.list, { params: space.params })
  expect(items.map(({ id: one }) => one)).not.toContain(result.changeRequest.revision)
  const own = await space.as(api.revisions.get, {
    params: { ...space.params, revisionId: result.changeRequest.revision },
  })
  expect(own).toMatchObject({ type: 'edits', parents: [before.revision], changeRequest: id })
})

test('with compat the response is the request itself', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  const answer = await space.as(api.changeRequestContent.edit, {
    ...space.of(id),
    body: { changes: [page('A')] },
  })
  expect(answer).toEqual(await space.look(id))
})

test('the content of a request can be read like that of a space', async () => {
  const space = await aSpaceIn(app)
  const created = await space.edit([
    file('old.txt', 'old'),
    page('Old', '![o](./old.txt)'),
    page('Kept', 'x'),
  ])
  const old = created.insertedFiles?.[0]?.file.id ?? ''
  const [first = '', remaining = ''] = createdBy(created)
  const { id } = await space.request()
  const result = await space.propose(id, [
    file('new.txt', 'new'),
    page(
      'New',
      `![n](./new.txt) ![o](/files/${old}) [k](kept.md) [gone](/nowhere.md) [out](https://example.org)`,
    ),
    write(first, 'nothing any more'),
    remove(remaining),
  ])
  const [newPage = ''] = createdBy(result)
  const at = space.of(id)
  const whole = await space.as(api.changeRequestContent.get, at)
  expect(api.changeRequestContent.get.response.parse(whole)).toEqual(whole)
  expect(whole).toMatchObject({ changeRequest: id, files: [{ name: 'old.txt' }, { name: 'new.txt' }] })
  const files = await space.as(api.changeRequestContent.files, { ...at, query: { limit: 1 } })
  const rest = await space.as(api.changeRequestContent.files, { ...at, query: { page: files.next?.page } })
  expect([files.count, [...files.items, ...rest.items]]).toEqual([2, whole.files])
  const path = { params: { ...at.params, pagePath: 'new' }, query: {} }
  expect((await space.as(api.changeRequestContent.pageByPath, path)).id).toBe(newPage)
  const uses = await space.as(api.changeRequestContent.fileBacklinks, {
    params: { ...at.params, fileId: old },
  })
  expect(uses).toMatchObject({
    count: 1,
    items: [{ kind: 'page', page: { id: newPage }, versionContext: { type: 'changeRequest' } }],
  })
  const links = await space.as(api.changeRequestContent.pageLinks, {
    params: { ...at.params, pageId: newPage },
  })
  expect(api.changeRequestContent.pageLinks.response.parse(links)).toEqual(links)
  expect(links.items.map(({ status, targetReference }) => [status, targetReference?.kind])).toEqual([
    ['ok', 'file'],
    ['ok', 'file'],
    ['broken', undefined],
    ['broken', undefined],
    ['ok', 'url'],
  ])
  expect(links.stats).toEqual({ total: 5, broken: { total: 2, changeRequest: 0 } })
})

test('a link broken by the request is reported as such', async () => {
  const space = await aSpaceIn(app)
  const [target = '', source = ''] = createdBy(
    await space.edit([page('Target'), page('Source', '[t](target.md)')]),
  )
  const { id } = await space.request()
  await space.propose(id, [remove(target)])
  const { params } = space.of(id)
  const links = await space.as(api.changeRequestContent.pageLinks, { params: { ...params, pageId: source } })
  expect(links.stats).toEqual({ total: 1, broken: { total: 1, changeRequest: 1 } })
})

test('a file in a request can be downloaded by viewers of the space, but not by visitors of its site', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  const { insertedFiles } = await space.propose(id, [file('a.txt', 'secret')])
  const url = new URL(insertedFiles?.[0]?.file.downloadURL ?? '').pathname
  const { organizationId } = space
  const site = await space.as(api.sites.create, {
    params: { organizationId },
    body: { title: 'Site', spaces: [space.spaceId], visibility: 'public' },
  })
  await space.as(api.sites.publish, { params: { organizationId, siteId: site.id } })
  const get = async (token?: string) => (await app.send({ method: 'GET', url, token })).status
  expect([await get(), await get((await app.aPerson()).token), await get(space.admin.token)]).toEqual([
    404, 404, 200,
  ])
})

test('a batch is atomic, and its links resolve to pages of the batch and the request, not of the space', async () => {
  const space = await aSpaceIn(app)
  const [a = ''] = createdBy(await space.edit([page('A')]))
  const { id } = await space.request()
  await space.propose(id, [update(a, { slug: 'z' })])
  await space.edit([page('Only here')])
  const text = '[1](z.md) [2](a.md) [3](./ref.md) [4](only-here.md)'
  const [b = ''] = createdBy(
    await space.propose(id, [
      page('B', text),
      { operation: 'insert_page', title: 'C', document: {}, ref: 'ref' },
    ]),
  )
  expect(await space.textOf(id, b)).toBe('[1](/z.md) [2](a.md) [3](/c.md) [4](only-here.md)')
  const { revision } = await space.look(id)
  await expect(space.propose(id, [page('D'), remove('nothing')])).rejects.toMatchObject({ status: 404 })
  await expect(space.propose(id, [update(b, { slug: 'z' })])).rejects.toMatchObject({ status: 409 })
  expect((await space.look(id)).revision).toBe(revision)
})

test('former paths of pages still resolve in a request', async () => {
  const space = await aSpaceIn(app)
  const [a = ''] = createdBy(await space.edit([page('A')]))
  await space.edit([update(a, { slug: 'new' })])
  const { id } = await space.request()
  const [b = ''] = createdBy(await space.propose(id, [page('B', '[a](/a.md)')]))
  expect(await space.textOf(id, b)).toBe('[a](/new.md)')
})

test('concurrent edits of a request are merged unless they conflict, which is refused with both versions', async () => {
  const space = await aSpaceIn(app)
  const [a = ''] = createdBy(await space.edit([page('A', 'one\n\ntwo\n\nthree\n')]))
  const { id, revision } = await space.request()
  const other = operationsOn(app, await app.aMember(space.organizationId, 'edit'), space.spaceId)
  await space.propose(id, [write(a, 'ONE\n\ntwo\n\nthree\n')], revision)
  await other.propose(id, [write(a, 'one\n\ntwo\n\nTHREE\n')], revision)
  expect(await space.textOf(id, a)).toBe('ONE\n\ntwo\n\nTHREE\n')
  await expect(other.propose(id, [write(a, 'Eins\n\ntwo\n\nthree\n')], revision)).rejects.toMatchObject({
    status: 409,
    details: { conflicts: [{ kind: 'block', base: 'one', theirs: 'ONE', ours: 'Eins' }] },
  })
})

test('concurrent edits are all stored', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  const titles = Array.from({ length: 8 }, (_, index) => `Page ${index}`)
  await Promise.all(titles.map((title) => space.propose(id, [page(title)])))
  expect((await space.treeOf(id)).map(({ title }) => title).sort()).toEqual(titles)
})

test('a page can be reverted to the base of the request, even after it was deleted with its children', async () => {
  const space = await aSpaceIn(app)
  const [a = '', b = ''] = createdBy(await space.edit([page('A', 'one'), page('B')]))
  const [c = ''] = createdBy(await space.edit([page('C', 'below', a)]))
  const { id } = await space.request()
  await space.propose(id, [update(b, { title: 'New', document: { markdown: 'x' } }), remove(a)])
  const revert = (one: string) => ({ operation: 'revert_page' as const, page: one })
  await space.propose(id, [revert(a), revert(b)])
  expect(await space.treeOf(id)).toMatchObject([
    { id: a, pages: [{ id: c }] },
    { id: b, title: 'B' },
  ])
  expect([await space.textOf(id, a), await space.textOf(id, c), await space.textOf(id, b)]).toEqual([
    'one',
    'below',
    '',
  ])
  const changes = await space.as(api.changeRequests.changes, space.of(id))
  expect(changes).toEqual({ changes: [] })
  await expect(space.propose(id, [revert('nothing')])).rejects.toMatchObject({ status: 404 })
})

test('single blocks of a page can be reverted to the base of the request', async () => {
  const space = await aSpaceIn(app)
  const [a = ''] = createdBy(await space.edit([page('A', 'One.\n\nTwo.\n\nThree.')]))
  const { id } = await space.request()
  await space.propose(id, [update(a, { title: 'New', document: { markdown: 'Eins.\n\nTwo.\n\nDrei.' } })])
  const keyOf = (text: string) => blocksOf(parseMarkdown(text))[0]?.key ?? ''
  const revert = (key: string) => ({ operation: 'revert_page' as const, page: a, block: [key] })
  await space.propose(id, [revert(keyOf('Drei.'))])
  expect((await space.textOf(id, a))?.trim()).toBe('Eins.\n\nTwo.\n\nThree.')
  expect(await space.treeOf(id)).toMatchObject([{ id: a, title: 'New' }])
  await expect(space.propose(id, [revert('nowhere')])).rejects.toMatchObject({ status: 400 })
  const twice = [revert(keyOf('Eins.')), revert(keyOf('Two.'))]
  await expect(space.propose(id, twice)).rejects.toMatchObject({ status: 400 })
  expect((await space.textOf(id, a))?.trim()).toBe('Eins.\n\nTwo.\n\nThree.')
})

test('a locked space can be edited in change requests', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  await space.as(api.spaces.update, { params: space.params, body: { editMode: 'locked' } })
  await space.propose(id, [page('A')])
  expect(await space.treeOf(id)).toHaveLength(1)
})

test('an archived request refuses edits until it is reopened', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  await space.patch(id, { status: 'archived' })
  await expect(space.propose(id, [page('A')])).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  await space.patch(id, { status: 'draft' })
  await space.propose(id, [page('A')])
})

test('the changes of a request are compared with its base', async () => {
  const space = await aSpaceIn(app)
  const [a = '', b = ''] = createdBy(await space.edit([page('A'), page('B')]))
  const { id } = await space.request()
  await space.propose(id, [page('C', '', a), remove(b), update(a, { title: 'Alpha' })])
  await space.edit([page('D')])
  const { changes } = await space.as(api.changeRequests.changes, space.of(id))
  expect(changes.map((change) => [change.type, 'page' in change ? change.page.title : ''])).toEqual([
    ['page_edited', 'Alpha'],
    ['page_created', 'C'],
    ['page_deleted', 'B'],
  ])
  const some = await space.as(api.changeRequests.changes, { ...space.of(id), query: { limit: 1 } })
  expect(some).toMatchObject({ changes: [{ type: 'page_edited' }], more: 2 })
})
