import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, operationsOn, page } from '#testing/change-requests.ts'
import { emailsTo, runPendingJobs } from '#testing/emails.ts'

const app = useTestApp()

/** A change request by an editor, and two people who may review it. */
async function anOpenRequest() {
  const space = await aSpaceIn(app)
  const { organizationId, spaceId } = space
  const author = await app.aMember(organizationId, 'review')
  const writer = operationsOn(app, author, spaceId)
  const { id } = await writer.request('Numbers')
  await writer.propose(id, [page('A')])
  await writer.patch(id, { status: 'open' })
  const [ann, ben] = [
    await app.aMember(organizationId, 'review'),
    await app.aMember(organizationId, 'review'),
  ]
  return { ...space, author, writer, id, ann, ben, ...reviewing(spaceId, id) }
}

/** The review operations on one change request. */
function reviewing(spaceId: string, id: string) {
  const params = { spaceId, changeRequestId: id }
  return {
    review: (person: Person, status: 'approved' | 'changes-requested', markdown?: string) =>
      app.as(person)(api.changeRequestReviews.create, {
        params,
        body: { status, ...(markdown === undefined ? {} : { comment: { markdown } }) },
      }),
    reviews: (person: Person, query = {}) => app.as(person)(api.changeRequestReviews.list, { params, query }),
    ask: (person: Person, users: string[], subject?: string) =>
      app.as(person)(api.changeRequestReviews.request, {
        params,
        body: { users, ...(subject === undefined ? {} : { subject }) },
      }),
    pendingFor: async (person: Person) =>
      (await app.as(person)(api.changeRequestReviews.listRequested, { params })).items,
    removeReviewer: (person: Person, userId: string) =>
      app.as(person)(api.changeRequestReviews.removeRequested, { params: { ...params, userId } }),
  }
}

test('a review applies to the current revision and can include a comment', async () => {
  const { id, ann, writer, review, reviews, organizationId, spaceId } = await anOpenRequest()
  const { revision } = await writer.look(id)
  const created = await review(ann, 'changes-requested', 'The torque is **wrong**')
  expect(api.changeRequestReviews.create.response.parse(created)).toEqual(created)
  expect(created).toMatchObject({
    object: 'change-request-review',
    revision,
    reviewer: { id: ann.userId },
    status: 'changes-requested',
    outdated: false,
    comment: {
      body: { markdown: 'The torque is **wrong**' },
      target: { changeRequest: id, review: created.id },
    },
  })
  const params = { spaceId, changeRequestId: id, reviewId: created.id }
  expect(await app.as(ann)(api.changeRequestReviews.get, { params, query: {} })).toEqual(created)
  const list = await reviews(ann)
  expect(list).toEqual({ count: 1, items: [created] })
  expect(await writer.look(id)).toMatchObject({ comments: 1 })
  const comments = await app.as(ann)(api.changeRequestComments.list, { params, query: {} })
  expect(comments.items).toEqual([created.comment])
  const events = await eventsOf(app.db, organizationId, id)
  expect(events.at(-1)).toMatchObject({
    action: 'change-request.review',
    after: { review: created.id, status: 'changes-requested' },
  })
  await app.as(ann)(api.changeRequestComments.delete, {
    params: { spaceId, changeRequestId: id, commentId: created.comment?.id ?? '' },
  })
  const after = await reviews(ann)
  expect(after.items[0]).not.toHaveProperty('comment')
})

test('a later edit or update makes an approval outdated', async () => {
  const { id, ann, ben, writer, review, reviews, ...space } = await anOpenRequest()
  await review(ann, 'approved')
  expect((await reviews(ann)).items).toMatchObject([{ outdated: false }])
  await writer.propose(id, [page('B')])
  expect((await reviews(ann)).items).toMatchObject([{ outdated: true }])
  const again = await review(ben, 'approved')
  expect((await reviews(ann, { outdated: false })).items).toEqual([again])
  expect((await reviews(ann, { outdated: true })).items).toMatchObject([{ reviewer: { id: ann.userId } }])
  await space.edit([page('C')])
  await writer.takeIn(id)
  expect((await reviews(ann, { outdated: false })).count).toBe(0)
})

