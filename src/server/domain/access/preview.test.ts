import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { useTestApp } from '#testing/app.ts'
import {
  buildOrganization,
  type CreatedOrganization,
  randomOrganization,
} from '#testing/random-organization.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'

const app = useTestApp()

type Proposed = NonNullable<Input<typeof api.collectionPermissions.preview>['body']>

const nullableRole = fc.constantFrom<Role | null>(...roles, null)
const change = fc.record({
  onSpace: fc.boolean(),
  subject: fc.nat({ max: 5 }),
  defaultLevel: fc.option(fc.constantFrom<Role | null | 'inherit'>(...roles, null, 'inherit'), {
    nil: undefined,
  }),
  parent: fc.option(fc.option(fc.nat({ max: 5 })), { nil: undefined }),
  users: fc.array(fc.tuple(fc.nat({ max: 3 }), nullableRole), { maxLength: 2 }),
  teams: fc.array(fc.tuple(fc.nat({ max: 2 }), nullableRole), { maxLength: 2 }),
})

/** Everyone's role everywhere, resolved for each pair. */
async function rolesEverywhere({ members, admin, spaces, collections }: CreatedOrganization) {
  const roles = new Map<string, Role | null>()
  for (const kind of ['space', 'collection'] as const) {
    for (const id of kind === 'space' ? spaces : collections) {
      for (const userId of [...members, admin.userId]) {
        const facts = await accessFacts(app.db, { kind, id }, userId)
        if (facts === null) throw new Error(`${kind} ${id} is gone`)
        roles.set(`${id} ${userId}`, resolveAccess(facts).role)
      }
    }
  }
  return roles
}

/** Applies a proposal by the real operations. */
async function doIt(
  { admin }: CreatedOrganization,
  kind: 'space' | 'collection',
  id: string,
  proposed: Proposed,
) {
  const as = app.as(admin)
  const { defaultLevel, parent, users = {}, teams = {} } = proposed
  const params = { spaceId: id, collectionId: id }
  const [collection, access] =
    kind === 'space'
      ? ([api.spaces, api.spacePermissions] as const)
      : ([api.collections, api.collectionPermissions] as const)
  if (parent !== undefined) await as(collection.move, { params, body: { parent } })
  if (defaultLevel !== undefined) await as(collection.update, { params, body: { defaultLevel } })
  for (const [userId, role] of Object.entries(users)) {
    if (role !== null) await as(access.grant, { params, body: { users: [userId], role } })
    else await as(access.removeUser, { params: { ...params, userId } }).catch(notThere)
  }
  for (const [teamId, role] of Object.entries(teams)) {
    if (role !== null) await as(access.grant, { params, body: { teams: [teamId], role } })
    else await as(access.removeTeam, { params: { ...params, teamId } }).catch(notThere)
  }
}

function notThere(error: { status?: number }): void {
  if (error.status !== 404) throw error
}

test('a preview matches what happens to the subject and its descendants', async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganization, change, async (drawn, proposal) => {
      const created = await buildOrganization(app, drawn)
      const [kind, ids] = proposal.onSpace
        ? (['space', created.spaces] as const)
        : (['collection', created.collections] as const)
      const id = ids[proposal.subject % ids.length] ?? ''
      const { parent } = proposal
      const proposed: Proposed = {
        ...(proposal.defaultLevel === undefined ? {} : { defaultLevel: proposal.defaultLevel }),
        ...(parent === undefined
          ? {}
          : { parent: parent === null ? null : created.collections[parent % created.collections.length] }),
        users: Object.fromEntries(proposal.users.map(([user, role]) => [created.members[user], role])),
        teams: Object.fromEntries(
          proposal.teams.flatMap(([team, role]) =>
            created.teams[team] ? [[created.teams[team], role]] : [],
          ),
        ),
      }
      await expectForetold(created, kind, id, proposed)
    }),
    { numRuns: 40, seed: 11 },
  )
})

async function expectForetold(
  created: CreatedOrganization,
  kind: 'space' | 'collection',
  id: string,
  proposed: Proposed,
) {
  const before = await rolesEverywhere(created)
  const params = { spaceId: id, collectionId: id }
  const route = kind === 'space' ? api.spacePermissions.preview : api.collectionPermissions.preview
  const preview = await app
    .as(created.admin)(route, { params, body: proposed })
    .catch((error: { type?: string }) => error)
  if (!('gain' in preview)) {
    // A collection cannot be moved into itself; other moves are allowed here.
    expect(preview).toMatchObject({ type: 'invalid_position' })
    return
  }
  expect(await rolesEverywhere(created)).toEqual(before)
  await doIt(created, kind, id, proposed)
  const after = await rolesEverywhere(created)
  const changed = [...after].filter(([pair, role]) => role !== before.get(pair)).map(([pair]) => pair)
  const reported = [...preview.gain, ...preview.lose]
  expect(reported.map(({ user }) => `${id} ${user.id}`).sort()).toEqual(
    changed.filter((pair) => pair.startsWith(id)).sort(),
  )
  for (const { user, before: was, after: is } of reported) {
    expect([was, is]).toEqual([before.get(`${id} ${user.id}`), after.get(`${id} ${user.id}`)])
  }
  const unchanged = [...after].filter(
    ([pair, role]) => pair.startsWith(id) && role !== null && role === before.get(pair),
  )
  expect(preview.unchanged).toBe(unchanged.length)
  if (kind === 'space') return
  const elsewhere = new Set(changed.map((pair) => pair.split(' ')[0]).filter((other) => other !== id))
  expect(preview.below).toBe(elsewhere.size)
}
