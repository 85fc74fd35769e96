import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { documentOf } from '#markup/document/read.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn } from '#testing/change-requests.ts'
import { commentsIn } from '#testing/comments.ts'

const app = useTestApp()

async function aThread() {
  const space = await aSpaceIn(app)
  const comments = commentsIn(app, space.admin, space.spaceId)
  return { ...space, ...comments, commentId: (await comments.post('Which torque?')).id }
}

test('replies can be posted, read and listed, oldest first, and are counted', async () => {
  const thread = await aThread()
  const { commentId } = thread
  const member = await app.aMember(thread.organizationId, 'comment')
  const hers = commentsIn(app, member, thread.spaceId)
  const first = await hers.reply(commentId, '12 Nm')
  expect(api.spaceCommentReplies.create.response.parse(first)).toEqual(first)
  expect(first).toMatchObject({
    object: 'comment-reply',
    postedBy: { id: member.userId },
    body: { markdown: '12 Nm' },
    reactions: [],
    mentions: [],
    permissions: { view: true, edit: true, reply: true, delete: true, react: true },
    version: 1,
  })
  const url = new URL(first.urls.location).pathname
  expect((await app.send({ method: 'GET', url, token: member.token })).json()).toEqual(first)
  const second = await thread.reply(commentId, `Thanks, @[${member.userId}]`)
  expect(second.mentions).toEqual([member.userId])
  const { items, count } = await hers.replies(commentId)
  expect([items.map(({ id }) => id), count]).toEqual([[first.id, second.id], 2])
  const { items: page, next } = await thread.as(api.spaceCommentReplies.list, {
    ...thread.on(commentId),
    query: { limit: 1 },
  })
  expect(page).toMatchObject([{ id: first.id }])
  const rest = await thread.as(api.spaceCommentReplies.list, {
    ...thread.on(commentId),
    query: { limit: 1, page: next?.page },
  })
  expect([rest.items.map(({ id }) => id), rest.next]).toEqual([[second.id], undefined])
  expect((await thread.look(commentId)).replies).toBe(2)
  expect(await thread.counted()).toBe(1)
})

test('only the author and admins of the space can edit or delete a reply', async () => {
  const thread = await aThread()
  const { commentId } = thread
  const [author, other] = await Promise.all([
    app.aMember(thread.organizationId, 'comment'),
    app.aMember(thread.organizationId, 'edit'),
  ])
  const [hers, his] = [commentsIn(app, author, thread.spaceId), commentsIn(app, other, thread.spaceId)]
  const { id, version } = await hers.reply(commentId, 'Ten')
  const forbidden = { status: 403, type: 'forbidden' }
  await expect(his.changeReply(commentId, id, { markdown: 'Mine' })).rejects.toMatchObject(forbidden)
  await expect(his.removeReply(commentId, id)).rejects.toMatchObject(forbidden)
  const edited = await hers.changeReply(commentId, id, { markdown: 'Twelve' }, version)
  expect(edited).toMatchObject({ body: { markdown: 'Twelve' }, version: 2 })
  expect(edited.editedAt).toBeDefined()
  expect(await hers.changeReply(commentId, id, {})).toEqual(edited)
  const stale = { status: 412, type: 'stale' }
  await expect(hers.changeReply(commentId, id, { markdown: 'x' }, version)).rejects.toMatchObject(stale)
  await expect(thread.removeReply(commentId, id, version)).rejects.toMatchObject(stale)
  await his.changeReply(commentId, id, { addedReactions: ['👍'] })
  await thread.removeReply(commentId, id, 2)
  await expect(hers.removeReply(commentId, id)).rejects.toMatchObject({ status: 404 })
  expect((await thread.look(commentId)).replies).toBe(0)
  const events = await eventsOf(app.db, thread.organizationId, commentId)
  expect(events.slice(1).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['comment.reply', null, { reply: id, body: { markdown: 'Ten' } }],
    [
      'comment.reply-update',
      { reply: id, body: { markdown: 'Ten' } },
      { reply: id, body: { markdown: 'Twelve' } },
    ],
    ['comment.react', null, { reply: id, addedReactions: ['👍'], removedReactions: [] }],
    ['comment.reply-delete', expect.objectContaining({ reply: id, body: { markdown: 'Twelve' } }), null],
  ])
})

test('a reply has reactions of its own', async () => {
  const thread = await aThread()
  const { commentId } = thread
  const { id } = await thread.reply(commentId, 'Done')
  const changed = await thread.changeReply(commentId, id, { addedReactions: ['1f389', '👍'] })
  expect(changed.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
    ['1f389', 1],
    ['👍', 1],
  ])
  const less = await thread.changeReply(commentId, id, { removedReactions: ['👍'] })
  expect(less.reactions).toMatchObject([{ emoji: '1f389' }])
  expect((await thread.look(commentId)).reactions).toEqual([])
})

test('a reply is found only under its own comment, and deleted with it', async () => {
  const thread = await aThread()
  const { id } = await thread.reply(thread.commentId, 'Here')
  const other = await thread.post('Another')
  const missing = { status: 404, type: 'not_found' }
  const read = (commentId: string) =>
    thread.as(api.spaceCommentReplies.get, { ...thread.at(commentId, id), query: {} })
  expect(await read(thread.commentId)).toMatchObject({ id })
  await expect(read(other.id)).rejects.toMatchObject(missing)
  await expect(thread.removeReply(other.id, id)).rejects.toMatchObject(missing)
  await thread.remove(thread.commentId)
  await expect(read(thread.commentId)).rejects.toMatchObject(missing)
  await expect(thread.replies(thread.commentId)).rejects.toMatchObject(missing)
  await expect(thread.reply(thread.commentId, 'Too late')).rejects.toMatchObject(missing)
  const remaining = await app.db.selectFrom('comment_reply').select('id').where('id', '=', id).execute()
  expect(remaining).toEqual([])
})

test('replies are Markdown or documents of up to 20,000 characters, by anyone who may comment', async () => {
  const thread = await aThread()
  const { commentId } = thread
  expect((await thread.reply(commentId, 'x'.repeat(20_000))).body.markdown).toHaveLength(20_000)
  const invalid = { status: 400, type: 'validation' }
  await expect(thread.reply(commentId, 'x'.repeat(20_001))).rejects.toMatchObject(invalid)
  const structured = await thread.as(api.spaceCommentReplies.create, {
    ...thread.on(commentId),
    query: { format: 'document' },
    body: { body: { document: documentOf('Me **too**') } },
  })
  expect(structured.body).toEqual({ document: documentOf('Me **too**') })
  expect((await thread.replies(commentId)).items.at(-1)?.body.markdown).toBe('Me **too**')
  const reader = await app.aMember(thread.organizationId, 'read')
  const refusal = commentsIn(app, reader, thread.spaceId).reply(commentId, 'Me too')
  await expect(refusal).rejects.toMatchObject({ status: 403, type: 'forbidden' })
})
