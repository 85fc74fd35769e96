import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, page } from '#testing/change-requests.ts'

const app = useTestApp()

test('requests can be filtered by the verdict of their current reviews', async () => {
  const { organizationId, as, request, propose, patch, of } = await aSpaceIn(app)
  const reviewer = app.as(await app.aMember(organizationId, 'review'))
  const one = await request('One')
  await propose(one.id, [page('A')])
  await patch(one.id, { status: 'open' })
  const subjects = async (verdict: 'approved' | 'changes-requested') => {
    const query = { verdict }
    const { items } = await as(api.changeRequests.listInOrganization, { params: { organizationId }, query })
    return items.map(({ subject }) => subject)
  }
  const review = (status: 'approved' | 'changes-requested') =>
    reviewer(api.changeRequestReviews.create, { ...of(one.id), body: { status } })
  expect(await subjects('approved')).toEqual([])
  await review('changes-requested')
  expect(await subjects('changes-requested')).toEqual(['One'])
  expect(await subjects('approved')).toEqual([])
  await review('approved')
  expect(await subjects('changes-requested')).toEqual([])
  expect(await subjects('approved')).toEqual(['One'])
  await propose(one.id, [page('B')])
  expect(await subjects('approved')).toEqual([])
})

test('a request is pending for a reviewer until they review it, and again after another request', async () => {
  const { organizationId, as, request, of } = await aSpaceIn(app)
  const person = await app.aMember(organizationId, 'review')
  const { id } = await request('One')
  const ask = () => as(api.changeRequestReviews.request, { ...of(id), body: { users: [person.userId] } })
  const pendingIds = async () => {
    const query = { pendingReviewer: person.userId }
    return (await as(api.changeRequests.listInOrganization, { params: { organizationId }, query })).count
  }
  expect(await pendingIds()).toBe(0)
  await ask()
  expect(await pendingIds()).toBe(1)
  await app.as(person)(api.changeRequestReviews.create, { ...of(id), body: { status: 'changes-requested' } })
  expect(await pendingIds()).toBe(0)
  await ask()
  expect(await pendingIds()).toBe(1)
})
