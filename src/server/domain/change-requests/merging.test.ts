import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import {
  aProposalIn,
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
const aProposal = () => aProposalIn(app)

describe('merging', () => {
  test('applies a request to the space as a revision with two parents', async () => {
    const { id, a, b, ...space } = await aProposal()
    const before = await space.space()
    const result = await space.propose(id, [
      update(a, { title: 'Alpha', slug: 'alpha', document: { markdown: `${text}![x](./x.txt)\n` } }),
      page('C', '[a](alpha.md)', b),
      file('x.txt', 'x'),
    ])
    const merged = await space.merge(id)
    expect(merged.result).toBe('merge')
    expect(await space.tree()).toEqual(await space.treeOf(id))
    expect(await space.text(a)).toContain('![x](/files/')
    expect(await check(app.db, space.at)).toEqual([])
    const request = await space.look(id)
    expect(request).toMatchObject({
      status: 'merged',
      revisionMerged: merged.revision,
      mergedBy: { id: space.admin.userId },
      outdated: false,
    })
    const now = await space.space()
    expect(now).toMatchObject({
      revision: merged.revision,
      changeRequests: 1,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      version: before.version,
    })
    const revision = await space.as(api.revisions.get, {
      params: { ...space.params, revisionId: merged.revision },
    })
    expect(api.revisions.get.response.parse(revision)).toEqual(revision)
    expect(revision).toMatchObject({
      type: 'merge',
      parents: [before.revision, result.changeRequest.revision],
      mergedFrom: { id, subject: 'Numbers' },
    })
    const { items } = await space.as(api.revisions.list, { params: space.params })
    expect(items.slice(0, 2).map(({ type, mergedFrom }) => [type, mergedFrom?.id])).toEqual([
      ['merge', id],
      ['edits', undefined],
    ])
    expect((await space.as(api.spaceContent.files, { params: space.params })).count).toBe(1)
    const old = await space.as(api.spaceContent.pageByPath, {
      params: { ...space.params, pagePath: 'a' },
      query: {},
    })
    expect(old.path).toBe('alpha')
    const events = await eventsOf(app.db, space.organizationId, id)
    expect(events.at(-1)).toMatchObject({
      action: 'change-request.merge',
      before: { status: 'draft' },
      after: { status: 'merged', revisionMerged: merged.revision },
    })
  })

  test('creates a revision for a request without changes and leaves the content unchanged', async () => {
    const { id, ...space } = await aProposal()
    const tree = await space.tree()
    const { result, revision } = await space.merge(id)
    expect([result, (await space.space()).revision, await space.tree()]).toEqual(['merge', revision, tree])
  })

  test('merges an outdated request with newer changes', async () => {
    const { id, a, b, ...space } = await aProposal()
    await space.propose(id, [write(a, text.replace('one', 'ONE')), page('Mine')])
    await space.edit([write(a, text.replace('three', 'THREE')), update(b, { title: 'Beta' }), page('Yours')])
    expect((await space.look(id)).outdated).toBe(true)
    expect((await space.merge(id)).result).toBe('merge')
    expect(await space.text(a)).toBe('ONE\n\ntwo\n\nTHREE\n')
    expect((await space.tree()).map(({ title }) => title)).toEqual(['A', 'Beta', 'Yours', 'Mine'])
    expect(await check(app.db, space.at)).toEqual([])
  })

  test('changes nothing on conflicts and lists them', async () => {
    const { id, a, b, ...space } = await aProposal()
    await space.propose(id, [
      update(a, { title: 'Mine', document: { markdown: text.replace('one', 'Eins') } }),
      remove(b),
    ])
    await space.edit([
      update(a, { title: 'Yours', document: { markdown: text.replace('one', '[b](b.md)') } }),
      write(b, 'changed'),
    ])
    const [before, request] = [await space.space(), await space.look(id)]
    expect(await space.merge(id)).toEqual({ revision: before.revision, result: 'conflicts' })
    expect([await space.space(), await space.look(id)]).toEqual([before, request])
    const list = await space.as(api.changeRequests.conflicts, space.of(id))
    expect(api.changeRequests.conflicts.response.parse(list)).toEqual(list)
    expect(list).toMatchObject({
      count: 3,
      items: [
        {
          page: { id: a, path: 'a' },
          kind: 'field',
          field: 'title',
          base: 'A',
          theirs: 'Yours',
          ours: 'Mine',
        },
        { page: { id: a }, kind: 'block', base: 'one', theirs: '[b](/b.md)', ours: 'Eins' },
        { page: { id: b, title: 'B' }, kind: 'page', base: 'B', theirs: 'B', below: [{ id: b, title: 'B' }] },
      ],
    })
    const one = await space.as(api.changeRequests.conflicts, { ...space.of(id), query: { limit: 2 } })
    const rest = await space.as(api.changeRequests.conflicts, {
      ...space.of(id),
      query: { page: one.next?.page },
    })
    expect([...one.items, ...rest.items]).toEqual(list.items)
    expect(rest.next).toBeUndefined()
  })

  test('refuses every later change of a merged request', async () => {
    const { id, a, ...space } = await aProposal()
    await space.merge(id)
    const refusals = [
      space.merge(id),
      space.takeIn(id),
      space.propose(id, [write(a, 'x')]),
      space.patch(id, { status: 'open' }),
      space.patch(id, { subject: 'Late' }),
    ]
    for (const one of await Promise.allSettled(refusals)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { status: 409, type: 'invalid_state' } })
    }
    expect(await space.conflicts(id)).toEqual([])
  })

  test('refuses to merge or update an archived request', async () => {
    const { id, ...space } = await aProposal()
    await space.patch(id, { status: 'archived' })
    await expect(space.merge(id)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
    await expect(space.takeIn(id)).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
  })

  test('merges into a locked space', async () => {
    const { id, ...space } = await aProposal()
    await space.propose(id, [page('C')])
    await space.as(api.spaces.update, { params: space.params, body: { editMode: 'locked' } })
    expect((await space.merge(id)).result).toBe('merge')
    expect(await space.tree()).toHaveLength(3)
  })

  test('needs the role review, while the role edit can propose and update', async () => {
    const { id, a, ...space } = await aProposal()
    const editor = operationsOn(app, await app.aMember(space.organizationId, 'edit'), space.spaceId)
    await editor.propose(id, [write(a, 'x')])
    expect((await editor.takeIn(id)).result).toBe('update')
    await expect(editor.merge(id)).rejects.toMatchObject({ status: 403 })
    const reviewer = operationsOn(app, await app.aMember(space.organizationId, 'review'), space.spaceId)
    expect((await reviewer.merge(id)).result).toBe('merge')
  })
})
