import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { confirmationsAfter } from './confirmation-queries.ts'

const app = useTestApp()
let organizationId: string

/** 20 spaces of 200 pages and 200 revisions, one an hour; every page is confirmed ten times. */
beforeAll(async () => {
  ;({ organizationId } = await app.anOrganization())
  await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
    select ${organizationId}, 's' || n, 'b' || n, 'Space', 'none', now(), now() from generate_series(1, 20) n`.execute(
    app.db,
  )
  await sql`insert into page (organization_id, space_id, page_id, type, slug, path, title, created_at, updated_at)
    select ${organizationId}, 's' || s, 'p' || p, 'document', 'p' || p, 'p' || p, 'Page', '2025-01-01', '2025-01-01'
    from generate_series(1, 20) s, generate_series(1, 200) p`.execute(app.db)
  await sql`insert into revision (organization_id, space_id, id, root, type, created_at)
    select ${organizationId}, 's' || s, 's' || s || 'r' || r, '', 'edits', '2025-01-01'::timestamptz + r * interval '1 hour'
    from generate_series(1, 20) s, generate_series(1, 200) r`.execute(app.db)
  await sql`insert into page_confirmation (organization_id, space_id, page_id, id, confirmed_at, confirmed_by)
    select ${organizationId}, 's' || s, 'p' || p, 'c' || c, '2025-01-01'::timestamptz + (p + c * 0.05) * interval '1 hour', 'ada'
    from generate_series(1, 20) s, generate_series(1, 200) p, generate_series(1, 10) c`.execute(app.db)
  await settle(app.db)
}, 120_000)

test('the confirmations after some revisions are read with one query, by their time', async () => {
  const ids = Array.from({ length: 50 }, (_, n) => `s7r${n + 100}`)
  const plans = await plansOf(app.connectionString, async (db) => {
    const rows = await confirmationsAfter(db, { organizationId, spaceId: 's7' }, ids)
    expect(rows).toHaveLength(500)
    expect(rows[0]).toMatchObject({ revisionId: 's7r149', pageId: 'p149', id: 'c10', count: 10 })
  })
  expect(plans).toHaveLength(1)
  for (const { indexes, whole } of plans) {
    expect(indexes).toContain('page_confirmation_by_time')
    expect(indexes).toContain('revision_of_space')
    expect(whole).toEqual([])
  }
})
