import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { viewerIn } from '#testing/viewers.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import { contenders } from './merge-check-queries.ts'
import {
  changeRequestOf,
  changeRequestsByMergeRevision,
  changeRequestsOfSpace,
  visibleChangeRequests,
} from './queries.ts'

const app = useTestApp()
let at: SpaceRef
let viewer: Viewer
let userId: string

/** 4000 requests in one space and 4000 in 200 others; every eighth is open, the others are merged. */
beforeAll(async () => {
  const space = await aSpaceIn(app)
  at = space.at
  userId = space.admin.userId
  const { organizationId, spaceId, revision } = { ...space.at, revision: space.revision }
  await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
    select ${organizationId}, 's' || n, 'b' || n, 'Space', ${revision}, now(), now() from generate_series(1, 200) n`.execute(
    app.db,
  )
  await sql`insert into change_request (organization_id, space_id, id, number, status, subject, created_by, created_at,
      updated_at, revision_id, revision_initial, revision_merged)
    select ${organizationId}, case when n <= 4000 then ${spaceId} else 's' || n % 200 + 1 end, 'r' || n, n,
      case when n % 8 = 0 then 'open' else 'merged' end, 'Subject', ${userId}, now() + n * interval '1 second',
      now() + n * interval '1 second', ${revision}, ${revision}, case when n % 8 > 0 then 'm' || n end
    from generate_series(1, 8000) n`.execute(app.db)
  await sql`insert into change_request_contributor (organization_id, space_id, change_request_id, user_id, contribution, updated_at)
    select organization_id, space_id, id, ${userId}, 'edit', updated_at from change_request where number % 100 = 0`.execute(
    app.db,
  )
  await settle(app.db)
  viewer = await viewerIn(app.db, organizationId, userId)
}, 120_000)

const open = { status: ['open' as const], orderBy: 'updatedAt' as const, limit: 3 }

test('the open requests of a space are read from an index, newest first', async () => {
  const plans = await plansOf(app.connectionString, async (db) => {
    const { rows, count } = await changeRequestsOfSpace(db, at, open)
    expect([rows.map(({ id }) => id), count]).toEqual([['r4000', 'r3992', 'r3984'], 500])
  })
  expect(plans.flatMap(({ whole }) => whole).filter((table) => table === 'change_request')).toEqual([])
  expect(plans.flatMap(({ indexes }) => indexes)).toContain('change_request_in_space')
})

test('the open requests of an organization are read from an index, in either order', async () => {
  for (const [orderBy, index] of [
    ['updatedAt', 'change_request_by_updated'],
    ['createdAt', 'change_request_by_created'],
  ] as const) {
    const plans = await plansOf(app.connectionString, async (db) => {
      const { rows, count } = await visibleChangeRequests(db, viewer, { ...open, orderBy })
      expect([rows.map(({ id }) => id), count]).toEqual([['r8000', 'r7992', 'r7984'], 1000])
    })
    expect(plans.flatMap(({ whole }) => whole).filter((table) => table === 'change_request')).toEqual([])
    expect(plans.flatMap(({ indexes }) => indexes)).toContain(index)
  }
})

test('one request is looked up by number, id or merge without scanning others', async () => {
  const plans = await plansOf(app.connectionString, async (db) => {
    expect((await changeRequestOf(db, at, '17')).id).toBe('r17')
    expect((await changeRequestOf(db, at, 'r18')).number).toBe(18)
    expect((await changeRequestsByMergeRevision(db, at.organizationId, ['m19'])).map(({ id }) => id)).toEqual(
      ['r19'],
    )
    await contenders(db, at, { own: 'r8', limit: 50 })
  })
  expect(plans).toHaveLength(4)
  expect(plans.flatMap(({ whole }) => whole).filter((table) => table === 'change_request')).toEqual([])
})
