import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { documentOf } from '#markup/document/read.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, createdBy, page } from '#testing/change-requests.ts'
import { commentsIn } from '#testing/comments.ts'

const app = useTestApp()

async function aTalk() {
  const space = await aSpaceIn(app)
  return { ...space, ...commentsIn(app, space.admin, space.spaceId) }
}

test('a comment on a space can be posted and read, and is counted', async () => {
  const space = await aTalk()
  const created = await space.post('Who *owns* this?')
  expect(api.spaceComments.create.response.parse(created)).toEqual(created)
  expect(created).toMatchObject({
    object: 'comment',
    postedBy: { id: space.admin.userId },
    body: { markdown: 'Who *owns* this?' },
    reactions: [],
    mentions: [],
    replies: 0,
    target: { space: space.spaceId, revision: space.revision },
    status: 'open',
    permissions: { view: true, edit: true, reply: true, delete: true, react: true },
    version: 1,
  })
  expect(created.target).not.toHaveProperty('page')
  expect(created).not.toHaveProperty('editedAt')
  expect(await space.look(created.id)).toEqual(created)
  const url = new URL(created.urls.location).pathname
  expect((await app.send({ method: 'GET', url, token: space.admin.token })).json()).toEqual(created)
  expect((await space.list()).items).toEqual([created])
  expect(await space.counted()).toBe(1)
  expect(await eventsOf(app.db, space.organizationId, created.id)).toMatchObject([
    {
      action: 'comment.create',
      targetKind: 'comment',
      targetLabel: 'Who owns this?',
      after: { body: { markdown: 'Who *owns* this?' }, space: space.spaceId },
    },
  ])
  const empty = await space.as(api.spaceComments.create, { params: space.params, body: { body: {} } })
  expect(empty.body).toEqual({ markdown: '' })
})

test('a text can have up to 20,000 characters, as Markdown or as a document', async () => {
  const space = await aTalk()
  expect((await space.post('x'.repeat(20_000))).body.markdown).toHaveLength(20_000)
  await expect(space.post('x'.repeat(20_001))).rejects.toMatchObject({ status: 400, type: 'validation' })
  const document = documentOf('Who *owns* this, @[u1]?')
  const created = await space.as(api.spaceComments.create, {
    params: space.params,
    body: { body: { document } },
  })
  expect(created.body).toEqual({ markdown: 'Who *owns* this, @[u1]?' })
  const query = { format: 'document' as const }
  const read = await space.as(api.spaceComments.get, { ...space.on(created.id), query })
  expect(api.spaceComments.get.response.parse(read)).toEqual(read)
  expect(read.body).toEqual({ document })
  expect((await space.list(query)).items.map(({ body }) => Object.keys(body))).toEqual([
    ['document'],
    ['document'],
  ])
  expect((await space.list({ format: 'markdown' })).items[0]?.body.markdown).toBe(created.body.markdown)
  const wrong = { ...document, nodes: [{ object: 'block' as const, type: 'marquee' }] }
  const refusal = space.as(api.spaceComments.create, {
    params: space.params,
    body: { body: { document: wrong } },
  })
  await expect(refusal).rejects.toMatchObject({
    status: 400,
    issues: [{ path: ['body', 'body', 'document', 'nodes', 0, 'type'] }],
  })
})

test('anyone who may comment can resolve and reopen a comment, and the count is right', async () => {
  const space = await aTalk()
  const { id } = await space.post('Wrong')
  const member = await app.aMember(space.organizationId, 'comment')
  const hers = commentsIn(app, member, space.spaceId)
  const resolved = await hers.change(id, { resolved: true })
  expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: member.userId }, version: 2 })
  expect(resolved.resolvedAt).toBeDefined()
  expect(await space.counted()).toBe(0)
  expect(await space.change(id, { resolved: true })).toEqual({ ...resolved, permissions: expect.anything() })
  const reopened = await hers.change(id, { resolved: false })
  expect(reopened).toMatchObject({ status: 'open', version: 3 })
  expect([reopened.resolvedAt, reopened.resolvedBy]).toEqual([undefined, undefined])
  expect(await space.counted()).toBe(1)
  const events = await eventsOf(app.db, space.organizationId, id)
  expect(events.map(({ action }) => action)).toEqual(['comment.create', 'comment.resolve', 'comment.reopen'])
  expect(events[1]).toMatchObject({ before: { resolved: false }, after: { resolved: true } })
})

