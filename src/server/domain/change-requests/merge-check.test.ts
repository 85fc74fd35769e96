import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, update, write } from '#testing/change-requests.ts'

const app = useTestApp()

async function aSpace() {
  const space = await aSpaceIn(app)
  const [a = '', b = ''] = createdBy(await space.edit([page('A', 'one\n\ntwo\n\nthree\n'), page('B')]))
  const propose = async (...changes: Parameters<typeof space.propose>[1]) => {
    const { id } = await space.request()
    await space.propose(id, changes)
    return id
  }
  const check = (id: string, person: Person = space.admin) =>
    app.as(person)(api.changeRequests.mergeCheck, space.of(id))
  return { ...space, a, b, request: propose, check }
}

test('a request without obstacles can be merged', async () => {
  const { request, check, a, ...space } = await aSpace()
  const id = await request(update(a, { title: 'Alpha' }))
  const checked = await check(id)
  expect(api.changeRequests.mergeCheck.response.parse(checked)).toEqual(checked)
  expect(checked).toMatchObject({
    mergeable: true,
    revision: (await space.space()).revision,
    obstacles: [],
    conflicts: 0,
    overlaps: [],
    order: [{ id, number: 1 }],
    conflicting: [],
    compared: 0,
  })
})

test('a check changes nothing', async () => {
  const { request, check, a, ...space } = await aSpace()
  const id = await request(update(a, { title: 'Alpha' }))
  const before = [await space.space(), await space.look(id), await space.tree()]
  await check(id)
  expect([await space.space(), await space.look(id), await space.tree()]).toEqual(before)
  const { count } = await space.as(api.revisions.list, { params: space.params })
  expect(count).toBe(2)
})

test('conflicts and a final status block a merge, being outdated does not', async () => {
  const { request, check, a, ...space } = await aSpace()
  const id = await request(update(a, { title: 'Mine' }))
  await space.edit([page('C')])
  await space.edit([page('D')])
  expect(await check(id)).toMatchObject({
    mergeable: true,
    obstacles: [{ type: 'outdated', blocks: false, behind: 2 }],
  })
  await space.edit([update(a, { title: 'Yours' })])
  expect(await check(id)).toMatchObject({
    mergeable: false,
    conflicts: 1,
    obstacles: [
      { type: 'conflicts', blocks: true, count: 1 },
      { type: 'outdated', behind: 3 },
    ],
    order: [],
    conflicting: [{ id }],
  })
  await space.patch(id, { status: 'archived' })
  expect(await check(id)).toMatchObject({
    mergeable: false,
    obstacles: [{ type: 'status', status: 'archived' }, {}],
  })
})

test('pending reviews, requested changes and outdated approvals are warnings', async () => {
  const { request, check, a, ...space } = await aSpace()
  const id = await request(write(a, 'x'))
  const people = {
    ann: await app.aMember(space.organizationId, 'review'),
    ben: await app.aMember(space.organizationId, 'review'),
  }
  const review = (person: Person, status: 'approved' | 'changes-requested') =>
    app.as(person)(api.changeRequestReviews.create, { ...space.of(id), body: { status } })
  const kinds = async () =>
    (await check(id)).obstacles.map((one) => [one.type, 'user' in one ? one.user.id : '', one.blocks])
  await space.as(api.changeRequestReviews.request, { ...space.of(id), body: { users: [people.ann.userId] } })
  expect(await kinds()).toEqual([['review-requested', people.ann.userId, false]])
  await review(people.ann, 'approved')
  await review(people.ben, 'changes-requested')
  expect(await kinds()).toEqual([['changes-requested', people.ben.userId, false]])
  await review(people.ben, 'approved')
  expect(await kinds()).toEqual([])
  await space.propose(id, [page('More')])
  expect((await kinds()).sort()).toEqual([
    ['outdated-approval', people.ben.userId, false],
    ['review-requested', people.ann.userId, false],
  ])
})

test('other requests that change the same pages are listed with an order in which all can be merged', async () => {
  const { request, check, a, b, ...space } = await aSpace()
  const first = await request(update(a, { title: 'First' }))
  const own = await request(write(a, 'ONE\n\ntwo\n\nthree\n'), update(b, { title: 'Beta' }))
  const beside = await request(write(a, 'one\n\ntwo\n\nTHREE\n'))
  const clashing = await request(update(b, { title: 'Other' }))
  await request(page('Elsewhere'))
  const gone = await request(update(a, { title: 'Gone' }))
  await space.patch(gone, { status: 'archived' })
  const checked = await check(own)
  expect(checked.overlaps).toMatchObject([
    { changeRequest: { id: first, number: 1, status: 'draft' }, pages: [{ id: a }], pagesTotal: 1 },
    { changeRequest: { id: beside }, pages: [{ id: a }] },
    { changeRequest: { id: clashing }, pages: [{ id: b, title: 'Beta' }] },
  ])
  expect(checked.order.map(({ id }) => id)).toEqual([first, own, beside])
  expect(checked.conflicting.map(({ id }) => id)).toEqual([clashing])
  expect([checked.mergeable, checked.compared]).toEqual([true, 4])
  for (const { id } of checked.order) expect((await space.merge(id)).result).toBe('merge')
  expect(await space.merge(clashing)).toMatchObject({ result: 'conflicts' })
})

test('at most 50 other requests are compared', async () => {
  const { request, check, a } = await aSpace()
  const own = await request(update(a, { title: 'Own' }))
  for (let index = 0; index < 52; index++) await request(update(a, { description: `${index}` }))
  const checked = await check(own)
  expect([
    checked.compared,
    checked.overlaps.length,
    checked.order.length,
    checked.conflicting.length,
  ]).toEqual([50, 50, 2, 49])
}, 60_000)

test('readers can run the check, guests get 404', async () => {
  const { request, check, a, organizationId } = await aSpace()
  const id = await request(update(a, { title: 'Alpha' }))
  expect((await check(id, await app.aMember(organizationId, 'read'))).mergeable).toBe(true)
  await expect(check(id, await app.aMember(organizationId, null))).rejects.toMatchObject({ status: 404 })
})
