import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { setPassword } from '#testing/browser.ts'

const app = useTestApp()

async function aTeam() {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const { id: teamId } = await as(api.teams.create, { params: { organizationId }, body: { title: 'Team' } })
  const params = { organizationId, teamId }
  const members = async () => {
    const { items, count } = await as(api.teamMembers.list, { params })
    expect(count).toBe(items.length)
    return Object.fromEntries(items.map(({ organization, team }) => [organization.id, team.role]))
  }
  const update = (body: object) => as(api.teamMembers.updateAll, { params, body })
  return { organizationId, teamId, params, as, members, update }
}

test('members can be added, removed and get roles by id or email in one call', async () => {
  const { organizationId, teamId, members, update } = await aTeam()
  const [ann, ben, cem] = [
    await app.aMember(organizationId, 'edit'),
    await app.aMember(organizationId, null),
    await app.aMember(organizationId, 'read'),
  ]
  await update({ add: [ann.userId, ben.email.toUpperCase()] })
  expect(await members()).toEqual({ [ann.userId]: 'member', [ben.userId]: 'member' })
  await update({
    add: [cem.userId, ben.userId],
    remove: [ben.email],
    memberships: { [ann.email]: { role: 'owner' } },
  })
  expect(await members()).toEqual({ [ann.userId]: 'owner', [cem.userId]: 'member' })
  await update({ add: [ann.userId], remove: [ben.userId] })
  expect(await members()).toEqual({ [ann.userId]: 'owner', [cem.userId]: 'member' })
  expect(await eventsOf(app.db, organizationId, teamId)).toMatchObject([
    { action: 'team.create' },
    { action: 'team.members', after: { [ann.userId]: 'member', [ben.userId]: 'member' } },
    {
      action: 'team.members',
      before: { [ann.userId]: 'member', [ben.userId]: 'member', [cem.userId]: null },
      after: { [ann.userId]: 'owner', [ben.userId]: null, [cem.userId]: 'member' },
    },
  ])
})

test('one unknown member prevents the whole change', async () => {
  const { organizationId, members, update } = await aTeam()
  const ann = await app.aMember(organizationId, 'edit')
  const stranger = await app.aPerson()
  for (const name of [stranger.userId, stranger.email, 'nobody', 'nobody@example.org']) {
    await expect(update({ add: [ann.userId, name] })).rejects.toMatchObject({ status: 404 })
    await expect(update({ add: [ann.userId], remove: [name] })).rejects.toMatchObject({ status: 404 })
    const roles = { [ann.userId]: { role: 'owner' }, [name]: { role: 'owner' } }
    await expect(update({ memberships: roles })).rejects.toMatchObject({ status: 404 })
  }
  await expect(update({})).rejects.toMatchObject({ status: 400 })
  await expect(update({ add: ['not an id'] })).rejects.toMatchObject({ status: 400 })
  const many = (length: number) => Array.from({ length }, () => ann.userId)
  await expect(update({ add: many(1001) })).rejects.toMatchObject({ status: 400 })
  const unknownMembers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`u${index}`, { role: 'member' }]))
  await expect(update({ memberships: unknownMembers(1001) })).rejects.toMatchObject({ status: 400 })
  await expect(update({ memberships: unknownMembers(1000) })).rejects.toMatchObject({ status: 404 })
  expect(await members()).toEqual({})
  await update({ add: many(1000) })
  expect(await members()).toEqual({ [ann.userId]: 'member' })
})

test('an unverified address cannot be used to add its member to a team', async () => {
  const { organizationId, members, update } = await aTeam()
  const ann = await app.aMember(organizationId, 'read')
  await setPassword(app, ann)
  const refusal = { status: 409, message: expect.stringContaining('isn’t verified') }
  await expect(update({ add: [ann.email] })).rejects.toMatchObject(refusal)
  const roles = { [ann.email]: { role: 'owner' } }
  await expect(update({ memberships: roles })).rejects.toMatchObject(refusal)
  expect(await members()).toEqual({})
  await update({ add: [ann.userId] })
  await update({ remove: [ann.email] })
  expect(await members()).toEqual({})
  await setPassword(app, ann, true)
  await update({ add: [ann.email] })
  expect(await members()).toEqual({ [ann.userId]: 'member' })
})

test('an error does not reveal whether someone else has an account', async () => {
  const { update } = await aTeam()
  const stranger = await app.aPerson()
  for (const email of [stranger.email, 'nobody@example.org']) {
    const refusal = update({ add: [email] })
    await expect(refusal).rejects.toMatchObject({ status: 404, message: `There is no member ${email}` })
  }
})

test('a single member can be added and removed', async () => {
  const { organizationId, params, as, members } = await aTeam()
  const ann = await app.aMember(organizationId, 'edit')
  const path = { ...params, userId: ann.userId }
  await as(api.teamMembers.put, { params: path })
  expect(await members()).toEqual({ [ann.userId]: 'member' })
  await as(api.teamMembers.put, { params: path, body: { role: 'owner' } })
  await as(api.teamMembers.put, { params: path })
  expect(await members()).toEqual({ [ann.userId]: 'owner' })
  const unknown = as(api.teamMembers.put, { params: { ...params, userId: 'nobody' } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
  await as(api.teamMembers.delete, { params: path })
  await expect(as(api.teamMembers.delete, { params: path })).rejects.toMatchObject({ status: 404 })
})

test('members are listed by name with their organization membership', async () => {
  const { organizationId, params, as, update } = await aTeam()
  const people = []
  for (const displayName of ['Cem', 'ann', 'Ben']) {
    const person = await app.aMember(organizationId, 'edit')
    await app.as(person)(api.users.update, { params: { userId: person.userId }, body: { displayName } })
    people.push(person.userId)
  }
  await update({ add: people })
  const first = await as(api.teamMembers.list, { params, query: { limit: 2 } })
  const rest = await as(api.teamMembers.list, { params, query: { page: first.next?.page ?? '' } })
  const items = [...first.items, ...rest.items]
  expect(items.map(({ organization: { user } }) => user.displayName)).toEqual(['ann', 'Ben', 'Cem'])
  expect(items[0]).toMatchObject({ organization: { role: 'edit', teams: 1 }, permissions: { view: true } })
})

test('concurrent changes of the same members are applied one after the other', async () => {
  const { organizationId, teamId, members, update } = await aTeam()
  const people = await Promise.all(Array.from({ length: 4 }, () => app.aMember(organizationId, 'edit')))
  const ids = people.map(({ userId }) => userId)
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      update(index % 2 ? { add: ids } : { memberships: { [ids[index % 4] ?? '']: { role: 'owner' } } }),
    ),
  )
  const now = await members()
  expect(Object.keys(now).sort()).toEqual([...ids].sort())
  // The log is consistent: each call starts from what the previous one left.
  const state: Record<string, unknown> = {}
  for (const { before, after } of (await eventsOf(app.db, organizationId, teamId)).slice(1)) {
    for (const [userId, role] of Object.entries(before ?? {})) expect(state[userId] ?? null).toBe(role)
    Object.assign(state, after)
  }
  expect(state).toEqual(now)
})

test('a member who leaves the organization while being added does not join the team', async () => {
  const { organizationId, as, params, members } = await aTeam()
  const people = await Promise.all(Array.from({ length: 6 }, () => app.aMember(organizationId, 'edit')))
  const outcomes = await Promise.allSettled(
    people.flatMap(({ userId }) => [
      as(api.teamMembers.put, { params: { ...params, userId } }),
      as(api.members.delete, { params: { organizationId, userId } }),
    ]),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.status).toBe(404)
  }
  expect(await members()).toEqual({})
})