test('only a reviewer’s latest review counts', async () => {
  const { ann, review, reviews } = await anOpenRequest()
  await review(ann, 'changes-requested')
  await review(ann, 'approved')
  const { items } = await reviews(ann)
  expect(items).toMatchObject([
    { status: 'approved', outdated: false },
    { status: 'changes-requested', outdated: true },
  ])
})

test('authors cannot approve their own requests, also with a token', async () => {
  const { author, review } = await anOpenRequest()
  await expect(review(author, 'approved')).rejects.toMatchObject({ status: 403, type: 'forbidden' })
  const { token } = await app.as(author)(api.tokens.create, { body: { label: 'script' } })
  await expect(review({ ...author, token }, 'approved')).rejects.toMatchObject({ status: 403 })
  expect(await review(author, 'changes-requested')).toMatchObject({ status: 'changes-requested' })
})

test('reviews need the role review and an unfinished request', async () => {
  const { id, ann, writer, review, organizationId } = await anOpenRequest()
  const editor = await app.aMember(organizationId, 'edit')
  await expect(review(editor, 'approved')).rejects.toMatchObject({ status: 403 })
  await writer.merge(id)
  await expect(review(ann, 'approved')).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})

test('reviews are listed newest first, page by page', async () => {
  const { ann, ben, review, reviews } = await anOpenRequest()
  for (const person of [ann, ben, ann]) await review(person, 'approved')
  const all = await reviews(ann)
  const one = await reviews(ann, { limit: 1 })
  const rest = await reviews(ann, { page: one.next?.page })
  expect([one.count, [...one.items, ...rest.items]]).toEqual([3, all.items])
  expect(all.items.map(({ reviewer }) => reviewer.id)).toEqual([ann.userId, ben.userId, ann.userId])
})

test('requesting a review opens a draft, sets a subject, and makes earlier reviews outdated', async () => {
  const { id, ann, ben, author, writer, ask, pendingFor, review, reviews, ...space } = await anOpenRequest()
  await writer.patch(id, { status: 'draft' })
  await review(ann, 'approved')
  const { users } = await ask(author, [ann.userId, ben.userId, ann.userId], 'Torque values')
  expect(users.map((one) => one.kind === 'user' && one.user.id)).toEqual([ann.userId, ben.userId].sort())
  const request = await writer.look(id)
  expect(request).toMatchObject({ status: 'open', subject: 'Torque values' })
  expect(users[0]).toMatchObject({ revision: request.revision, requestedBy: { id: author.userId } })
  expect(await space.space()).toMatchObject({ changeRequestsOpen: 1, changeRequestsDraft: 0 })
  expect((await reviews(ann)).items).toMatchObject([{ outdated: true }])
  expect(await review(ann, 'approved')).toMatchObject({ requestedBy: { id: author.userId }, outdated: false })
  expect((await pendingFor(ann)).length).toBe(2)
  const list = await space.as(api.changeRequests.list, {
    params: space.params,
    query: { requestedReviewer: ben.userId },
  })
  expect(list.items.map((one) => one.id)).toEqual([id])
  const events = await eventsOf(app.db, space.organizationId, id)
  expect(events.filter(({ action }) => action === 'change-request.reviewers')).toMatchObject([
    { before: { requestedReviewers: [] }, after: { requestedReviewers: [ann.userId, ben.userId].sort() } },
  ])
})

test('requested reviewers need access and the role review, and cannot be the author', async () => {
  const { author, ann, ask, organizationId } = await anOpenRequest()
  const elsewhere = await app.aPerson()
  const guest = await app.aMember(organizationId, null)
  const editor = await app.aMember(organizationId, 'edit')
  for (const person of [elsewhere, guest])
    await expect(ask(author, [ann.userId, person.userId])).rejects.toMatchObject({ status: 404 })
  for (const person of [editor, author])
    await expect(ask(author, [ann.userId, person.userId])).rejects.toMatchObject({
      status: 400,
      issues: [{ path: ['body', 'users', 1] }],
    })
  await expect(ask(author, [])).rejects.toMatchObject({ status: 400 })
})

