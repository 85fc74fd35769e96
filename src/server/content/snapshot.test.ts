import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryObjects } from './fixtures/memory-objects.ts'
import { grown, names, steps } from './fixtures/merging.ts'
import { childrenIn, inOrder, type Model, storeModel } from './fixtures/models.ts'
import { snapshotOf } from './snapshot.ts'

const pathOf = (model: Model, id: string | null): string => {
  const page = model.find((one) => one.id === id)
  if (page === undefined) return ''
  return page.parent === null ? page.slug : `${pathOf(model, page.parent)}/${page.slug}`
}

/** What a snapshot answers about each page, compared with the model. */
async function compare(model: Model, spaceId: string): Promise<void> {
  const objects = memoryObjects()
  const snapshot = await snapshotOf(objects, spaceId, storeModel(objects, model))
  expect([...snapshot.all()].map(({ entry }) => entry.id)).toEqual(inOrder(model).map(({ id }) => id))
  for (const { id, type, parent } of model) {
    expect(snapshot.page(id)).toMatchObject({ entry: { id }, parent })
    if (type !== 'link') expect(snapshot.pageAt(pathOf(model, id))?.entry.id).toBe(id)
    expect(snapshot.below(id)).toEqual(childrenIn(model, id).map((page) => page.id))
  }
  expect([snapshot.page('nobody'), snapshot.pageAt('no/where'), snapshot.pageAt('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
}

test('pages are found by id and by path, with and without an index', async () => {
  const name = names()
  await fc.assert(
    fc.asyncProperty(steps(60), steps(10), async (first, more) => {
      const spaceId = name()
      const model = grown(first, name)
      await compare(model, spaceId)
      // Unchanged folders come from the previous tree.
      await compare(grown(more, name, model), spaceId)
    }),
    { seed: 41, numRuns: 100 },
  )
})

test('a folder with many runs is read as one folder', async () => {
  const page = { type: 'document' as const, lines: [], updatedAt: '2026-01-01T00:00:00.000Z' }
  const model = Array.from({ length: 400 }, (_, n) => ({
    ...page,
    id: `flat${n}`,
    parent: n < 300 ? null : 'flat7',
    title: 'P',
    slug: `s${n}`,
  }))
  await compare(model, 'flat')
})
