import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aProposalIn, page, remove, threeParts as text, update, write } from '#testing/change-requests.ts'
import { check } from '../../content/rebuild.ts'

const app = useTestApp()
const aProposal = () => aProposalIn(app)

describe('updating a request from its space', () => {
  test('applies the changes of the space, and a later merge has the same result as without the update', async () => {
    const { id, a, b, ...space } = await aProposal()
    const { changeRequest } = await space.propose(id, [
      write(a, text.replace('one', 'ONE')),
      update(b, { slug: 'z' }),
    ])
    const { revision: head } = await space.edit([write(a, text.replace('three', 'THREE')), page('C', '', b)])
    const updated = await space.takeIn(id)
    expect(updated.result).toBe('update')
    expect(await space.look(id)).toMatchObject({
      revision: updated.revision,
      revisionMergedAncestor: head,
      outdated: false,
      status: 'draft',
    })
    const revision = await space.as(api.revisions.get, {
      params: { ...space.params, revisionId: updated.revision },
    })
    expect(revision).toMatchObject({
      type: 'update',
      parents: [changeRequest.revision, head],
      changeRequest: id,
    })
    expect(await space.textOf(id, a)).toBe('ONE\n\ntwo\n\nTHREE\n')
    expect((await space.space()).revision).toBe(head)
    const { changes } = await space.as(api.changeRequests.changes, space.of(id))
    expect(changes.map(({ type }) => type)).toEqual(['page_edited', 'page_edited'])
    const tree = await space.treeOf(id)
    await space.merge(id)
    expect(await space.tree()).toEqual(tree)
    expect(await check(app.db, space.at)).toEqual([])
    const events = await eventsOf(app.db, space.organizationId, id)
    expect(events.map(({ action }) => action)).toEqual([
      'change-request.create',
      'change-request.update-from-space',
      'change-request.merge',
    ])
  })

  test('leaves an up-to-date request unchanged', async () => {
    const { id, ...space } = await aProposal()
    const before = await space.look(id)
    expect(await space.takeIn(id)).toEqual({ revision: before.revision, result: 'update' })
    expect(await space.look(id)).toEqual(before)
  })

  test('leaves the request unchanged until every conflict is resolved', async () => {
    const { id, a, b, ...space } = await aProposal()
    await space.propose(id, [
      update(a, {
        title: 'Mine',
        document: { markdown: text.replace('one', 'Eins').replace('three', 'Drei') },
      }),
      update(b, { description: 'Mine' }),
    ])
    await space.edit([
      update(a, {
        title: 'Yours',
        document: { markdown: text.replace('one', 'Un').replace('three', 'Trois') },
      }),
      update(b, { description: 'Yours' }),
    ])
    const before = await space.look(id)
    expect(await space.takeIn(id)).toEqual({ revision: before.revision, result: 'conflicts' })
    expect(await space.look(id)).toEqual(before)
    const conflicts = await space.conflicts(id)
    const of = (what: string) => conflicts.find((one) => one.base === what || one.page.id === what)?.id ?? ''
    const some = [{ conflict: of('A'), take: 'primary' as const }]
    expect((await space.takeIn(id, some)).result).toBe('conflicts')
    expect((await space.look(id)).revision).toBe(before.revision)
    const result = await space.takeIn(id, [
      ...some,
      { conflict: of('one'), take: 'request' },
      { conflict: of('three'), take: 'text', text: 'See [the other](b.md)' },
      { conflict: of(b), take: 'text', text: 'Both' },
      { conflict: 'no longer there', take: 'primary' },
    ])
    expect(result.result).toBe('update')
    expect(await space.treeOf(id)).toMatchObject([{ title: 'Yours' }, { description: 'Both' }])
    expect(await space.textOf(id, a)).toBe('Eins\n\ntwo\n\nSee [the other](/b.md)\n')
    await space.edit([update(b, { slug: 'z' })])
    expect((await space.merge(id)).result).toBe('merge')
    expect(await space.text(a)).toContain('[the other](/z.md)')
    expect(await check(app.db, space.at)).toEqual([])
  })

  test('resolves the conflict of a deleted page either way', async () => {
    const { id, a, b, ...space } = await aProposal()
    await space.propose(id, [remove(a), write(b, 'mine')])
    await space.edit([write(a, 'changed'), remove(b)])
    const [first, second] = await space.conflicts(id)
    expect([first, second]).toMatchObject([
      { kind: 'page', page: { id: a }, theirs: 'A' },
      { kind: 'page', page: { id: b }, ours: 'B' },
    ])
    const result = await space.takeIn(id, [
      { conflict: first?.id ?? '', take: 'primary' },
      { conflict: second?.id ?? '', take: 'request' },
    ])
    expect(result.result).toBe('update')
    expect([await space.textOf(id, a), await space.textOf(id, b)]).toEqual(['changed', 'mine'])
    await space.merge(id)
    expect((await space.tree()).map(({ id: one }) => one).sort()).toEqual([a, b].sort())
    expect(await check(app.db, space.at)).toEqual([])
  })

  test('ignores a resolution once a side has changed again', async () => {
    const { id, a, ...space } = await aProposal()
    await space.propose(id, [update(a, { title: 'Mine' })])
    await space.edit([update(a, { title: 'Yours' })])
    const [conflict] = await space.conflicts(id)
    await space.edit([update(a, { title: 'Newer' })])
    const late = await space.takeIn(id, [{ conflict: conflict?.id ?? '', take: 'request' }])
    expect(late.result).toBe('conflicts')
  })

  test('refuses a text that cannot resolve its conflict', async () => {
    const { id, a, ...space } = await aProposal()
    await space.propose(id, [update(a, { slug: 'mine' })])
    await space.edit([update(a, { slug: 'yours' })])
    const [conflict] = await space.conflicts(id)
    const settle = (resolution: string) =>
      space.takeIn(id, [{ conflict: conflict?.id ?? '', take: 'text', text: resolution }])
    await expect(settle('a/b')).rejects.toMatchObject({ status: 400, type: 'validation' })
    expect((await settle('both')).result).toBe('update')
    expect(await space.treeOf(id)).toMatchObject([{ path: 'both' }, {}])
  })
})
