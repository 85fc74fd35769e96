import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import type { List } from '#contract/shared/paging.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn } from '#testing/change-requests.ts'
import { commentsIn } from '#testing/comments.ts'
import { CLIENTS, chooser, runConcurrently } from '#testing/concurrency.ts'

const app = useTestApp()

/** The comment operations of one person on one subject, by comment id. */
type CommentOperations = {
  readonly post: () => Promise<Comment>
  readonly settle: (id: string, resolved: boolean) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
}

/** Ten people post, resolve, reopen and delete at random; returns the ids of all posted comments. */
async function commentConcurrently(
  people: readonly Person[],
  operationsOf: (person: Person) => CommentOperations,
): Promise<string[]> {
  const posted: string[] = []
  const choices = people.map((_, client) => chooser(client + 60))
  await runConcurrently(people, async (person, client) => {
    const choose = choices[client] ?? chooser(0)
    const { post, settle, remove } = operationsOf(person)
    const operation = choose(['post', 'resolve', 'reopen', 'resolve', 'remove'])
    if (operation === 'post' || posted.length === 0) posted.push((await post()).id)
    else if (operation === 'remove') await remove(choose(posted))
    else await settle(choose(posted), operation === 'resolve')
  })
  return posted
}

/** The count matches the comments, and each one went from open to resolved and back without a missing step. */
async function expectCounted(
  organizationId: string,
  posted: readonly string[],
  counted: number,
  list: (status: 'all' | 'open' | 'resolved') => Promise<List<Comment>>,
): Promise<void> {
  const [all, open, resolved] = [await list('all'), await list('open'), await list('resolved')]
  expect(open.items.every(({ status }) => status === 'open')).toBe(true)
  expect([open.count, resolved.count, all.count]).toEqual([
    open.items.length,
    resolved.items.length,
    open.items.length + resolved.items.length,
  ])
  expect(counted).toBe(open.count)
  expect(posted.length).toBeGreaterThan(all.count)
  const remaining = new Map(all.items.map(({ id, status }) => [id, status]))
  for (const id of posted) {
    const actions = (await eventsOf(app.db, organizationId, id)).map(({ action }) => action)
    const settled = actions.filter(
      (operation) => operation === 'comment.resolve' || operation === 'comment.reopen',
    )
    expect(settled).toEqual(settled.map((_, step) => (step % 2 === 0 ? 'comment.resolve' : 'comment.reopen')))
    const last = settled.at(-1) === 'comment.resolve' ? 'resolved' : 'open'
    expect(remaining.get(id)).toBe(actions.includes('comment.delete') ? undefined : last)
  }
}

async function aCrowdIn() {
  const space = await aSpaceIn(app)
  const people = [space.admin]
  while (people.length < CLIENTS) people.push(await app.aMember(space.organizationId, 'admin'))
  return { ...space, people }
}

test('the count of open comments is right after ten people post, resolve and delete concurrently', async () => {
  const { organizationId, people, spaceId, admin } = await aCrowdIn()
  const posted = await commentConcurrently(people, (person) => {
    const comments = commentsIn(app, person, spaceId)
    return {
      post: () => comments.post('Said'),
      settle: (id, resolved) => comments.change(id, { resolved }),
      remove: (id) => comments.remove(id),
    }
  })
  const { counted, list } = commentsIn(app, admin, spaceId)
  await expectCounted(organizationId, posted, await counted(), (status) => list({ status, limit: 1000 }))
})

test('open comments of a change request are counted correctly while the request and its space are edited', async () => {
  const { organizationId, people, spaceId, ...space } = await aCrowdIn()
  const { id: changeRequestId } = await space.request('Values')
  const params = { spaceId, changeRequestId }
  let edits = 0
  const posted = await commentConcurrently(people, (person) => {
    const as = app.as(person)
    return {
      async post() {
        if (edits++ % 5 === 0) await space.patch(changeRequestId, { subject: `Values ${edits}` })
        return as(api.changeRequestComments.create, { params, body: { body: { markdown: 'Said' } } })
      },
      settle: (commentId, resolved) =>
        as(api.changeRequestComments.update, { params: { ...params, commentId }, body: { resolved } }),
      remove: (commentId) => as(api.changeRequestComments.delete, { params: { ...params, commentId } }),
    }
  })
  const { comments } = await space.look(changeRequestId)
  await expectCounted(organizationId, posted, comments, (status) =>
    space.as(api.changeRequestComments.list, { params, query: { status, limit: 1000 } }),
  )
  expect((await space.space()).comments).toBe(0)
})

test('a reply posted while its comment is deleted is refused or deleted with it', async () => {
  const space = await aSpaceIn(app)
  const comments = commentsIn(app, space.admin, space.spaceId)
  for (let round = 0; round < 5; round++) {
    const { id } = await comments.post('Gone soon')
    const replies = Array.from({ length: 4 }, () =>
      comments.reply(id, 'Late').then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    )
    const [, ...statuses] = await Promise.all([comments.remove(id), ...replies])
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
  }
  const remaining = await app.db
    .selectFrom('comment_reply')
    .select('id')
    .where('space_id', '=', space.spaceId)
    .execute()
  expect(remaining).toEqual([])
  expect(await comments.counted()).toBe(0)
})