test('only the author and admins of the space can edit the text', async () => {
  const space = await aTalk()
  const [author, other, reader] = await Promise.all(
    (['comment', 'review', 'read'] as const).map((role) => app.aMember(space.organizationId, role)),
  )
  if (!author || !other || !reader) throw new Error('The members were not made')
  const hers = commentsIn(app, author, space.spaceId)
  const his = commentsIn(app, other, space.spaceId)
  const { id } = await hers.post('Frist')
  expect((await his.look(id)).permissions).toEqual({
    view: true,
    edit: false,
    reply: true,
    delete: false,
    react: true,
  })
  expect((await commentsIn(app, reader, space.spaceId).look(id)).permissions).toEqual({
    view: true,
    edit: false,
    reply: false,
    delete: false,
    react: false,
  })
  const forbidden = { status: 403, type: 'forbidden' }
  await expect(his.change(id, { markdown: 'Mine', resolved: true })).rejects.toMatchObject(forbidden)
  await expect(his.remove(id)).rejects.toMatchObject(forbidden)
  await expect(commentsIn(app, reader, space.spaceId).post('May I?')).rejects.toMatchObject(forbidden)
  const edited = await hers.change(id, { markdown: 'First' })
  expect(edited).toMatchObject({ body: { markdown: 'First' }, status: 'open', version: 2 })
  expect(edited.editedAt).toBeDefined()
  expect(await hers.change(id, { markdown: 'First' })).toEqual(edited)
  expect(await space.change(id, { markdown: 'By an admin' })).toMatchObject({ version: 3 })
  await space.remove(id)
  const missing = { status: 404, type: 'not_found' }
  await expect(hers.look(id)).rejects.toMatchObject(missing)
  await expect(hers.remove(id)).rejects.toMatchObject(missing)
  expect(await space.counted()).toBe(0)
  const events = await eventsOf(app.db, space.organizationId, id)
  expect(events.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['comment.create', null, { body: { markdown: 'Frist' }, space: space.spaceId }],
    ['comment.update', { body: { markdown: 'Frist' } }, { body: { markdown: 'First' } }],
    ['comment.update', { body: { markdown: 'First' } }, { body: { markdown: 'By an admin' } }],
    ['comment.delete', expect.objectContaining({ body: { markdown: 'By an admin' }, replies: 0 }), null],
  ])
})

test('authors who may no longer comment cannot edit their comments', async () => {
  const space = await aTalk()
  const author = await app.aMember(space.organizationId, 'comment')
  const { id } = await commentsIn(app, author, space.spaceId).post('Mine')
  await space.as(api.members.update, {
    params: { organizationId: space.organizationId, userId: author.userId },
    body: { role: 'read' },
  })
  const hers = commentsIn(app, author, space.spaceId)
  expect((await hers.look(id)).permissions).toMatchObject({ edit: false, delete: false })
  await expect(hers.change(id, { markdown: 'Still mine' })).rejects.toMatchObject({ status: 403 })
})

test('a change based on an older version is refused', async () => {
  const space = await aTalk()
  const { id, version } = await space.post('One')
  await space.change(id, { markdown: 'Two' }, version)
  const stale = { status: 412, type: 'stale' }
  await expect(space.change(id, { markdown: 'Three' }, version)).rejects.toMatchObject(stale)
  await expect(space.change(id, { resolved: true }, version)).rejects.toMatchObject(stale)
  await expect(space.remove(id, version)).rejects.toMatchObject(stale)
  expect(await space.look(id)).toMatchObject({ body: { markdown: 'Two' }, status: 'open' })
  await space.remove(id, version + 1)
  expect(await space.counted()).toBe(0)
})

test('reactions count once per person, in the order of their first use', async () => {
  const space = await aTalk()
  const { id, version } = await space.post('Done')
  const member = await app.aMember(space.organizationId, 'comment')
  await space.change(id, { addedReactions: ['1f389', '👍', '👍'] })
  const hers = await commentsIn(app, member, space.spaceId).change(id, { addedReactions: ['👍'] })
  expect(hers.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
    ['1f389', 1],
    ['👍', 2],
  ])
  expect(hers.reactions[1]?.users.map(({ user }) => user.id)).toEqual([space.admin.userId, member.userId])
  expect(hers.version).toBe(version)
  const less = await space.change(id, { removedReactions: ['1f389', '👍', '🚀'], addedReactions: ['1f389'] })
  expect(less.reactions).toMatchObject([{ emoji: '👍', count: 1, users: [{ user: { id: member.userId } }] }])
  const events = await eventsOf(app.db, space.organizationId, id)
  expect(events.filter(({ action }) => action === 'comment.react')).toHaveLength(3)
  for (const one of ['', 'well done', 'A'.repeat(51)]) {
    const refusal = space.change(id, { addedReactions: [one] })
    await expect(refusal).rejects.toMatchObject({ status: 400, type: 'validation' })
  }
})