test('a requested reviewer can be removed once', async () => {
  const { id, ann, author, ask, pendingFor, removeReviewer, organizationId } = await anOpenRequest()
  await ask(author, [ann.userId])
  await removeReviewer(author, ann.userId)
  expect(await pendingFor(author)).toEqual([])
  await expect(removeReviewer(author, ann.userId)).rejects.toMatchObject({ status: 404 })
  const events = await eventsOf(app.db, organizationId, id)
  expect(events.at(-1)).toMatchObject({
    action: 'change-request.reviewers',
    before: { requestedReviewers: [ann.userId] },
    after: { requestedReviewers: [] },
  })
})

test('a requested reviewer is reminded by email once a day, until they have reviewed', async () => {
  const { id, ann, ben, author, writer, spaceId, organizationId, ask, review, pendingFor } =
    await anOpenRequest()
  await ask(author, [ann.userId])
  const remind = (person: Person, userId = ann.userId) =>
    app.as(person)(api.changeRequestReviews.remind, { params: { spaceId, changeRequestId: id, userId } })
  await expect(remind(author, ben.userId)).rejects.toMatchObject({ status: 404 })
  await expect(remind(await app.aMember(organizationId, 'comment'))).rejects.toMatchObject({ status: 403 })
  const reminded = await remind(author)
  expect(reminded).toMatchObject({ user: { id: ann.userId }, remindedAt: expect.any(String) })
  expect(await pendingFor(author)).toEqual([reminded])
  await expect(remind(ben)).rejects.toMatchObject({ status: 429 })
  await runPendingJobs(app)
  const emails = emailsTo(app, ann.email)
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain('reminds you to review')
  expect(emails[0]).toContain(`/s/${spaceId}/changes/1`)
  await review(ann, 'approved')
  await expect(remind(author)).rejects.toMatchObject({ status: 409 })
  await writer.propose(id, [page('B')])
  await expect(remind(author)).rejects.toMatchObject({ status: 429 })
  await ask(author, [ann.userId])
  await remind(author)
  await writer.patch(id, { status: 'archived' })
  await expect(remind(author)).rejects.toMatchObject({ status: 409 })
  await runPendingJobs(app)
  expect(emailsTo(app, ann.email)).toHaveLength(1)
})

test('contributors are the people who edited or commented, latest first', async () => {
  const { id, ann, author, writer, review, spaceId } = await anOpenRequest()
  await writer.propose(id, [page('B')])
  await review(ann, 'approved', 'Fine')
  const list = await app.as(ann)(api.changeRequestReviews.contributors, {
    params: { spaceId, changeRequestId: id },
  })
  expect(api.changeRequestReviews.contributors.response.parse(list)).toEqual(list)
  expect(list.items.map(({ user, actionType, count }) => [user.id, actionType, count])).toEqual([
    [ann.userId, 'comment', 1],
    [author.userId, 'edit', 2],
  ])
})

test('after concurrent reviews one counts for each reviewer', async () => {
  const { ann, ben, review, reviews } = await anOpenRequest()
  await Promise.all([ann, ben, ann, ben, ann].map((person) => review(person, 'approved', 'ok')))
  const { items } = await reviews(ann, { outdated: false })
  expect(items.map(({ reviewer }) => reviewer.id).sort()).toEqual([ann.userId, ben.userId].sort())
})

test('missing reviews and requests are 404', async () => {
  const { ann, id, spaceId } = await anOpenRequest()
  const params = { spaceId, changeRequestId: id, reviewId: 'nothing' }
  await expect(app.as(ann)(api.changeRequestReviews.get, { params, query: {} })).rejects.toMatchObject({
    status: 404,
  })
  const deleted = app.as(ann)(api.changeRequestReviews.list, {
    params: { spaceId, changeRequestId: '99' },
    query: {},
  })
  await expect(deleted).rejects.toMatchObject({ status: 404 })
})
