import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { MergeRule } from '#contract/merge-rules.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aProposalIn, operationsOn, page, threeParts as text, write } from '#testing/change-requests.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { check } from '../../content/rebuild.ts'
import { checkMergeQueuesHandler } from '../../jobs/handlers/check-merge-queues.ts'
import { runMergeQueue } from './run-queue.ts'

const app = useTestApp()
const never = new AbortController().signal

/** A space with a rule, an open request of its admin, and a reviewer. */
async function aRuledSpace(...rules: MergeRule[]) {
  const { id, ...space } = await aProposalIn(app)
  const reviewer = await app.aMember(space.organizationId, 'review')
  await space.as(api.mergeRules.setForSpace, { params: space.params, body: { rules } })
  const queuedBy = (person: Person) => (request: string) =>
    app.as(person)(api.changeRequests.queueMerge, space.of(request))
  const openRequest = async (subject: string, markdown: string) => {
    const request = await space.request(subject)
    await space.propose(request.id, [write(space.a, markdown)])
    await space.patch(request.id, { status: 'open' })
    return request.id
  }
  await space.propose(id, [write(space.a, text.replace('one', 'ONE'))])
  await space.patch(id, { status: 'open' })
  return {
    ...space,
    id,
    reviewer,
    openRequest,
    queue: queuedBy(space.admin),
    queueAs: queuedBy,
    cancel: (request: string, by = space.admin) =>
      app.as(by)(api.changeRequests.cancelMerge, space.of(request)),
    approve: (request: string) =>
      app.as(reviewer)(api.changeRequestReviews.create, {
        ...space.of(request),
        body: { status: 'approved' },
      }),
    run: () => runPendingJobs(app),
    inbox: async (person: Person) =>
      (
        await app.as(person)(api.notifications.list, {
          params: { organizationId: space.organizationId },
          query: {},
        })
      ).items,
    actionsOf: async (request: string) =>
      (await eventsOf(app.db, space.organizationId, request)).map(({ action }) => action),
  }
}

const approval = { rule: 'require_at_least_one_approved_review' } as const
const upToDate = { rule: 'require_up_to_date_change_request' } as const

describe('the merge queue', () => {
  test('merges three requests in order, and the one that conflicts leaves it', async () => {
    const { id: first, queue, approve, run, ...space } = await aRuledSpace(approval)
    const second = await space.openRequest('Second', text.replace('one', 'Eins'))
    const third = await space.openRequest('Third', text.replace('three', 'THREE'))
    for (const id of [first, second, third]) await queue(id)
    await run()
    const waiting = await space.as(api.changeRequests.list, { params: space.params, query: {} })
    expect(api.changeRequests.list.response.parse(waiting)).toEqual(waiting)
    const places = new Map(waiting.items.map(({ id, queued }) => [id, queued]))
    expect([first, second, third].map((id) => places.get(id))).toMatchObject(
      [1, 2, 3].map((position) => ({ position, by: { id: space.admin.userId } })),
    )
    // A request that is not ready does not block those behind it.
    await approve(third)
    await run()
    expect(await space.look(third)).toMatchObject({ status: 'merged', mergedBy: { id: space.admin.userId } })
    await approve(second)
    await approve(first)
    await run()
    expect(await space.look(first)).toMatchObject({ status: 'merged' })
    expect((await space.actionsOf(first)).slice(-2)).toEqual([
      'change-request.review',
      'change-request.merge',
    ])
    const left = await space.look(second)
    expect([left.status, left.queued]).toEqual(['open', undefined])
    expect((await eventsOf(app.db, space.organizationId, second)).at(-1)).toMatchObject({
      action: 'change-request.unqueue',
      after: { queued: false, reason: expect.stringContaining('conflicts with the space') },
    })
    expect((await space.inbox(space.admin)).map(({ reason, about }) => [about.id, reason])).toContainEqual([
      second,
      'conflict',
    ])
    expect((await space.space()).changeRequestsOpen).toBe(1)
    expect(await check(app.db, space.at)).toEqual([])
  })

  test('merges approved requests in the order of queueing, not of their numbers', async () => {
    const { id: first, queue, approve, run, ...space } = await aRuledSpace(approval)
    const second = await space.openRequest('Second', text.replace('three', 'THREE'))
    for (const id of [first, second]) await approve(id)
    await queue(second)
    await queue(first)
    await run()
    const { items } = await space.as(api.revisions.list, { params: space.params })
    expect(items.slice(0, 2).map(({ mergedFrom }) => mergedFrom?.id)).toEqual([first, second])
    expect((await space.inbox(space.admin)).map(({ reason, actor }) => [reason, actor?.id])).toContainEqual([
      'merged',
      undefined,
    ])
  })

  test('updates a request from the space if only that is missing', async () => {
    const { id, queue, run, ...space } = await aRuledSpace(upToDate)
    await space.edit([page('Elsewhere')])
    expect(await space.look(id)).toMatchObject({ outdated: true })
    await queue(id)
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'merged' })
    expect((await space.actionsOf(id)).slice(-2)).toEqual([
      'change-request.update-from-space',
      'change-request.merge',
    ])
  })

  test('waits for new approvals that an update from the space made outdated', async () => {
    const { id, queue, approve, run, ...space } = await aRuledSpace(upToDate, approval)
    await approve(id)
    await space.edit([page('Elsewhere')])
    await queue(id)
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'open', outdated: false, queued: { position: 1 } })
    await approve(id)
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'merged' })
  })

  test('tries again when rules change', async () => {
    const { id, queue, run, ...space } = await aRuledSpace(approval)
    await queue(id)
    await run()
    await space.as(api.mergeRules.setForSpace, { params: space.params, body: { rules: [upToDate] } })
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'merged' })
  })

  test('is merged once by two processes', async () => {
    const { id, queue, approve, ...space } = await aRuledSpace(approval)
    const second = await space.openRequest('Second', text.replace('three', 'THREE'))
    for (const one of [id, second]) await queue(one)
    for (const one of [id, second]) await approve(one)
    await Promise.all([1, 2, 3].map(() => runMergeQueue(app.service, space.at, never)))
    const merges = (await Promise.all([id, second].map(space.actionsOf)))
      .flat()
      .filter((action) => action === 'change-request.merge')
    expect(merges).toHaveLength(2)
    expect(await space.space()).toMatchObject({ changeRequestsOpen: 0 })
    expect(await check(app.db, space.at)).toEqual([])
  })
})