test('a comment can have up to 50 different reactions', async () => {
  const space = await aTalk()
  const { id } = await space.post('Popular')
  const emoji = Array.from({ length: 50 }, (_, index) => (0x1f400 + index).toString(16))
  expect((await space.change(id, { addedReactions: emoji })).reactions).toHaveLength(50)
  const more = space.change(id, { addedReactions: ['1f600'] })
  await expect(more).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  expect((await space.change(id, { addedReactions: ['1f400'] })).reactions).toHaveLength(50)
})

test('only members who may see the space can be mentioned', async () => {
  const space = await aTalk()
  const [member, guest] = await Promise.all([
    app.aMember(space.organizationId, 'read'),
    app.aMember(space.organizationId, null),
  ])
  const stranger = await app.aPerson()
  const text = `@[${guest.userId}] @[${member.userId}] [@x](/users/${space.admin.userId}) @[${stranger.userId}]`
  const created = await space.post(text)
  expect(created.mentions).toEqual([member.userId, space.admin.userId])
  expect(created.body.markdown).toBe(text)
  await space.as(api.spacePermissions.grant, {
    params: space.params,
    body: { role: 'read', users: [guest.userId] },
  })
  expect((await space.change(created.id, { markdown: `@[${guest.userId}]` })).mentions).toEqual([
    guest.userId,
  ])
})

test('the list can be filtered by status, author and page, in either direction, page by page', async () => {
  const space = await aTalk()
  const author = await app.aMember(space.organizationId, 'comment')
  const hers = commentsIn(app, author, space.spaceId)
  const [pageId = ''] = createdBy(await space.edit([page('Page', 'Text')]))
  const first = await space.post('1')
  const second = await hers.post('2', { page: pageId })
  const third = await space.post('3', { page: pageId, quote: 'Text' })
  await space.change(second.id, { resolved: true })
  const ids = async (query: Parameters<typeof space.list>[0]) =>
    (await space.list(query)).items.map(({ id }) => id)
  expect(await ids({})).toEqual([third.id, second.id, first.id])
  expect(await ids({ order: 'asc' })).toEqual([first.id, second.id, third.id])
  expect(await ids({ status: 'open' })).toEqual([third.id, first.id])
  expect(await ids({ status: 'resolved' })).toEqual([second.id])
  expect(await ids({ authors: [author.userId] })).toEqual([second.id])
  expect(await ids({ authors: [author.userId, space.admin.userId], targetPage: pageId })).toEqual([
    third.id,
    second.id,
  ])
  const { items, next, count } = await space.list({ limit: 2 })
  expect([items.length, count]).toEqual([2, 3])
  expect(await ids({ limit: 2, page: next?.page })).toEqual([first.id])
  expect(await space.list({ limit: 0, status: 'open' })).toEqual({ count: 2, items: [] })
})

test('comments are found only in their own space', async () => {
  const [space, other] = [await aTalk(), await aTalk()]
  const { id } = await space.post('Here')
  const elsewhere = commentsIn(app, other.admin, other.spaceId)
  await expect(elsewhere.look(id)).rejects.toMatchObject({ status: 404 })
  await expect(elsewhere.change(id, { resolved: true })).rejects.toMatchObject({ status: 404 })
  const second = await space.as(api.spaces.create, { params: { organizationId: space.organizationId } })
  await expect(commentsIn(app, space.admin, second.id).look(id)).rejects.toMatchObject({ status: 404 })
})

test('comments are transferred with their space, but not copied with it', async () => {
  const space = await aTalk()
  const { id } = await space.post('Comes along')
  await space.reply(id, 'So do I')
  await space.change(id, { addedReactions: ['👍'] })
  const copy = await space.as(api.spaces.duplicate, { params: space.params })
  expect((await commentsIn(app, space.admin, copy.id).list()).count).toBe(0)
  expect(copy.comments).toBe(0)
  const to = await space.as(api.organizations.create, { body: { title: 'To' } })
  await space.as(api.spaces.transfer, { params: space.params, body: { organization: to.id } })
  expect(await space.look(id)).toMatchObject({ replies: 1, reactions: [{ emoji: '👍' }] })
  expect(await space.counted()).toBe(1)
})
