import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import {
  aProposalIn,
  createdBy,
  file,
  operationsOn,
  page,
  remove,
  threeParts as text,
  update,
  write,
} from '#testing/change-requests.ts'
import { check } from '../../content/rebuild.ts'

const app = useTestApp()

async function aProposal() {
  const space = await aProposalIn(app)
  const revert = (id: string) => space.as(api.changeRequests.revert, space.of(id))
  return { ...space, revert }
}

test('a merged request is undone by a draft, and edits since the merge stay', async () => {
  const { id, a, b, revert, ...space } = await aProposal()
  const tree = await space.tree()
  const proposed = await space.propose(id, [
    update(a, {
      title: 'Alpha',
      slug: 'alpha',
      document: { markdown: `${text.replace('one', 'ONE')}![x](./x.txt)\n` },
    }),
    page('C', '', b),
    remove(b),
    file('x.txt', 'x'),
  ])
  const { revision: merged } = await space.merge(id)
  const [c = ''] = createdBy(proposed)
  expect(await space.tree()).not.toEqual(tree)
  const [d = ''] = createdBy(
    await space.edit([page('D', 'New'), write(a, (await space.text(a))?.replace('two', 'TWO') ?? '')]),
  )
  const head = await space.space()
  const reverted = await revert(id)
  expect(api.changeRequests.revert.response.parse(reverted)).toEqual(reverted)
  expect(reverted).toMatchObject({
    number: 2,
    subject: 'Revert #1 Numbers',
    status: 'draft',
    createdBy: { id: space.admin.userId },
    revisionInitial: head.revision,
    outdated: false,
  })
  expect((await space.space()).revision).toBe(head.revision)
  expect(await space.text(a)).toContain('ONE')
  const revision = await space.as(api.revisions.get, {
    params: { ...space.params, revisionId: reverted.revision },
  })
  expect(revision).toMatchObject({ type: 'edits', parents: [head.revision], changeRequest: reverted.id })
  const { changes } = await space.as(api.changeRequests.changes, {
    ...space.of(reverted.id),
    query: { limit: 100 },
  })
  expect(changes.map(({ type }) => type)).toContain('file_deleted')
  expect((await space.merge(reverted.id)).result).toBe('merge')
  expect((await space.tree()).map(({ title }) => title)).toEqual(['A', 'D', 'B'])
  expect(await space.text(a)).toBe('one\n\nTWO\n\nthree\n')
  expect(await space.text(d)).toBe('New')
  expect((await space.as(api.spaceContent.files, { params: space.params })).count).toBe(0)
  await expect(space.text(c)).rejects.toMatchObject({ status: 404 })
  expect(await check(app.db, space.at)).toEqual([])
  const events = await eventsOf(app.db, space.organizationId, id)
  expect(events.at(-1)).toMatchObject({
    action: 'change-request.revert',
    after: { changeRequest: reverted.id, subject: 'Revert #1 Numbers' },
  })
  expect((await eventsOf(app.db, space.organizationId, reverted.id))[0]?.action).toBe('change-request.create')
  expect(await space.look(id)).toMatchObject({ status: 'merged', revisionMerged: merged })
})

test('a reversal can be reverted, which restores the first merge', async () => {
  const { id, a, revert, ...space } = await aProposal()
  await space.propose(id, [write(a, 'New')])
  await space.merge(id)
  const tree = await space.tree()
  const first = await revert(id)
  await space.merge(first.id)
  expect(await space.text(a)).toBe(text)
  const second = await revert(first.id)
  expect(second.subject).toBe('Revert #2 Revert #1 Numbers')
  await space.merge(second.id)
  expect(await space.tree()).toEqual(tree)
  expect(await space.text(a)).toBe('New')
})

test('a reversal that conflicts with later edits lists them, and is merged once they are resolved', async () => {
  const { id, a, b, revert, ...space } = await aProposal()
  await space.propose(id, [write(a, text.replace('one', 'ONE')), page('C', 'Added')])
  const { revision: merged } = await space.merge(id)
  const c = (await space.tree()).find(({ title }) => title === 'C')?.id ?? ''
  await space.edit([write(a, text.replace('one', 'Eins')), write(c, 'Edited'), update(b, { title: 'Beta' })])
  const reverted = await revert(id)
  expect(reverted).toMatchObject({ revisionInitial: merged, outdated: true })
  const conflicts = await space.conflicts(reverted.id)
  expect(conflicts.map(({ page: on, kind, theirs, ours }) => [on.id, kind, theirs, ours])).toEqual([
    [a, 'block', 'Eins', 'one'],
    [c, 'page', expect.anything(), undefined],
  ])
  expect((await space.merge(reverted.id)).result).toBe('conflicts')
  const [first, second] = conflicts
  const resolutions = [
    { conflict: first?.id ?? '', take: 'request' as const },
    { conflict: second?.id ?? '', take: 'primary' as const },
  ]
  expect((await space.takeIn(reverted.id, resolutions)).result).toBe('update')
  expect((await space.merge(reverted.id)).result).toBe('merge')
  expect(await space.text(a)).toBe(text)
  expect(await space.text(c)).toBe('Edited')
  expect((await space.tree()).map(({ title }) => title)).toEqual(['A', 'Beta', 'C'])
})

test('only merged requests can be reverted, by people who can edit, and only while the space has their changes', async () => {
  const { id, a, revert, ...space } = await aProposal()
  await expect(revert(id)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  await space.propose(id, [write(a, 'New')])
  await space.patch(id, { status: 'archived' })
  await expect(revert(id)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  await space.patch(id, { status: 'open', subject: 'x'.repeat(100) })
  await space.merge(id)
  await expect(revert('99')).rejects.toMatchObject({ status: 404 })
  const reader = operationsOn(app, await app.aMember(space.organizationId, 'read'), space.spaceId)
  await expect(reader.as(api.changeRequests.revert, space.of(id))).rejects.toMatchObject({ status: 403 })

  const { subject } = await revert(id)
  expect(subject).toBe(`Revert #1 ${'x'.repeat(90)}`)
  await space.edit([write(a, text)])
  await expect(revert(id)).rejects.toMatchObject({ status: 409, type: 'no_change' })

  const empty = await space.request()
  await space.merge(empty.id)
  await expect(revert(empty.id)).rejects.toMatchObject({ status: 409, type: 'no_change' })
  expect(await space.space()).toMatchObject({ changeRequests: 3, changeRequestsDraft: 1 })
})

test('a locked space accepts a reversal', async () => {
  const { id, a, revert, ...space } = await aProposal()
  await space.propose(id, [write(a, 'New')])
  await space.merge(id)
  await space.as(api.spaces.update, { params: space.params, body: { editMode: 'locked' } })
  const reverted = await revert('1')
  expect((await space.merge(reverted.id)).result).toBe('merge')
  expect(await space.text(a)).toBe(text)
})
