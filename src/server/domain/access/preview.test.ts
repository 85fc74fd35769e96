import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { type Role, roles } from '#contract/shared/permissions.ts'
import { resolveAccess } from '#server/auth/access.ts'
import { accessFacts } from '#server/auth/grants.ts'
import { useTestApp } from '#testing/app.ts'
import {
  buildOrganization,
  type CreatedOrganization,
  randomOrganization,
} from '#testing/random-organization.ts'

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

/** What everybody has everywhere, as the resolver says for each pair. */
async function rolesEverywhere({ members, admin, spaces, collections }: CreatedOrganization) {
  const found = new Map<string, Role | null>()
  for (const kind of ['space', 'collection'] as const) {
    for (const id of kind === 'space' ? spaces : collections) {
      for (const userId of [...members, admin.userId]) {
        const facts = await accessFacts(app.db, { kind, id }, userId)
        if (facts === null) throw new Error(`${kind} ${id} is gone`)
        found.set(`${id} ${userId}`, resolveAccess(facts).role)
      }
    }
  }
  return found
}

/** Does for good what was proposed, by the operations that people would use. */
async function doIt(
  { admin }: CreatedOrganization,
  kind: 'space' | 'collection',
  id: string,
  proposed: Proposed,
) {
  const as = app.as(admin)
  const { defaultLevel, parent, users = {}, teams = {} } = proposed
  const params = { spaceId: id, collectionId: id }
  const [shelf, access] =
    kind === 'space'
      ? ([api.spaces, api.spacePermissions] as const)
      : ([api.collections, api.collectionPermissions] as const)
  if (parent !== undefined) await as(shelf.move, { params, body: { parent } })
  if (defaultLevel !== undefined) await as(shelf.update, { params, body: { defaultLevel } })
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
    fc.asyncProperty(randomOrganization, change, async (drawn, wanted) => {
      const made = await buildOrganization(app, drawn)
      const [kind, ids] = wanted.onSpace
        ? (['space', made.spaces] as const)
        : (['collection', made.collections] as const)
      const id = ids[wanted.subject % ids.length] ?? ''
      const { parent } = wanted
      const proposed: Proposed = {
        ...(wanted.defaultLevel === undefined ? {} : { defaultLevel: wanted.defaultLevel }),
        ...(parent === undefined
          ? {}
          : { parent: parent === null ? null : made.collections[parent % made.collections.length] }),
        users: Object.fromEntries(wanted.users.map(([user, role]) => [made.members[user], role])),
        teams: Object.fromEntries(
          wanted.teams.flatMap(([team, role]) => (made.teams[team] ? [[made.teams[team], role]] : [])),
        ),
      }
      await expectForetold(made, kind, id, proposed)
    }),
    { numRuns: 40, seed: 11 },
  )
})

async function expectForetold(
  made: CreatedOrganization,
  kind: 'space' | 'collection',
  id: string,
  proposed: Proposed,
) {
  const before = await rolesEverywhere(made)
  const params = { spaceId: id, collectionId: id }
  const route = kind === 'space' ? api.spacePermissions.preview : api.collectionPermissions.preview
  const foretold = await app
    .as(made.admin)(route, { params, body: proposed })
    .catch((error: { type?: string }) => error)
  if (!('gain' in foretold)) {
    // A collection cannot go into itself; nothing else is refused here.
    expect(foretold).toMatchObject({ type: 'invalid_position' })
    return
  }
  expect(await rolesEverywhere(made)).toEqual(before)
  await doIt(made, kind, id, proposed)
  const after = await rolesEverywhere(made)
  const changed = [...after].filter(([pair, role]) => role !== before.get(pair)).map(([pair]) => pair)
  const told = [...foretold.gain, ...foretold.lose]
  expect(told.map(({ user }) => `${id} ${user.id}`).sort()).toEqual(
    changed.filter((pair) => pair.startsWith(id)).sort(),
  )
  for (const { user, before: was, after: is } of told) {
    expect([was, is]).toEqual([before.get(`${id} ${user.id}`), after.get(`${id} ${user.id}`)])
  }
  const kept = [...after].filter(
    ([pair, role]) => pair.startsWith(id) && role !== null && role === before.get(pair),
  )
  expect(foretold.unchanged).toBe(kept.length)
  if (kind === 'space') return
  const elsewhere = new Set(changed.map((pair) => pair.split(' ')[0]).filter((other) => other !== id))
  expect(foretold.below).toBe(elsewhere.size)
}
