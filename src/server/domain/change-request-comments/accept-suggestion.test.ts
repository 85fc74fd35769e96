import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { writeSuggestion } from '#markup/suggestion.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, createdBy, operationsOn, page, write } from '#testing/change-requests.ts'
import { runPendingJobs } from '#testing/emails.ts'

const app = useTestApp()

const TEXT =
  '---\ndescription: How tight\n---\n\nRead [this](values.md) first.\n\n- Tighten to 12 Nm.\n- Done.\n'

/** A change request with a page, and a reviewer who suggests changes of blocks that have these words. */
async function aReview() {
  const space = await aSpaceIn(app)
  const [, pageId = ''] = createdBy(await space.edit([page('Values'), page('Torque', TEXT)]))
  const { id } = await space.request('Torque')
  await space.patch(id, { status: 'open' })
  const path = { spaceId: space.spaceId, changeRequestId: id }
  const reviewer = await app.aMember(space.organizationId, 'comment')
  const suggest = async (quote: string, text: string) => {
    const markdown = `How about\n\n${writeSuggestion(text)}`
    const body = { page: pageId, quote, body: { markdown } }
    const { id: commentId } = await app.as(reviewer)(api.changeRequestComments.create, { params: path, body })
    return commentId
  }
  const accept = (commentId: string, ifMatch?: number) =>
    space.as(
      api.changeRequestComments.acceptSuggestion,
      { params: { ...path, commentId } },
      ifMatch === undefined ? {} : { ifMatch },
    )
  return {
    ...space,
    pageId,
    id,
    path,
    reviewer,
    suggest,
    accept,
    requestText: () => space.textOf(id, pageId),
  }
}

test('an accepted suggestion replaces its block and no other character, and resolves the thread', async () => {
  const review = await aReview()
  const before = await review.requestText()
  const commentId = await review.suggest('12 Nm', 'Tighten to 14 Nm,\nsee [values](/values.md).')
  const accepted = await review.accept(commentId, 1)
  expect(api.changeRequestComments.acceptSuggestion.response.parse(accepted)).toEqual(accepted)
  expect(accepted).toMatchObject({ status: 'resolved', resolvedBy: { id: review.admin.userId }, version: 2 })
  const after = before?.replace('Tighten to 12 Nm.', 'Tighten to 14 Nm,\n  see [values](/values.md).')
  expect(await review.requestText()).toBe(after)
  expect(await review.text(review.pageId)).toBe(before)
  expect((await review.look(review.id)).comments).toBe(0)
  const events = await eventsOf(app.db, review.organizationId, commentId)
  expect(events.map(({ action }) => action).sort()).toEqual(['comment.create', 'comment.resolve'])
  await runPendingJobs(app)
  const { items } = await app.as(review.reviewer)(api.notifications.list, {
    params: { organizationId: review.organizationId },
    query: {},
  })
  expect(items.map(({ reason }) => reason)).toContain('thread_resolved')
})

test('two suggestions for one page are accepted one after the other, and an empty one deletes its block', async () => {
  const review = await aReview()
  const ids = [await review.suggest('12 Nm', 'Tighten to 14 Nm.'), await review.suggest('Read this', '')]
  for (const id of ids) await review.accept(id)
  const text = await review.requestText()
  expect(text).toContain('- Tighten to 14 Nm.\n- Done.')
  expect(text).not.toContain('Read')
})

test('what can’t be accepted changes nothing', async () => {
  const review = await aReview()
  const at = { page: review.pageId, quote: '12 Nm' }
  const post = (markdown: string, where: { page?: string; quote?: string }) =>
    review.as(api.changeRequestComments.create, {
      params: review.path,
      body: { body: { markdown }, ...where },
    })
  const invalid = { status: 400, type: 'validation' }
  await expect(review.accept((await post('Wrong', at)).id)).rejects.toMatchObject(invalid)
  await expect(review.accept((await post(writeSuggestion('x'), {})).id)).rejects.toMatchObject(invalid)
  await expect(review.accept('nosuchcomment')).rejects.toMatchObject({ status: 404 })

  const commentId = await review.suggest('12 Nm', 'Tighten to 14 Nm.')
  const byReviewer = operationsOn(app, review.reviewer, review.spaceId)
  const params = { ...review.path, commentId }
  const accepting = byReviewer.as(api.changeRequestComments.acceptSuggestion, { params })
  await expect(accepting).rejects.toMatchObject({ status: 403 })
  await expect(review.accept(commentId, 7)).rejects.toMatchObject({ status: 412 })
  const outcomes = await Promise.allSettled([review.accept(commentId), review.accept(commentId)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await review.requestText())?.match(/14 Nm/g)).toHaveLength(1)
  await expect(review.accept(commentId)).rejects.toMatchObject({ status: 409 })
})

test('a suggestion for a block that has changed since, or in a merged request, is refused', async () => {
  const review = await aReview()
  const old = await review.suggest('12 Nm', 'Tighten to 14 Nm.')
  await review.propose(review.id, [write(review.pageId, 'Tighten to 16 Nm.\n')])
  await expect(review.accept(old)).rejects.toMatchObject({ status: 409, type: 'conflict' })
  const next = await review.suggest('16 Nm', 'Tighten to 18 Nm.')
  await review.merge(review.id)
  await expect(review.accept(next)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})
