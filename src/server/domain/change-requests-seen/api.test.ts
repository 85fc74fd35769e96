import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, write } from '#testing/change-requests.ts'

const app = useTestApp()

async function aRequest() {
  const space = await aSpaceIn(app)
  const [a = '', b = ''] = createdBy(await space.edit([page('A', 'one\n'), page('B', 'two\n')]))
  const { id } = await space.request()
  await space.propose(id, [write(a, 'ONE\n'), write(b, 'TWO\n')])
  const look = (person: Person = space.admin) => app.as(person)(api.changeRequestsSeen.get, space.of(id))
  const note = (
    body: { revision?: string; addedPages?: string[]; viewedRevision?: string; removedPages?: string[] },
    person = space.admin,
  ) => app.as(person)(api.changeRequestsSeen.mark, { ...space.of(id), body })
  return { ...space, a, b, id, seen: look, note }
}

test('nothing has been seen before the first visit', async () => {
  const { seen } = await aRequest()
  expect(await seen()).toEqual({ object: 'change-request-seen', pages: [] })
})

test('the seen revision is stored with its time', async () => {
  const { seen, note, look, id, a } = await aRequest()
  const { revision } = await look(id)
  const noted = await note({ revision })
  expect(noted).toMatchObject({ revision, pages: [] })
  expect(Date.parse(noted.seenAt ?? '')).not.toBeNaN()
  expect(await seen()).toEqual(noted)
  expect((await note({ addedPages: [a] })).seenAt).toBe(noted.seenAt)
})

test('authors have seen their own edits, others have not', async () => {
  const { seen, note, look, id, propose, a, organizationId } = await aRequest()
  const reader = await app.aMember(organizationId, 'read')
  const { revision } = await look(id)
  await note({ revision })
  await note({ revision }, reader)
  await propose(id, [write(a, 'more\n')])
  expect((await seen()).revision).toBe((await look(id)).revision)
  expect((await seen(reader)).revision).toBe(revision)
})

test('a page counts as seen until the request changes it', async () => {
  const { seen, note, id, propose, a, b } = await aRequest()
  await note({ addedPages: [a] })
  expect((await note({ addedPages: [b, b] })).pages).toEqual([a, b])
  await propose(id, [write(a, 'other\n')])
  expect((await seen()).pages).toEqual([b])
  await propose(id, [page('C')])
  expect((await note({ removedPages: [b], addedPages: [a] })).pages).toEqual([a])
  expect((await seen()).pages).toEqual([a])
})

test('a page that changed after it was viewed is not marked', async () => {
  const { note, look, id, propose, a, b } = await aRequest()
  const { revision: viewedRevision } = await look(id)
  await propose(id, [write(a, 'other\n')])
  expect((await note({ addedPages: [a, b], viewedRevision })).pages).toEqual([b])
  await expect(note({ addedPages: [a], viewedRevision: 'nowhere' })).rejects.toMatchObject({ status: 404 })
})

test('each user has their own state, even with only the role read', async () => {
  const { seen, note, organizationId, a } = await aRequest()
  const reader = await app.aMember(organizationId, 'read')
  await note({ addedPages: [a] })
  expect((await seen(reader)).pages).toEqual([])
  expect((await note({ addedPages: [a] }, reader)).pages).toEqual([a])
})

test('an unknown revision is refused, and guests get 404', async () => {
  const { seen, note, organizationId } = await aRequest()
  await expect(note({ revision: 'nowhere' })).rejects.toMatchObject({ status: 404 })
  const guest = await app.aMember(organizationId, null)
  await expect(seen(guest)).rejects.toMatchObject({ status: 404 })
  await expect(note({}, guest)).rejects.toMatchObject({ status: 404 })
})

test('pages marked concurrently in two windows are both stored', async () => {
  const { seen, note, a, b } = await aRequest()
  await Promise.all([note({ addedPages: [a] }), note({ addedPages: [b] })])
  expect([...(await seen()).pages].sort()).toEqual([a, b].sort())
})
