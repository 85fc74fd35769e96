import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { useTestApp } from '#testing/app.ts'
import { openEventStream } from '#testing/event-streams.ts'

const app = useTestApp()

async function twoSpaces() {
  const { organizationId, admin } = await app.anOrganization()
  const [as, params] = [app.as(admin), { organizationId }]
  const one = await as(api.spaces.create, { params, body: { title: 'One' } })
  const two = await as(api.spaces.create, { params, body: { title: 'Two' } })
  const titles = async () =>
    (await as(api.spaces.list, { params, query: {} })).items.map(({ title }) => title).sort()
  const rename = (id: string, title: string) =>
    as(api.spaces.update, { params: { spaceId: id }, body: { title } })
  return { organizationId, admin, one: one.id, two: two.id, titles, rename }
}

const isUpdateOf =
  (id: string) =>
  (event: ChangeEvent): boolean =>
    event.type === 'space.updated' && event.id === id

/** A transaction that changes a title, holds everything that it locked, and commits on request. */
function openTransaction(spaceId: string, title: string) {
  const changed = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<boolean>()
  const done = app.db
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('space').set({ title }).where('id', '=', spaceId).execute()
      changed.resolve()
      if (!(await ends.promise)) throw new Error('Rolled back')
    })
    .catch(() => undefined)
  const end = async (commits: boolean) => {
    ends.resolve(commits)
    await done
  }
  return { changed: changed.promise, commit: () => end(true), rollBack: () => end(false) }
}

test('a change that is committed after later ones is in lists and events as soon as it is committed', async () => {
  const { organizationId, admin, one, two, titles, rename } = await twoSpaces()
  const stream = await openEventStream(await app.address(), admin, organizationId)
  const long = openTransaction(one, 'Late')
  await long.changed
  expect(await titles()).toEqual(['One', 'Two'])
  // The open transaction has the earlier row of a change, and the later ones wait neither for it nor for each other.
  for (const title of ['Second', 'Third']) {
    await rename(two, title)
    expect(await titles()).toEqual(['One', title])
  }
  await stream.waitFor(isUpdateOf(two))
  expect(stream.events.filter(isUpdateOf(one))).toEqual([])
  await long.commit()
  expect(await titles()).toEqual(['Late', 'Third'])
  await stream.waitFor(isUpdateOf(one))
  stream.close()
})

test('a transaction that is rolled back leaves lists and events as they are', async () => {
  const { organizationId, admin, one, two, titles, rename } = await twoSpaces()
  const stream = await openEventStream(await app.address(), admin, organizationId)
  const undone = openTransaction(one, 'Never')
  await undone.changed
  await undone.rollBack()
  expect(await titles()).toEqual(['One', 'Two'])
  await rename(two, 'After')
  await stream.waitFor(isUpdateOf(two))
  expect(stream.events.filter(isUpdateOf(one))).toEqual([])
  stream.close()
})

test('the changes of one object arrive in their order, all of them, from any instance', async () => {
  const { organizationId, admin, one, two } = await twoSpaces()
  const stream = await openEventStream(await app.address(), admin, organizationId)
  const rounds = Array.from({ length: 30 }, (_, round) => round)
  const as = app.as(admin)
  await Promise.all(
    [one, two].map(async (spaceId) => {
      for (const round of rounds)
        await as(api.spaces.update, { params: { spaceId }, body: { title: `${round}` } })
    }),
  )
  const versionsOf = (id: string) => stream.events.filter(isUpdateOf(id)).map(({ version = 0 }) => version)
  const last = async (id: string) => (await as(api.spaces.get, { params: { spaceId: id } })).version
  for (const id of [one, two]) {
    const version = await last(id)
    await stream.waitFor(() => versionsOf(id).includes(version))
    expect(versionsOf(id)).toEqual(versionsOf(id).toSorted((a, b) => a - b))
  }
  stream.close()
  await expect
    .poll(() => app.db.selectFrom('pending_change').select('id').execute(), { timeout: 20_000 })
    .toEqual([])
})

test('the stamp counts each committed change for good, before and after it was sent', async () => {
  const { organizationId, one } = await twoSpaces()
  const stamp = async () =>
    (
      await app.db
        .selectFrom('organization_stamp')
        .select('stamp')
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
    ).stamp
  let before = await stamp()
  for (let round = 0; round < 20; round++) {
    await app.db
      .updateTable('space')
      .set({ title: `${round}` })
      .where('id', '=', one)
      .execute()
    const after = await stamp()
    expect(after).toBe(before + 1)
    before = after
  }
})
