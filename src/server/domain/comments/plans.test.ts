import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { type CommentRow, commentPage } from './queries.ts'
import { reactionsTo } from './reaction-queries.ts'
import { replyPage } from './reply-queries.ts'
import type { Subject } from './subject.ts'

const app = useTestApp()
let subject: Subject
let request: Subject

/** 3000 comments on a space and 3000 on a request in it; each has two replies, a reaction, and every third is resolved. */
beforeAll(async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request('Talked about')
  subject = { ...space.at, changeRequestId: null }
  request = { ...space.at, changeRequestId: id }
  const by = space.admin.userId
  await sql`insert into comment (organization_id, space_id, id, change_request_id, page_id, revision_id, body,
      created_by, created_at, resolved_at)
    select ${space.organizationId}, ${space.spaceId}, 'c' || n, case when n % 2 = 0 then ${id} end, 'p' || n % 40,
      ${space.revision}, 'Text', ${by}, now() + n * interval '1 second', case when n % 3 = 0 then now() end
    from generate_series(1, 6000) n`.execute(app.db)
  await sql`insert into comment_reply (organization_id, space_id, comment_id, id, body, created_by, created_at)
    select organization_id, space_id, id, id || 'r' || n, 'Text', ${by}, now() + n * interval '1 second'
    from comment cross join generate_series(1, 2) n`.execute(app.db)
  await sql`insert into comment_reaction (organization_id, space_id, comment_id, subject_id, emoji, user_id, reacted_at)
    select organization_id, space_id, id, id, '1f44d', ${by}, now() from comment`.execute(app.db)
  await settle(app.db)
}, 120_000)

const ids = (rows: readonly CommentRow[]) => rows.map(({ id }) => id)

test('the comments of a space are read in order, and their replies counted, from an index', async () => {
  const plans = await plansOf(app.connectionString, async (db) => {
    const { rows, count } = await commentPage(db, subject, { status: 'all', limit: 3 })
    expect([ids(rows), count]).toEqual([['c5999', 'c5997', 'c5995'], 3000])
    expect(rows[0]?.replies).toBe(2)
    await reactionsTo(db, subject.organizationId, ids(rows))
  })
  expect(plans).toHaveLength(3)
  expect(plans.flatMap(({ whole }) => whole).filter((table) => table !== 'comment')).toEqual([])
  expect(plans.flatMap(({ indexes }) => indexes)).toEqual(
    expect.arrayContaining(['comment_of_space', 'reply_of_comment', 'comment_reaction_pkey']),
  )
})

test.each([
  ['open', { status: 'open' as const }, 'comment_open_in_space'],
  ['of one page', { status: 'all' as const, targetPage: 'p7' }, 'comment_on_page'],
])('comments filtered by %s use an index', async (_, query, index) => {
  const [page] = await plansOf(app.connectionString, (db) =>
    commentPage(db, subject, { ...query, limit: 20 }),
  )
  expect([page?.whole, page?.indexes]).toEqual([[], expect.arrayContaining([index])])
})

test('the comments of a change request and the replies of a comment are read from an index', async () => {
  const plans = await plansOf(app.connectionString, async (db) => {
    const { rows } = await commentPage(db, request, { status: 'all', order: 'asc', limit: 20 })
    expect(ids(rows).slice(0, 2)).toEqual(['c2', 'c4'])
    const thread = { ...request, commentId: 'c2' }
    expect((await replyPage(db, thread, {})).rows.map(({ id }) => id)).toEqual(['c2r1', 'c2r2'])
  })
  const [page, , replies] = plans
  expect([page?.whole, page?.indexes]).toEqual([[], expect.arrayContaining(['comment_of_change_request'])])
  expect([replies?.whole, replies?.indexes]).toEqual([[], ['reply_of_comment']])
})
