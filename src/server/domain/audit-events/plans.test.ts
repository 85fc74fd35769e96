import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { type EventFilters, eventPage } from './queries.ts'

const app = useTestApp()
let organizationId = ''

beforeAll(async () => {
  for (let i = 0; i < 5; i++) {
    organizationId = (await app.anOrganization()).organizationId
    await sql`insert into audit_event (organization_id, occurred_at, action, actor_kind, actor_id, source,
        target_kind, target_id)
      select ${organizationId}, now() - n * interval '1 minute',
        (array['space.update', 'space.create', 'site.update', 'member.join'])[1 + n % 4], 'user', 'actor' || n % 50,
        'ui', 'space', 'target' || n % 2000
      from generate_series(1, 10000) n`.execute(app.db)
  }
  await settle(app.db)
}, 60_000)

const narrowed: [string, EventFilters, string][] = [
  ['nothing', {}, 'audit_by_time'],
  ['a time', { from: new Date(Date.now() - 3_600_000).toISOString() }, 'audit_by_time'],
  ['a target', { target: 'target7' }, 'audit_of_target'],
  ['an actor', { actor: 'actor7' }, 'audit_of_actor'],
  ['an action', { action: 'member.join' }, 'audit_of_action'],
  ['an actor and an action', { actor: 'actor7', action: 'space.create' }, 'audit_of_actor'],
]

test.each(narrowed)('the log filtered by %s uses its index', async (_, filters, index) => {
  const plans = await plansOf(app.connectionString, async (db) => {
    const first = await eventPage(db, organizationId, filters, { limit: 20 })
    expect(first.count).toBeGreaterThan(0)
    await eventPage(db, organizationId, filters, { limit: 20, page: first.next?.page })
  })
  for (const { whole, text } of plans) expect(whole, text).toEqual([])
  expect(plans.flatMap(({ indexes }) => indexes)).toContain(index)
})
