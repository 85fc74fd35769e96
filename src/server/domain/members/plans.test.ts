import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { manyMembers } from '#testing/many-members.ts'
import { type Plan, plansOf, settle } from '#testing/query-plans.ts'
import type { Db } from '../../db/client.ts'
import { teamMemberPage } from '../team-members/queries.ts'
import { type MemberQuery, memberPage, membersByIds } from './queries.ts'

let stamp = 0
/** Each call has a new stamp, so that nothing comes from the cache. */
const atNewStamp = (db: Db) => ({ db, stamp: ++stamp })

const app = useTestApp()
let organizationId: string

beforeAll(async () => {
  organizationId = (await app.anOrganization()).organizationId
  const { organizationId: elsewhere } = await app.anOrganization()
  await manyMembers(app.db, organizationId, 20_000)
  await manyMembers(app.db, elsewhere, 40_000)
  await settle(app.db)
})

/** Tables with one row may be scanned. */
function expectByIndex(plans: readonly Plan[]): void {
  for (const { whole, text } of plans) {
    const large = whole.filter((table) => table === 'member' || table === 'user_account')
    expect([text, large]).toEqual([text, []])
  }
}

const orders = { joinedAt: 'member_by_joined', lastSeenAt: 'member_by_seen', name: 'member_by_name' } as const

const queries: readonly (readonly [string, MemberQuery, string | RegExp])[] = [
  ...(['joinedAt', 'lastSeenAt', 'name'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map(
      (order) => [`by ${sort}, ${order}`, { sort, order }, orders[sort]] as const,
    ),
  ),
  ['by a rare role', { sort: 'joinedAt', role: 'admin' }, /^member_by_(role|standing)$/],
  ['guests', { sort: 'joinedAt', role: 'guest' }, 'member_by_standing'],
  ['by a common role', { sort: 'name', role: 'read' }, 'member_by_name'],
  ['by part of a name', { sort: 'joinedAt', search: 'castro 1001' }, 'account_by_words'],
  ['by part of an address', { sort: 'name', search: 'p1234@' }, 'account_by_words'],
  ['by both', { sort: 'lastSeenAt', search: 'castro 100', role: 'read' }, 'account_by_words'],
]

test.each(queries)('members %s are read from an index', async (_, query, index) => {
  const first = await memberPage(atNewStamp(app.db), organizationId, { ...query, limit: 5 })
  expect(first.rows.length).toBeGreaterThan(0)
  const plans = await plansOf(app.connectionString, async (db) => {
    const { next } = await memberPage(atNewStamp(db), organizationId, query)
    if (next) await memberPage(atNewStamp(db), organizationId, { ...query, page: next.page })
  })
  expect(plans.length).toBeGreaterThan(2)
  expectByIndex(plans)
  expect(plans.flatMap(({ indexes }) => indexes)).toContainEqual(expect.stringMatching(index))
})

test('counts are read only for the members of a page', async () => {
  const plans = await plansOf(app.connectionString, (db) =>
    memberPage(atNewStamp(db), organizationId, { sort: 'name' }),
  )
  const counting = plans.filter(({ text }) => text.includes('access_grant'))
  expect(counting.length).toBe(1)
  expect(counting[0]?.text).toContain('unnest')
})

test('a page of a large team and members by id are read from an index', async () => {
  const teamId = 'team'
  await app.db
    .insertInto('team')
    .values({ organization_id: organizationId, id: teamId, title: 'All', created_at: new Date() })
    .execute()
  await app.db
    .insertInto('team_member')
    .columns(['organization_id', 'team_id', 'user_id'])
    .expression((from) =>
      from
        .selectFrom('member')
        .select(['organization_id', from.val(teamId).as('team_id'), 'user_id'])
        .where('organization_id', '=', organizationId),
    )
    .execute()
  await settle(app.db)
  const plans = await plansOf(app.connectionString, async (db) => {
    const { rows } = await teamMemberPage(db, organizationId, teamId, {})
    await membersByIds(
      db,
      organizationId,
      rows.map(({ userId }) => userId),
    )
  })
  expectByIndex(plans)
})
