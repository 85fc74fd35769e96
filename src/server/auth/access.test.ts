import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import {
  buildOrganization,
  type CreatedOrganization,
  randomOrganization,
} from '#testing/random-organization.ts'
import { viewerIn } from '#testing/viewers.ts'
import { collectionsByIds } from '../domain/collections/queries.ts'
import { accessFactsOfMembers } from '../domain/site-permissions/queries.ts'
import { sitesByIds } from '../domain/sites/queries.ts'
import { spacesByIds } from '../domain/spaces/queries.ts'
import { type AccessFacts, defaultLevelOf, resolveAccess } from './access.ts'
import { accessFacts, roleOfRank } from './grants.ts'
import { memberAccess } from './member-access.ts'
import type { Viewer } from './viewer.ts'

const app = useTestApp()

const facts = (overrides: Partial<AccessFacts>): AccessFacts => ({
  organizationId: 'org',
  member: { role: 'read', disabled: false },
  ancestors: [{ kind: 'space', id: 's', title: 'Space', defaultLevel: 'inherit' }],
  grants: [],
  ...overrides,
})

const aSite = { kind: 'site', id: 'w', title: 'Site', defaultLevel: 'inherit' } as const

test.each([
  ['an organization admin is admin everywhere', { member: { role: 'admin', disabled: false } }, 'admin'],
  ['a member has their organization role by default', {}, 'read'],
  ['a guest has no access by default', { member: { role: null, disabled: false } }, null],
  ['a disabled member has no access', { member: { role: 'admin', disabled: true } }, null],
  ['a stranger has no access', { member: null }, null],
  [
    'a space overrides the default level of its collection',
    {
      ancestors: [
        { kind: 'space', id: 's', title: '', defaultLevel: 'none' },
        { kind: 'collection', id: 'c', title: '', defaultLevel: 'edit' },
      ],
    },
    null,
  ],
  [
    'a member who can create sites has that role on all of them',
    { member: { role: 'create', disabled: false }, ancestors: [aSite] },
    'create',
  ],
  [
    'an editor of the organization can only read its sites',
    { member: { role: 'edit', disabled: false }, ancestors: [aSite] },
    'read',
  ],
  ['a guest sees no site', { member: { role: null, disabled: false }, ancestors: [aSite] }, null],
  [
    'a guest edits a site with a grant',
    {
      member: { role: null, disabled: false },
      ancestors: [aSite],
      grants: [{ subject: { kind: 'site', id: 'w' }, team: null, role: 'edit' }],
    },
    'edit',
  ],
  [
    'the strongest grant wins over the default level',
    { grants: [{ subject: { kind: 'space', id: 's' }, team: { id: 't', title: 'Team' }, role: 'review' }] },
    'review',
  ],
  [
    'a null grant does not reduce access',
    { grants: [{ subject: { kind: 'space', id: 's' }, team: null, role: null }] },
    'read',
  ],
] as const)('%s', (_, overrides, role) => {
  expect(resolveAccess(facts(overrides as Partial<AccessFacts>)).role).toBe(role)
})

test('with access the trace has exactly one decisive step', () => {
  const grants = [
    { subject: { kind: 'space', id: 's' }, team: { id: 't', title: 'Writers' }, role: 'edit' },
    { subject: { kind: 'space', id: 's' }, team: null, role: 'edit' },
  ] as const
  const { role, steps } = resolveAccess(facts({ grants }))
  expect(role).toBe('edit')
  expect(steps.filter(({ decisive }) => decisive)).toMatchObject([
    { via: 'grant', team: { title: 'Writers' } },
  ])
})

test('lists, single objects and member lists have the same roles in random organizations', async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganization, async (drawn) => {
      const made = await buildOrganization(app, drawn)
      for (const userId of made.members) await expectSame(made, userId)
      await expectSameForEverybody(made)
    }),
    { numRuns: 60, seed: 7 },
  )
})

async function expectSame(made: CreatedOrganization, userId: string): Promise<void> {
  const { organizationId, spaces, collections } = made
  const viewer = await viewerIn(app.db, organizationId, userId)
  // A suspended member is refused before any list is read.
  if (viewer.membership.disabled) return
  await expectSameOnSites(made, viewer)
  const listedSpaces = await spacesByIds(app.db, viewer, spaces)
  const listedCollections = await collectionsByIds(app.db, viewer, collections)
  for (const [kind, ids, listed] of [
    ['space', spaces, listedSpaces],
    ['collection', collections, listedCollections],
  ] as const) {
    for (const id of ids) {
      const accessOf = await accessFacts(app.db, { kind, id }, userId)
      if (accessOf === null) throw new Error(`${kind} ${id} is gone`)
      const row = listed.find((one) => one.id === id)
      expect(row?.role ?? null).toBe(resolveAccess(accessOf).role)
      if (row === undefined) continue
      const { level: inForce, from } = defaultLevelOf(accessOf.ancestors, {
        id: organizationId,
        role: viewer.membership.role,
      })
      expect({ level: row.level, from: row.levelFrom }).toEqual({ level: inForce, from })
    }
  }
}

/** Sites have no default level; their list leaves out invisible ones. */
async function expectSameOnSites(
  { organizationId, sites }: CreatedOrganization,
  viewer: Viewer,
): Promise<void> {
  const listed = await sitesByIds(app.db, viewer, sites)
  for (const id of sites) {
    const accessOf = await accessFacts(app.db, { kind: 'site', id }, viewer.userId)
    const byMember = await accessFactsOfMembers(app.db, { organizationId, id, title: 'x' }, [viewer.userId])
    if (accessOf === null) throw new Error(`site ${id} is gone`)
    const { role, steps } = resolveAccess(accessOf)
    expect(listed.find((one) => one.id === id)?.role ?? null).toBe(role)
    const memberFacts = byMember.get(viewer.userId)
    if (memberFacts === undefined) throw new Error('The member is gone')
    expect(resolveAccess(memberFacts)).toEqual({ role, steps })
  }
}

/** The query for all members has the same result as resolving the access of each member. */
async function expectSameForEverybody({
  organizationId,
  members,
  spaces,
  collections,
  sites,
}: CreatedOrganization): Promise<void> {
  for (const [kind, ids] of [
    ['space', spaces],
    ['collection', collections],
    ['site', sites],
  ] as const) {
    const { head, joins, rank } = memberAccess(organizationId, kind, ids)
    const { rows } = await sql<{ id: string; userId: string; rank: number }>`${head}
      select subject.id, m.user_id as "userId", ${rank} as rank from subject cross join member m ${joins}
      where m.organization_id = ${organizationId}`.execute(app.db)
    expect(rows.length).toBe(ids.length * (members.length + 1))
    for (const { id, userId, rank: strength } of rows) {
      const accessOf = await accessFacts(app.db, { kind, id }, userId)
      if (accessOf === null) throw new Error(`${kind} ${id} is gone`)
      expect(roleOfRank(strength)).toBe(resolveAccess(accessOf).role)
    }
  }
}
