import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { linkingPagesOf, spacesLinkingTo } from './backlink-queries.ts'

const app = useTestApp()
const base = 'http://localhost:3000'
let organizationId: string

/** An organization with 40 spaces of 200 pages, each with four links to pages of the other spaces. */
beforeAll(async () => {
  ;({ organizationId } = await app.anOrganization())
  await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at)
    select ${organizationId}, 's' || n, 'b' || n, 'Space', 'none', now(), now() from generate_series(1, 40) n`.execute(
    app.db,
  )
  await sql`insert into page_link (organization_id, space_id, page_id, ordinal, kind, url)
    select ${organizationId}, 's' || s, 'p' || p, o, 'url',
      ${base}::text || '/s/' || 's' || ((s + o) % 40 + 1) || '/p/p' || p || '#at-a'
    from generate_series(1, 40) s, generate_series(1, 200) p, generate_series(1, 4) o`.execute(app.db)
  await settle(app.db)
}, 120_000)

test('the pages of other spaces that link to a page are read from an index', async () => {
  const at = { organizationId, spaceId: 's7' }
  const addresses = ['s7/p/p5', 's9/p/p6']
  const plans = await plansOf(app.connectionString, async (db) => {
    const spaces = await spacesLinkingTo(db, at, { addresses, base })
    expect(spaces).toHaveLength(5)
    const target = { pageId: 'p5', byFields: [], addresses, base, spaces }
    const { rows, count } = await linkingPagesOf(db, at, target, { limit: 50 })
    expect([rows.length, count]).toEqual([8, 8])
  })
  for (const { indexes, whole } of plans) {
    expect(indexes).toContain('page_link_across')
    expect(whole).not.toContain('page_link')
  }
})
