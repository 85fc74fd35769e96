import { describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { aProposalIn, page, threeParts as text, update, write } from '#testing/change-requests.ts'
import { check } from '../../content/rebuild.ts'

const app = useTestApp()
const aProposal = () => aProposalIn(app)

describe('concurrent changes', () => {
  test('two requests merged concurrently are both applied', async () => {
    const { id, a, b, ...space } = await aProposal()
    const { id: other } = await space.request()
    await space.propose(id, [write(a, text.replace('one', 'ONE')), page('C')])
    await space.propose(other, [write(a, text.replace('three', 'THREE')), page('D', '', b)])
    const merged = await Promise.all([space.merge(id), space.merge(other)])
    expect(merged.map(({ result }) => result)).toEqual(['merge', 'merge'])
    expect(await space.text(a)).toBe('ONE\n\ntwo\n\nTHREE\n')
    expect((await space.tree()).map(({ title }) => title).sort()).toEqual(['A', 'B', 'C'])
    expect(await check(app.db, space.at)).toEqual([])
  })

  test('of two conflicting requests one is merged and the other reports conflicts', async () => {
    const { id, a, ...space } = await aProposal()
    const { id: other } = await space.request()
    await space.propose(id, [update(a, { title: 'X' })])
    await space.propose(other, [update(a, { title: 'Y' })])
    const merged = await Promise.all([space.merge(id), space.merge(other)])
    expect(merged.map(({ result }) => result).sort()).toEqual(['conflicts', 'merge'])
    expect(await space.space()).toMatchObject({ changeRequests: 2, changeRequestsDraft: 1 })
  })

  test('a request merged twice concurrently is merged once', async () => {
    const { id, a, ...space } = await aProposal()
    await space.propose(id, [write(a, 'x')])
    const both = await Promise.allSettled([space.merge(id), space.merge(id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await space.space()).toMatchObject({ changeRequestsDraft: 0, changeRequestsOpen: 0 })
  })

  test('a merge, edits of the space and edits of the request lose nothing', async () => {
    const { id, a, ...space } = await aProposal()
    await space.propose(id, [write(a, text.replace('two', 'TWO')), page('In the request')])
    const titles = Array.from({ length: 6 }, (_, index) => `Live ${index}`)
    const late = space.propose(id, [page('Late')]).then(
      () => true,
      () => false,
    )
    const [merged, isLate] = await Promise.all([
      space.merge(id),
      late,
      ...titles.map((title) => space.edit([page(title)])),
    ])
    expect(merged.result).toBe('merge')
    const there = (await space.tree()).map(({ title }) => title)
    const own = (await space.treeOf(id)).map(({ title }) => title)
    expect(there).toEqual(expect.arrayContaining(['A', 'B', 'In the request', ...titles]))
    // An edit after the merge is refused; one before it is part of it.
    expect([own.includes('Late'), there.includes('Late')]).toEqual([isLate, isLate])
    expect(await space.text(a)).toContain('TWO')
    expect(await check(app.db, space.at)).toEqual([])
  })

  test('updates during edits of the space leave a request that can be merged', async () => {
    const { id, a, ...space } = await aProposal()
    await space.propose(id, [write(a, text.replace('two', 'TWO'))])
    await Promise.all([
      space.takeIn(id),
      space.edit([page('C')]),
      space.takeIn(id),
      space.propose(id, [page('D')]),
      space.edit([write(a, text.replace('three', 'THREE'))]),
    ])
    expect((await space.merge(id)).result).toBe('merge')
    expect(await space.text(a)).toBe('one\n\nTWO\n\nTHREE\n')
    expect((await space.tree()).map(({ title }) => title).sort()).toEqual(['A', 'B', 'C', 'D'])
    expect(await check(app.db, space.at)).toEqual([])
  })
})
