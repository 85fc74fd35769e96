import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Role, roles } from '#contract/shared/permissions.ts'
import type { StoredLevel } from '#server/db/tables/people.ts'
import { useTestApp } from '#testing/app.ts'
import { viewerIn } from '#testing/viewers.ts'
import { collectionsByIds } from '../domain/collections/queries.ts'
import { spacesByIds } from '../domain/spaces/queries.ts'
import { newId } from '../ids.ts'
import { type AccessFacts, defaultLevelOf, resolveAccess } from './access.ts'
import { accessFacts } from './grants.ts'

const app = useTestApp()

const facts = (given: Partial<AccessFacts>): AccessFacts => ({
  organizationId: 'org',
  member: { role: 'read', disabled: false },
  rungs: [{ kind: 'space', id: 's', title: 'Space', defaultLevel: 'inherit' }],
  grants: [],
  ...given,
})

test.each([
  ['an organization admin is admin everywhere', { member: { role: 'admin', disabled: false } }, 'admin'],
  ['a member has their organization role by default', {}, 'read'],
  ['a guest has nothing by default', { member: { role: null, disabled: false } }, null],
  ['a disabled member has nothing', { member: { role: 'admin', disabled: true } }, null],
  ['a stranger has nothing', { member: null }, null],
  [
    'a space closes its default level though the collection is open',
    {
      rungs: [
        { kind: 'space', id: 's', title: '', defaultLevel: 'none' },
        { kind: 'collection', id: 'c', title: '', defaultLevel: 'edit' },
      ],
    },
    null,
  ],
  [
    'the strongest grant wins over the default level',
    { grants: [{ rung: { kind: 'space', id: 's' }, team: { id: 't', title: 'Team' }, role: 'review' }] },
    'review',
  ],
  [
    'a null grant lowers nothing',
    { grants: [{ rung: { kind: 'space', id: 's' }, team: null, role: null }] },
    'read',
  ],
] as const)('%s', (_, given, role) => {
  expect(resolveAccess(facts(given as Partial<AccessFacts>)).role).toBe(role)
})

test('the trace has exactly one decisive step where there is access', () => {
  const grants = [
    { rung: { kind: 'space', id: 's' }, team: { id: 't', title: 'Writers' }, role: 'edit' },
    { rung: { kind: 'space', id: 's' }, team: null, role: 'edit' },
  ] as const
  const { role, steps } = resolveAccess(facts({ grants }))
  expect(role).toBe('edit')
  expect(steps.filter(({ decisive }) => decisive)).toMatchObject([
    { via: 'grant', team: { title: 'Writers' } },
  ])
})

const level = fc.constantFrom<StoredLevel>(...roles, 'inherit', 'none')
const role = fc.constantFrom<Role | null>(...roles, null)
const indexBelow = (most: number) => fc.nat({ max: most })

/** A random organization: nested collections, spaces in them, teams, members and grants. */
const organization = fc.record({
  collections: fc.array(fc.record({ above: fc.option(indexBelow(5)), level }), {
    minLength: 1,
    maxLength: 6,
  }),
  spaces: fc.array(fc.record({ within: fc.option(indexBelow(5)), level }), { minLength: 1, maxLength: 6 }),
  teams: fc.array(fc.array(indexBelow(3), { maxLength: 3 }), { maxLength: 3 }),
  members: fc.array(role, { minLength: 4, maxLength: 4 }),
  grants: fc.array(
    fc.record({
      onSpace: fc.boolean(),
      subject: indexBelow(5),
      toTeam: fc.boolean(),
      grantee: indexBelow(3),
      role,
    }),
    { maxLength: 10 },
  ),
})

test('lists and single objects tell the same role on random organizations', async () => {
  await fc.assert(
    fc.asyncProperty(organization, async (drawn) => {
      const made = await build(drawn)
      for (const userId of made.members) await expectSame(made, userId)
    }),
    { numRuns: 60, seed: 7 },
  )
})

type Drawn = typeof organization extends fc.Arbitrary<infer T> ? T : never
type Made = { organizationId: string; members: string[]; spaces: string[]; collections: string[] }

async function expectSame({ organizationId, spaces, collections }: Made, userId: string): Promise<void> {
  const viewer = await viewerIn(app.db, organizationId, userId)
  const listedSpaces = await spacesByIds(app.db, viewer, spaces)
  const listedCollections = await collectionsByIds(app.db, viewer, collections)
  for (const [kind, ids, listed] of [
    ['space', spaces, listedSpaces],
    ['collection', collections, listedCollections],
  ] as const) {
    for (const id of ids) {
      const found = await accessFacts(app.db, { kind, id }, userId)
      if (found === null) throw new Error(`${kind} ${id} is gone`)
      const row = listed.find((one) => one.id === id)
      expect(row?.role ?? null).toBe(resolveAccess(found).role)
      if (row === undefined) continue
      const { level: inForce, from } = defaultLevelOf(found.rungs, {
        id: organizationId,
        role: viewer.standing.role,
      })
      expect({ level: row.level, from: row.levelFrom }).toEqual({ level: inForce, from })
    }
  }
}

async function build(drawn: Drawn): Promise<Made> {
  const { organizationId } = await app.anOrganization()
  const now = app.service.now()
  const row = { organization_id: organizationId, created_at: now, updated_at: now, title: 'x' }
  const members: string[] = []
  for (const one of drawn.members) members.push((await app.aMember(organizationId, one)).userId)
  const collections: string[] = []
  for (const [index, { above, level: own }] of drawn.collections.entries()) {
    const id = newId()
    // A collection hangs below an earlier one, so that there are no circles.
    const parent_id = above === null || index === 0 ? null : (collections[above % index] ?? null)
    await app.db
      .insertInto('collection')
      .values({ ...row, id, parent_id, order_key: id, default_level: own })
      .execute()
    collections.push(id)
  }
  const spaces: string[] = []
  for (const { within, level: own } of drawn.spaces) {
    const id = newId()
    const parent_id = within === null ? null : (collections[within % collections.length] ?? null)
    await app.db
      .insertInto('space')
      .values({ ...row, id, parent_id, order_key: id, default_level: own, revision_id: 'none' })
      .execute()
    spaces.push(id)
  }
  const teams: string[] = []
  for (const people of drawn.teams) {
    const id = newId()
    await app.db
      .insertInto('team')
      .values({ organization_id: organizationId, id, title: 'x', created_at: now })
      .execute()
    for (const person of new Set(people)) {
      const user_id = members[person] ?? ''
      await app.db
        .insertInto('team_member')
        .values({ organization_id: organizationId, team_id: id, user_id })
        .execute()
    }
    teams.push(id)
  }
  for (const grant of drawn.grants) {
    const subjects = grant.onSpace ? spaces : collections
    const grantees = grant.toTeam && teams.length > 0 ? teams : members
    await app.db
      .insertInto('access_grant')
      .values({
        organization_id: organizationId,
        subject_kind: grant.onSpace ? 'space' : 'collection',
        subject_id: subjects[grant.subject % subjects.length] ?? '',
        grantee_kind: grantees === teams ? 'team' : 'user',
        grantee_id: grantees[grant.grantee % grantees.length] ?? '',
        role: grant.role,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return { organizationId, members, spaces, collections }
}
