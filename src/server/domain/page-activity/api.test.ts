import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, operationsOn, page } from '#testing/change-requests.ts'

const app = useTestApp()

test('a page names who last edited it, live or in a merged request, and the unfinished requests that change it', async () => {
  const { organizationId, spaceId, admin } = await aSpaceIn(app)
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'edit')]
  const live = (person: typeof ann, changes: Parameters<typeof propose>[1]) =>
    app.as(person)(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const propose = operationsOn(app, ben, spaceId).propose
  await live(ann, [page('A'), page('B')])
  const { pages } = await app.as(ann)(api.spaceContent.pages, { params: { spaceId } })
  const [a = '', b = ''] = ['A', 'B'].map((title) => pages.find((one) => one.title === title)?.id)
  const activity = (pageId: string) => app.as(ann)(api.pageActivity.get, { params: { spaceId, pageId } })
  expect(await activity(a)).toMatchObject({ editedBy: { id: ann.userId }, changeRequests: [] })
  const { id, number } = await operationsOn(app, ben, spaceId).request('Numbers')
  await propose(id, [{ operation: 'update_page', page: a, document: { markdown: 'New.\n' } }])
  expect(await activity(a)).toMatchObject({
    editedBy: { id: ann.userId },
    changeRequests: [{ id, number, subject: 'Numbers', status: 'draft' }],
  })
  expect((await activity(b)).changeRequests).toEqual([])
  await app.as(admin)(api.changeRequests.merge, { params: { spaceId, changeRequestId: id } })
  expect(await activity(a)).toMatchObject({ editedBy: { id: ben.userId }, changeRequests: [] })
  await expect(activity('nosuchpage')).rejects.toMatchObject({ status: 404 })
})

test('a page of a change request names who last edited it there; moving a page is no edit', async () => {
  const { organizationId, spaceId, admin } = await aSpaceIn(app)
  const [ann, ben] = [await app.aMember(organizationId, 'edit'), await app.aMember(organizationId, 'edit')]
  const edit = (person: typeof ann, changes: Parameters<typeof propose>[1]) =>
    app.as(person)(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const { propose, request } = operationsOn(app, ben, spaceId)
  await edit(ann, [page('A'), page('B')])
  const { pages } = await app.as(ann)(api.spaceContent.pages, { params: { spaceId } })
  const [a = '', b = ''] = ['A', 'B'].map((title) => pages.find((one) => one.title === title)?.id)
  const { id } = await request('Numbers')
  const activity = (pageId: string) =>
    app.as(admin)(api.pageActivity.getInChangeRequest, { params: { spaceId, changeRequestId: id, pageId } })
  await propose(id, [{ operation: 'update_page', page: a, document: { markdown: 'New.\n' } }])
  expect(await activity(a)).toMatchObject({ editedBy: { id: ben.userId } })
  expect(await activity(b)).toMatchObject({ editedBy: { id: ann.userId } })
  await propose(id, [{ operation: 'update_page', page: b, into: a, at: 0 }])
  expect(await activity(b)).toMatchObject({ editedBy: { id: ann.userId } })
  await edit(ben, [{ operation: 'update_page', page: b, into: a, at: 0 }])
  const live = await app.as(admin)(api.pageActivity.get, { params: { spaceId, pageId: b } })
  expect(live).toMatchObject({ editedBy: { id: ann.userId }, editedAt: (await activity(b)).editedAt })
  await expect(activity('nosuchpage')).rejects.toMatchObject({ status: 404 })
})