describe('leaving the merge queue', () => {
  test('a person who can no longer merge is notified, and so is the author', async () => {
    const { id, queueAs, reviewer, run, ...space } = await aRuledSpace(approval)
    await queueAs(reviewer)(id)
    await space.as(api.members.update, {
      params: { organizationId: space.organizationId, userId: reviewer.userId },
      body: { role: 'edit' },
    })
    await checkMergeQueuesHandler(app.service, {}, never)
    await run()
    expect((await space.look(id)).queued).toBeUndefined()
    for (const person of [reviewer, space.admin])
      expect(await space.inbox(person)).toContainEqual(
        expect.objectContaining({
          reason: 'merge_canceled',
          excerpt: 'The person who queued it can no longer merge in this space',
        }),
      )
    expect((await eventsOf(app.db, space.organizationId, id)).at(-1)).toMatchObject({
      action: 'change-request.unqueue',
      before: { queued: true },
    })
  })

  test('an edit by someone who can’t merge takes it out', async () => {
    const { id, queue, approve, run, ...space } = await aRuledSpace(approval)
    const editor = operationsOn(app, await app.aMember(space.organizationId, 'edit'), space.spaceId)
    await queue(id)
    await editor.propose(id, [write(space.b, 'Mine')])
    await approve(id)
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'open' })
    expect((await space.look(id)).queued).toBeUndefined()
    await queue(id)
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'merged' })
  })

  test('it is canceled, or the request is moved back to draft or archived', async () => {
    const { id, queueAs, reviewer, cancel, run, ...space } = await aRuledSpace(approval)
    const queue = queueAs(reviewer)
    const first = await queue(id)
    expect(await queue(id)).toEqual(first)
    await cancel(id)
    await cancel(id)
    expect((await space.look(id)).queued).toBeUndefined()
    for (const status of ['draft', 'archived'] as const) {
      await queue(id)
      expect((await space.patch(id, { status })).queued).toBeUndefined()
      await space.patch(id, { status: 'open' })
    }
    await run()
    expect(await space.look(id)).toMatchObject({ status: 'open' })
    const actions = await space.actionsOf(id)
    expect(actions.filter((action) => action === 'change-request.unqueue')).toHaveLength(3)
    expect(actions.filter((action) => action === 'change-request.queue')).toHaveLength(3)
    expect((await space.inbox(reviewer)).filter(({ reason }) => reason === 'merge_canceled')).toHaveLength(3)
  })

  test('a merge by hand ends it', async () => {
    const { id, queue, approve, run, ...space } = await aRuledSpace(approval)
    await queue(id)
    await approve(id)
    expect((await space.merge(id)).result).toBe('merge')
    await run()
    expect((await space.look(id)).queued).toBeUndefined()
  })
})

test('a request that waiting can’t get merged is not queued', async () => {
  const { id, queue, queueAs, reviewer, ...space } = await aRuledSpace({ rule: 'require_author_to_merge' })
  const editor = await app.aMember(space.organizationId, 'edit')
  await expect(queueAs(editor)(id)).rejects.toMatchObject({ status: 403 })
  await expect(queueAs(reviewer)(id)).rejects.toMatchObject({ status: 412, type: 'precondition_failed' })
  const { id: draft } = await space.request('Draft')
  await expect(queue(draft)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  await space.edit([write(space.a, text.replace('one', 'Eins'))])
  await expect(queue(id)).rejects.toMatchObject({ status: 412, type: 'precondition_failed' })
  await space.patch(draft, { status: 'archived' })
  await expect(queue(draft)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})
