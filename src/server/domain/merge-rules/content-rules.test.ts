import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { MergeRule } from '#contract/merge-rules.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, remove, update, write } from '#testing/change-requests.ts'

const app = useTestApp()

/** The pages `guides` with `guides/start`, and `api`, which links to the first, with rules and a request. */
async function aRuledSpace(rules: (people: { owner: Person; other: Person }) => MergeRule[]) {
  const space = await aSpaceIn(app)
  const [guides = '', api_ = ''] = createdBy(
    await space.edit([page('Guides', '## Setup'), page('API', '[guides](guides.md#setup)')]),
  )
  const [start = ''] = createdBy(await space.edit([page('Start', '', guides)]))
  const owner = await app.aMember(space.organizationId, 'review')
  const other = await app.aMember(space.organizationId, 'review')
  await space.as(api.mergeRules.setForSpace, {
    params: { spaceId: space.spaceId },
    body: { rules: rules({ owner, other }) },
  })
  const { id } = await space.request()
  await space.patch(id, { status: 'open' })
  const check = () => space.as(api.changeRequests.mergeCheck, space.of(id))
  return {
    ...space,
    pages: { guides, api: api_, start },
    owner,
    other,
    id,
    check,
    change: (...changes: ContentChangeInput[]) => space.propose(id, changes),
    rule: async () => (await check()).rules[0],
    approve: (person: Person) =>
      app.as(person)(api.changeRequestReviews.create, { ...space.of(id), body: { status: 'approved' } }),
  }
}

test('a description is required, saved and removed', async () => {
  const { id, spaceId, as, of, check, merge, rule } = await aRuledSpace(() => [
    { rule: 'require_change_request_description' },
  ])
  await expect(merge(id)).rejects.toMatchObject({
    status: 412,
    message: expect.stringContaining('needs a des'),
  })
  const describe = (markdown: string) =>
    as(api.changeRequests.update, { ...of(id), body: { description: { markdown } } })
  expect(await describe('Because of *torque*.\n')).toMatchObject({
    description: { markdown: 'Because of *torque*.' },
  })
  expect(await check()).toMatchObject({ mergeable: true })
  const listed = await as(api.changeRequests.list, {
    params: { spaceId },
    query: { status: ['draft', 'open'] },
  })
  expect(listed.items).toMatchObject([{ id }])
  expect(listed.items[0]).not.toHaveProperty('description')
  expect(await describe('  \n')).not.toHaveProperty('description')
  expect((await rule())?.met).toBe(false)
  await expect(describe('x'.repeat(10_001))).rejects.toMatchObject({ status: 400 })
})

test('a changed page with an owner needs the approval of one of them, also where it moves', async () => {
  const { pages, id, change, approve, owner, other, check, rule, merge } = await aRuledSpace(
    ({ owner: one }) => [
      { rule: 'require_path_owners', owners: [{ pattern: '/guides/**', users: [one.userId] }] },
    ],
  )
  await change(write(pages.api, 'No links'))
  expect(await rule()).toMatchObject({ met: true, owners: [] })
  await change(write(pages.start, 'First steps'))
  await approve(other)
  const checked = await check()
  expect(api.changeRequests.mergeCheck.response.parse(checked)).toEqual(checked)
  expect(checked.rules[0]).toMatchObject({
    met: false,
    owners: [{ pattern: '/guides/**', pages: [{ id: pages.start, title: 'Start' }], pagesTotal: 1 }],
    waitingFor: { users: [{ id: owner.userId }], teams: [] },
  })
  await expect(merge(id)).rejects.toMatchObject({
    status: 412,
    message: expect.stringContaining('an owner of /guides/** must approve it'),
  })
  await approve(owner)
  expect(await check()).toMatchObject({ mergeable: true })
  // The folder moves, and the page below it with it.
  await change(update(pages.guides, { slug: 'handbook' }))
  expect(await rule()).toMatchObject({ met: false, owners: [{ pagesTotal: 2 }] })
  await approve(owner)
  expect(await merge(id)).toMatchObject({ result: 'merge' })
})

test('a link that the request breaks is named, and one that was broken before is not', async () => {
  const { pages, id, edit, change, check, merge } = await aRuledSpace(() => [
    { rule: 'require_no_broken_links' },
  ])
  await edit([page('Old', '[gone](gone.md)')])
  await change(write(pages.guides, '## Install'))
  const checked = await check()
  expect(api.changeRequests.mergeCheck.response.parse(checked)).toEqual(checked)
  expect(checked.rules[0]?.brokenLinks).toEqual({
    count: 1,
    fromOtherSpaces: 0,
    items: [{ page: { id: pages.api, title: 'API' }, target: 'Guides#setup', missing: 'anchor' }],
  })
  await change(write(pages.guides, '## Setup\n\n[lost](lost.md)'), remove(pages.start))
  expect((await check()).rules[0]?.brokenLinks?.items).toMatchObject([
    { page: { title: 'Guides' }, target: 'lost.md', missing: 'target' },
  ])
  await expect(merge(id)).rejects.toMatchObject({
    status: 412,
    message: expect.stringContaining('it breaks links: lost.md on “Guides”'),
  })
  await change(write(pages.guides, '## Setup'))
  expect(await check()).toMatchObject({ mergeable: true })
})
