import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'
import { newId } from '../ids.ts'
import { mergeRequest } from './merge-request.ts'
import { readAhead } from './read-ahead.ts'
import { check } from './rebuild.ts'

const app = useTestApp()

const pages = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    page(`Page ${i}`, `Word${i}.\n\n## Part\n\n[away](https://example.org/${i})`),
  )

async function aRequestOf(count: number) {
  const space = await aSpaceIn(app)
  const { id: changeRequestId } = await space.request()
  const { changes } = await space.propose(changeRequestId, pages(count))
  return { ...space, changeRequestId, ref: { ...space.at, changeRequestId }, changes }
}

test('a merge of many pages has the same search, links and checks as one of few', async () => {
  const { merge, changeRequestId, ref, at, as, params } = await aRequestOf(45)
  const read = await readAhead(app.db, ref)
  expect(read.size).toBe(45)
  expect((await merge(changeRequestId)).result).toBe('merge')
  expect(await check(app.db, at)).toEqual([])
  const { items } = await as(api.search.space, { params, query: { query: 'word33' } })
  expect(items.map(({ title }) => title)).toEqual(['Page 33'])
  expect((await as(api.spaceLinks.list, { params, query: {} })).count).toBe(45)
})

test('changes after the read-ahead are merged too', async () => {
  const { propose, changeRequestId, ref, at, as, params, changes, admin } = await aRequestOf(30)
  const read = await readAhead(app.db, ref)
  const [made] = changes
  const id = made?.object === 'created_page' ? made.page.id : ''
  const document = { markdown: 'Afterthought.' }
  await propose(changeRequestId, [{ operation: 'update_page', page: id, document }])
  const how = { by: admin.userId, now: new Date(), newId }
  const merged = await app.db.transaction().execute((tx) => mergeRequest(tx, { ...ref, ...how }, read))
  expect(merged.result).toBe('done')
  expect(await check(app.db, at)).toEqual([])
  const { items } = await as(api.search.space, { params, query: { query: 'afterthought' } })
  expect(items.map(({ title }) => title)).toEqual(['Page 0'])
})

test('a request with few pages is not read ahead', async () => {
  const { ref } = await aRequestOf(3)
  expect((await readAhead(app.db, ref)).size).toBe(0)
})
