import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { viewerIn } from '#testing/viewers.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { notificationPage, openCount } from './queries.ts'

const app = useTestApp()
let viewer: Viewer

/** 10,000 open notifications and 30,000 done ones of one person about 2,000 objects in 200 spaces, and 1,500 of each of 50 others. */
beforeAll(async () => {
  const { organizationId, admin } = await app.anOrganization()
  const others: string[] = []
  for (let n = 0; n < 50; n++) others.push((await app.aMember(organizationId, 'read')).userId)
  await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
    select ${organizationId}, 's' || n, 'b' || n, 'Space', 'none', now(), now() from generate_series(1, 200) n`.execute(
    app.db,
  )
  const reader = await app.aMember(organizationId, 'read')
  const insert = (userIds: readonly string[], count: number, done = false) =>
    sql`insert into notification (organization_id, user_id, id, event_key, reason, object_kind, object_id, space_id,
        required_rank, actor_id, title, detail, created_at, listed_at, done_at)
      select ${organizationId}, u, ${done ? 'd' : 'n'} || n, ${done ? 'd' : 'n'} || n, 'page_changed', 'page', 'p' || n % 2000, 's' || n % 200 + 1, 0,
        ${admin.userId}, 'Page', '', now() - n * interval '1 second', now() - n * interval '1 second',
        ${done ? sql`now()` : sql`null`}
      from unnest(${userIds}::text[]) u, generate_series(1, ${count}::int) n`.execute(app.db)
  await insert([reader.userId], 10_000)
  await insert([reader.userId], 30_000, true)
  await insert(others, 1500)
  await settle(app.db)
  viewer = await viewerIn(app.db, organizationId, reader.userId)
}, 120_000)

test('an inbox with 10,000 notifications is listed and counted with one query each, from its index', async () => {
  const plans = await plansOf(app.connectionString, async (db) => {
    const { rows, count, next } = await notificationPage(
      db,
      viewer,
      { state: 'open', limit: 100 },
      new Date(),
    )
    expect([rows.length, count]).toEqual([100, 10_000])
    const second = await notificationPage(
      db,
      viewer,
      { state: 'open', limit: 100, page: next?.page ?? '' },
      new Date(),
    )
    const ids = new Set([...rows, ...second.rows].map(({ id }) => id))
    expect(ids.size).toBe(200)
    expect((await openCount(db, viewer, new Date())).open).toBe(10_000)
  })
  expect(plans).toHaveLength(3)
  for (const { indexes, whole } of plans) {
    expect(indexes).toContain('notification_open')
    expect(whole).not.toContain('notification')
  }
})
