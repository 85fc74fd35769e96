import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, createdBy, page, write } from '#testing/change-requests.ts'
import { commentsIn } from '#testing/comments.ts'

const app = useTestApp()

async function aRequest() {
  const space = await aSpaceIn(app)
  const [pageId = ''] = createdBy(await space.edit([page('Torque', 'Tighten to 12 Nm.')]))
  const { request: another } = space
  const request = await another('Values')
  const path = { spaceId: space.spaceId, changeRequestId: request.id }
  const on = (commentId: string) => ({ params: { ...path, commentId } })
  const post = (markdown: string, where: { page?: string; quote?: string } = {}, id = request.id) =>
    space.as(api.changeRequestComments.create, {
      params: { ...path, changeRequestId: id },
      body: { body: { markdown }, ...where },
    })
  return { ...space, pageId, another, request, path, commentOn: on, post }
}

test('a comment on a change request can be read by the request’s id or number, and is counted there', async () => {
  const one = await aRequest()
  const created = await one.post('Are you sure?', {}, '1')
  expect(api.changeRequestComments.create.response.parse(created)).toEqual(created)
  expect(created).toMatchObject({
    target: { changeRequest: one.request.id, space: one.spaceId, revision: one.request.revision },
    body: { markdown: 'Are you sure?' },
    status: 'open',
  })
  expect(created.urls.location).toContain(`/change-requests/${one.request.id}/comments/${created.id}`)
  const look = (changeRequestId: string) =>
    one.as(api.changeRequestComments.get, {
      params: { ...one.path, changeRequestId, commentId: created.id },
      query: {},
    })
  expect(await look('1')).toEqual(created)
  expect(await look(one.request.id)).toEqual(created)
  expect((await one.look('1')).comments).toBe(1)
  expect((await one.space()).comments).toBe(0)
  const [event] = await eventsOf(app.db, one.organizationId, created.id)
  expect(event).toMatchObject({ action: 'comment.create', after: { changeRequest: one.request.id } })

  const missing = { status: 404, type: 'not_found' }
  const inSpace = commentsIn(app, one.admin, one.spaceId)
  await expect(inSpace.look(created.id)).rejects.toMatchObject(missing)
  expect((await inSpace.list()).count).toBe(0)
  const { id: other } = await one.another()
  await expect(look(other)).rejects.toMatchObject(missing)
  await expect(one.post('Nowhere', {}, 'nosuchrequest')).rejects.toMatchObject(missing)
})

test('a commented block is looked up in the request, and only its edits make it outdated', async () => {
  const one = await aRequest()
  const { pageId } = one
  await one.propose(one.request.id, [write(pageId, 'Tighten to 14 Nm.')])
  await expect(one.post('Why?', { page: pageId, quote: '12 Nm' })).rejects.toMatchObject({ status: 404 })
  const { id, target } = await one.post('Why?', { page: pageId, quote: '14 Nm' })
  expect(target).toMatchObject({
    node: { preview: 'Tighten to 14 Nm.' },
    page: { outdated: false },
    revision: (await one.look(one.request.id)).revision,
  })
  const outdated = async () => {
    const { items } = await one.as(api.changeRequestComments.list, { params: one.path, query: {} })
    return items.find((comment) => comment.id === id)?.target.page?.outdated
  }
  await one.edit([write(pageId, 'Tighten well.')])
  expect(await outdated()).toBe(false)
  await one.propose(one.request.id, [write(pageId, 'Tighten to 16 Nm.')])
  expect(await outdated()).toBe(true)
})

test('comments are resolved, reopened and deleted, and the request counts the open ones', async () => {
  const one = await aRequest()
  const { id } = await one.post('Wrong')
  const countResult = async () => (await one.look(one.request.id)).comments
  const settle = (resolved: boolean) =>
    one.as(api.changeRequestComments.update, { ...one.commentOn(id), body: { resolved } })
  expect(await settle(true)).toMatchObject({ status: 'resolved', version: 2 })
  expect(await countResult()).toBe(0)
  await settle(false)
  expect(await countResult()).toBe(1)
  await one.as(api.changeRequestComments.delete, one.commentOn(id))
  expect(await countResult()).toBe(0)
})

test('people who comment or reply become contributors, and the request moves up in lists', async () => {
  const one = await aRequest()
  const later = await one.another('Later')
  const member = await app.aMember(one.organizationId, 'comment')
  const hers = app.as(member)
  const { id: commentId } = await hers(api.changeRequestComments.create, {
    params: one.path,
    body: { body: { markdown: 'And this?' } },
  })
  const reply = await hers(api.changeRequestCommentReplies.create, {
    ...one.commentOn(commentId),
    query: {},
    body: { body: { markdown: 'And that?' } },
  })
  expect(reply.urls.location).toContain(`/change-requests/${one.request.id}/comments/${commentId}/replies/`)
  const listed = await one.as(api.changeRequests.list, { params: one.params, query: { status: ['draft'] } })
  expect(listed.items.map(({ id }) => id)).toEqual([one.request.id, later.id])
  const byHer = await one.as(api.changeRequests.list, {
    params: one.params,
    query: { status: ['draft'], contributor: member.userId },
  })
  expect(byHer.items.map(({ id }) => id)).toEqual([one.request.id])
  const noted = await app.db
    .selectFrom('change_request_contributor')
    .select(['user_id', 'contribution', 'count'])
    .where('change_request_id', '=', one.request.id)
    .execute()
  expect(noted).toEqual([{ user_id: member.userId, contribution: 'comment', count: 2 }])
})

test('replies on a change request can be read, edited, reacted to and deleted', async () => {
  const one = await aRequest()
  const { id: commentId } = await one.post('Which?')
  const replies = api.changeRequestCommentReplies
  const { id } = await one.as(replies.create, {
    ...one.commentOn(commentId),
    query: {},
    body: { body: { markdown: 'Ten' } },
  })
  const at = { params: { ...one.path, commentId, commentReplyId: id } }
  const body = { body: { markdown: 'Twelve' }, addedReactions: ['👍'] }
  const changed = await one.as(replies.update, { ...at, body })
  expect(changed).toMatchObject({ body: { markdown: 'Twelve' }, reactions: [{ emoji: '👍' }], version: 2 })
  expect(await one.as(replies.get, { ...at, query: {} })).toEqual(changed)
  await one.as(replies.delete, at)
  const { count } = await one.as(replies.list, { ...one.commentOn(commentId), query: {} })
  expect(count).toBe(0)
})
