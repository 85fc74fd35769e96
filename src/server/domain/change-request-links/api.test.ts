import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, remove, write } from '#testing/change-requests.ts'

const app = useTestApp()

/** Pages A and B, where B links to A and to a missing page, and a change request on them. */
async function aRequest() {
  const space = await aSpaceIn(app)
  const text = '[a](a.md) [gone](gone.md) [out](https://example.org)'
  const [a = '', b = ''] = createdBy(await space.edit([page('A', 'Text'), page('B', text)]))
  const { id } = await space.request()
  const links = (query: { status?: 'ok' | 'broken'; brokenContext?: 'change-request' | 'space' } = {}) =>
    space.as(api.changeRequestLinks.list, { ...space.of(id), query })
  return { ...space, a, b, id, links }
}

test('a request without changes has the links of the space', async () => {
  const { links } = await aRequest()
  const answer = await links()
  expect(api.changeRequestLinks.list.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ count: 3, stats: { total: 3, broken: { total: 1, changeRequest: 0 } } })
  expect((await links({ brokenContext: 'change-request' })).items).toEqual([])
  expect((await links({ brokenContext: 'space' })).count).toBe(1)
  expect(answer.items[0]).toMatchObject({
    targetReference: { kind: 'page', page: { title: 'A' }, versionContext: { type: 'changeRequest' } },
  })
})

test('deleting a page in a request breaks links on unchanged pages', async () => {
  const { links, id, a, propose, space, as, params } = await aRequest()
  await propose(id, [remove(a)])
  const broken = await links({ brokenContext: 'change-request' })
  expect(broken).toMatchObject({
    count: 1,
    items: [{ status: 'broken', locationReferences: [{ page: { title: 'B' } }], locationsTotal: 1 }],
    stats: { total: 3, broken: { total: 2, changeRequest: 1 } },
  })
  expect(broken.items[0]).not.toHaveProperty('targetReference')
  const inSpace = await as(api.spaceLinks.list, { params, query: { status: 'broken' } })
  expect(inSpace).toMatchObject({ count: 1, stats: { broken: { total: 1 } } })
  expect(inSpace.stats.broken).not.toHaveProperty('changeRequest')
  expect((await space()).comments).toBe(0)
})

test('a broken link counts for the request only if the request added it', async () => {
  const { links, id, b, propose } = await aRequest()
  await propose(id, [page('C', '[b](b.md)'), write(b, '[gone](gone.md) [c](c.md) [lost](lost.md)')])
  const { items, stats } = await links()
  expect(stats).toEqual({ total: 4, broken: { total: 2, changeRequest: 1 } })
  const targets = items.flatMap(({ targetReference: to }) => (to?.kind === 'page' ? [to.page.title] : []))
  expect(targets.sort()).toEqual(['B', 'C'])
  await propose(id, [write(b, 'No links')])
  expect((await links()).stats).toEqual({ total: 1, broken: { total: 0, changeRequest: 0 } })
})

test('pages added to the space since then count as targets too', async () => {
  const { links, id, a, edit, propose } = await aRequest()
  await propose(id, [remove(a)])
  await edit([page('Later', '[a](a.md) [b](b.md)')])
  const [broken] = (await links({ brokenContext: 'change-request' })).items
  const titles = broken?.locationReferences.map((one) => (one.kind === 'page' ? one.page.title : one.kind))
  expect(titles?.sort()).toEqual(['B', 'Later'])
})

test('a link in the table of contents breaks with its target', async () => {
  const { links, id, a, edit, propose } = await aRequest()
  await edit([{ operation: 'insert_page', type: 'link', title: 'To A', target: { kind: 'page', page: a } }])
  const before = await links({ status: 'ok' })
  expect(before.items.map(({ locationsTotal }) => locationsTotal)).toContain(2)
  await propose(id, [remove(a)])
  expect((await links({ brokenContext: 'change-request' })).items).toMatchObject([{ locationsTotal: 2 }])
})

test('a request of another space is not found', async () => {
  const one = await aRequest()
  const other = await aSpaceIn(app)
  const params = { spaceId: other.spaceId, changeRequestId: one.id }
  const refusal = other.as(api.changeRequestLinks.list, { params, query: {} })
  await expect(refusal).rejects.toMatchObject({ status: 404, type: 'not_found' })
})

test('removing a heading in a request breaks links to it, and adding one repairs them', async () => {
  const space = await aSpaceIn(app)
  const [a = '', b = ''] = createdBy(
    await space.edit([page('A', '## Old\n\n[own](#old)'), page('B', '[old](a.md#old) [new](a.md#new)')]),
  )
  const { id } = await space.request()
  const links = () =>
    space.as(api.changeRequestLinks.list, { ...space.of(id), query: { brokenContext: 'change-request' } })
  const ofPage = (pageId: string) =>
    space.as(api.changeRequestContent.pageLinks, { params: { ...space.of(id).params, pageId } })
  expect((await links()).stats).toEqual({ total: 3, broken: { total: 1, changeRequest: 0 } })
  await space.propose(id, [write(a, '## New\n\n[own](#old)')])
  const { items, stats } = await links()
  expect(stats).toEqual({ total: 3, broken: { total: 2, changeRequest: 2 } })
  expect(items.map(({ missing, targetReference: to }) => [missing, to?.kind])).toEqual([
    ['anchor', 'page'],
    ['anchor', 'page'],
  ])
  expect((await ofPage(b)).stats).toMatchObject({ total: 2, broken: { total: 1 } })
  expect((await ofPage(a)).items).toMatchObject([{ status: 'broken', missing: 'anchor' }])
  await space.propose(id, [write(a, '## New\n\n## Old\n\n[own](#old)')])
  expect((await links()).stats).toEqual({ total: 3, broken: { total: 0, changeRequest: 0 } })
})
