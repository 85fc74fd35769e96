import fc from 'fast-check'
import { type Role, roles } from '#contract/shared/permissions.ts'
import type { StoredLevel } from '#server/db/tables/people.ts'
import { newId } from '#server/ids.ts'
import { orderKeyAfter } from '#server/order.ts'
import type { Person, TestApp } from './app.ts'

const level = fc.constantFrom<StoredLevel>(...roles, 'inherit', 'none')
const role = fc.constantFrom<Role | null>(...roles, null)
const indexBelow = (most: number) => fc.nat({ max: most })

/** A random organization: nested collections, spaces in them, sites, teams, members and grants. */
export const randomOrganization = fc.record({
  collections: fc.array(fc.record({ parent: fc.option(indexBelow(5)), level }), {
    minLength: 1,
    maxLength: 6,
  }),
  spaces: fc.array(fc.record({ parent: fc.option(indexBelow(5)), level }), { minLength: 1, maxLength: 6 }),
  teams: fc.array(fc.array(indexBelow(3), { maxLength: 3 }), { maxLength: 3 }),
  members: fc.array(fc.record({ role, disabled: fc.boolean() }), { minLength: 4, maxLength: 4 }),
  sites: fc.integer({ min: 1, max: 3 }),
  grants: fc.array(
    fc.record({
      on: fc.constantFrom('space', 'collection', 'site'),
      subject: indexBelow(5),
      toTeam: fc.boolean(),
      grantee: indexBelow(3),
      role,
    }),
    { maxLength: 15 },
  ),
})

export type RandomOrganization = typeof randomOrganization extends fc.Arbitrary<infer T> ? T : never

/** The ids of the created objects. The admin is not one of the random members. */
export type CreatedOrganization = {
  readonly organizationId: string
  readonly admin: Person
  readonly members: readonly string[]
  readonly teams: readonly string[]
  readonly spaces: readonly string[]
  readonly collections: readonly string[]
  readonly sites: readonly string[]
}

/** Inserts a random organization directly into the tables. */
export async function buildOrganization(
  app: TestApp,
  random: RandomOrganization,
): Promise<CreatedOrganization> {
  const { organizationId, admin } = await app.anOrganization()
  const members = await insertMembers(app, organizationId, random)
  const { collections, spaces } = await insertLibrary(app, organizationId, random)
  const teams = await insertTeams(app, organizationId, random, members)
  const sites = await insertSites(app, organizationId, random)
  const created = { organizationId, admin, members, teams, spaces, collections, sites }
  await insertGrants(app, created, random)
  return created
}

async function insertMembers(
  app: TestApp,
  organizationId: string,
  random: RandomOrganization,
): Promise<string[]> {
  const members: string[] = []
  for (const { role, disabled } of random.members) {
    const { userId } = await app.aMember(organizationId, role)
    members.push(userId)
    await app.db.updateTable('member').set({ disabled }).where('user_id', '=', userId).execute()
  }
  return members
}

async function insertLibrary({ db, service }: TestApp, organization_id: string, random: RandomOrganization) {
  const now = service.now()
  const row = { organization_id, created_at: now, updated_at: now, title: 'x' }
  const [collections, spaces]: [string[], string[]] = [[], []]
  let order_key: string | null = null
  for (const [index, { parent, level: own }] of random.collections.entries()) {
    const id = newId()
    // The parent of a collection is an earlier one, so that there are no cycles.
    const parent_id = parent === null || index === 0 ? null : (collections[parent % index] ?? null)
    order_key = orderKeyAfter(order_key)
    const collection = { ...row, id, parent_id, order_key, default_level: own }
    await db.insertInto('collection').values(collection).execute()
    collections.push(id)
  }
  for (const { parent, level: own } of random.spaces) {
    const id = newId()
    const parent_id = parent === null ? null : (collections[parent % collections.length] ?? null)
    order_key = orderKeyAfter(order_key)
    const space = { ...row, id, parent_id, order_key, default_level: own, revision_id: 'none' }
    await db.insertInto('space').values(space).execute()
    spaces.push(id)
  }
  return { collections, spaces }
}

async function insertSites(
  { db, service }: TestApp,
  organization_id: string,
  random: RandomOrganization,
): Promise<string[]> {
  const now = service.now()
  const ids = Array.from({ length: random.sites }, () => newId())
  const rows = ids.map((id) => ({
    organization_id,
    id,
    title: 'x',
    basename: id,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('site').values(rows).execute()
  return ids
}

async function insertTeams(
  { db, service }: TestApp,
  organization_id: string,
  random: RandomOrganization,
  members: readonly string[],
): Promise<string[]> {
  const teams: string[] = []
  for (const people of random.teams) {
    const id = newId()
    await db
      .insertInto('team')
      .values({ organization_id, id, title: 'x', created_at: service.now() })
      .execute()
    for (const person of new Set(people)) {
      const user_id = members[person] ?? ''
      await db.insertInto('team_member').values({ organization_id, team_id: id, user_id }).execute()
    }
    teams.push(id)
  }
  return teams
}

async function insertGrants(
  { db, service }: TestApp,
  created: CreatedOrganization,
  random: RandomOrganization,
): Promise<void> {
  const { organizationId, members, teams, spaces, collections, sites } = created
  const subjectsByKind = { space: spaces, collection: collections, site: sites }
  for (const { on, subject, toTeam, grantee, role: granted } of random.grants) {
    const subjects = subjectsByKind[on]
    const grantees = toTeam && teams.length > 0 ? teams : members
    await db
      .insertInto('access_grant')
      .values({
        organization_id: organizationId,
        subject_kind: on,
        subject_id: subjects[subject % subjects.length] ?? '',
        grantee_kind: grantees === teams ? 'team' : 'user',
        grantee_id: grantees[grantee % grantees.length] ?? '',
        role: granted,
        created_at: service.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
