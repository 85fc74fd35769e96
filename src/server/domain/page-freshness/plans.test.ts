import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { viewerIn } from '#testing/viewers.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { overduePages } from './queries.ts'

const app = useTestApp()
let viewer: Viewer
let owner: string

/** Two organizations with 100 spaces of 200 pages each; a tenth of the spaces have an interval. */
beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const { organizationId, admin } = await app.anOrganization()
    owner = admin.userId
    const prefix = `${organizationId}-`
    await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
      select ${organizationId}, ${prefix}::text || n, 'b' || n, 'Space', 'none', now(), now() from generate_series(1, 100) n`.execute(
      app.db,
    )
    await sql`insert into page (organization_id, space_id, page_id, type, slug, path, title, created_at, updated_at)
      select ${organizationId}, ${prefix}::text || s, 'p' || p, 'document', 'p' || p, 'p' || p, 'Page', '2025-01-01', '2025-01-01'
      from generate_series(1, 100) s, generate_series(1, 200) p`.execute(app.db)
    await sql`insert into page_freshness (organization_id, space_id, page_id, owner_id, months, since)
      select ${organizationId}, ${prefix}::text || s, '', ${owner}, 6, '2025-01-01' from generate_series(1, 100, 10) s`.execute(
      app.db,
    )
    viewer = await viewerIn(app.db, organizationId, owner)
  }
  await settle(app.db)
}, 120_000)

test('overdue pages are listed and counted with one query that reads only spaces with an interval', async () => {
  const plans = await plansOf(app.connectionString, async (db) => {
    const { rows, count, next } = await overduePages(db, viewer, { limit: 50, owner }, '2026-11-27')
    expect([rows.length, count]).toEqual([50, 2000])
    const second = await overduePages(db, viewer, { limit: 50, owner, page: next?.page ?? '' }, '2026-11-27')
    expect(new Set([...rows, ...second.rows].map(({ spaceId, pageId }) => `${spaceId} ${pageId}`)).size).toBe(
      100,
    )
  })
  expect(plans).toHaveLength(2)
  for (const { indexes, whole } of plans) {
    expect(indexes).toContain('page_pkey')
    expect(whole).not.toContain('page')
  }
})
