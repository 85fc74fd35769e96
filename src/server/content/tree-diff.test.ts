import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryObjects } from './fixtures/memory-objects.ts'
import {
  after,
  childrenIn,
  inOrder,
  type Model,
  type ModelPage,
  readModel,
  step,
  storeModel,
} from './fixtures/models.ts'
import { mergedOrder, movedIds } from './sequences.ts'
import { diffTrees, isChanged, pathIn } from './tree-diff.ts'

const names = () => {
  let last = 0
  return () => `p${++last}`
}

const grown = (steps: Parameters<typeof after>[1][], name: () => string, from: Model = []): Model =>
  steps.reduce((model, one) => after(model, one, name), from)

const said = ({ updatedAt: _, ...page }: ModelPage) => JSON.stringify(page)

/** What a difference is, found by comparing every page. */
function changedBetween(a: Model, b: Model): string[] {
  const ids = new Set([...a, ...b].map(({ id }) => id))
  const find = (model: Model, id: string) => model.find((page) => page.id === id)
  return [...ids].filter((id) => {
    const [was, is] = [find(a, id), find(b, id)]
    return was === undefined || is === undefined || said(was) !== said(is)
  })
}

const pathOf = (model: Model, id: string): string => {
  const page = model.find((one) => one.id === id)
  if (page === undefined) return ''
  return page.parent === null ? page.slug : `${pathOf(model, page.parent)}/${page.slug}`
}

const steps = (most: number) => fc.array(step, { maxLength: most, size: 'max' })

test('a stored tree is read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(steps(40), async (some) => {
      const objects = memoryObjects()
      const model = grown(some, names())
      const back = await readModel(objects, storeModel(objects, model))
      expect(back).toEqual(
        inOrder(model).map((page) => ({ description: undefined, hidden: undefined, ...page })),
      )
    }),
    { seed: 1, numRuns: 100 },
  )
})

test('a difference names exactly the pages that differ, with their sides and paths', async () => {
  await fc.assert(
    fc.asyncProperty(steps(40), steps(12), steps(12), async (first, one, two) => {
      const objects = memoryObjects()
      const name = names()
      const base = grown(first, name)
      const [a, b] = [grown(one, name, base), grown(two, name, base)]
      const diff = await diffTrees(objects, storeModel(objects, a), storeModel(objects, b))
      const found = [...diff.pages].filter(([, sides]) => isChanged(sides)).map(([id]) => id)
      expect(found.sort()).toEqual(changedBetween(a, b).sort())
      for (const id of found) {
        const sides = diff.pages.get(id)
        for (const [side, model] of [
          ['before', a],
          ['after', b],
        ] as const) {
          const page = model.find((other) => other.id === id)
          expect(sides?.[side]?.parent).toBe(page?.parent)
          if (page !== undefined && page.type !== 'link')
            expect(pathIn(diff, side, id)).toBe(pathOf(model, id))
        }
      }
    }),
    { seed: 2, numRuns: 300 },
  )
})

test('the folders of a difference have their pages in order', async () => {
  await fc.assert(
    fc.asyncProperty(steps(30), steps(10), async (first, more) => {
      const objects = memoryObjects()
      const name = names()
      const a = grown(first, name)
      const b = grown(more, name, a)
      const diff = await diffTrees(objects, storeModel(objects, a), storeModel(objects, b))
      for (const [owner, { before, after: now }] of diff.folders) {
        const ids = (pages: readonly { id: string }[]) => pages.map(({ id }) => id)
        expect([ids(before), ids(now)]).toEqual([ids(childrenIn(a, owner)), ids(childrenIn(b, owner))])
      }
    }),
    { seed: 3, numRuns: 200 },
  )
})

test('shared parts of two trees are not read', async () => {
  const objects = memoryObjects()
  const folder = (index: number): Model => {
    const page = { type: 'document' as const, lines: ['text'], updatedAt: '2026-01-01T00:00:00.000Z' }
    const holder = `f${index}`
    const inner = Array.from({ length: 100 }, (_, i) => ({
      ...page,
      id: `${holder}p${i}`,
      parent: holder,
      title: 'P',
      slug: `p${i}`,
    }))
    return [{ ...page, id: holder, parent: null, title: holder, slug: holder }, ...inner]
  }
  const small = Array.from({ length: 5 }, (_, index) => folder(index)).flat()
  const large = Array.from({ length: 25 }, (_, index) => folder(index)).flat()
  const reads = []
  for (const model of [small, large]) {
    const edited = model.map((page) => (page.id === 'f3p7' ? { ...page, title: 'New' } : page))
    const [a, b] = [storeModel(objects, model), storeModel(objects, edited)]
    objects.readSince()
    await diffTrees(objects, a, b)
    reads.push(objects.readSince())
  }
  expect(reads).toEqual([4, 4])
})

const ids = (length: number) => fc.uniqueArray(fc.stringMatching(/^[a-z]{2}$/), { maxLength: length })

test('the set of moved ids is minimal', () => {
  expect([...movedIds(['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'b'])]).toEqual(['b'])
  expect([...movedIds(['a', 'b'], ['c', 'a', 'b'])]).toEqual([])
  fc.assert(
    fc.property(ids(12), fc.nat(), fc.nat(), (all, from, to) => {
      const id = all[from % Math.max(all.length, 1)]
      if (id === undefined) return
      const rest = all.filter((other) => other !== id)
      const moved = rest.toSpliced(to % all.length, 0, id)
      expect(movedIds(all, moved).size).toBeLessThanOrEqual(1)
    }),
    { seed: 4, numRuns: 300 },
  )
})

const shuffled = (pool: string[]) => fc.shuffledSubarray([...pool, 'x1', 'x2'])

test('merged orders lose no id, take the changed side, and put new ids after their neighbor', () => {
  const order = (base: string[], theirs: string[], ours: string[], members?: string[]) =>
    mergedOrder({ base, theirs, ours, members: new Set(members ?? [...theirs, ...ours]) }).join('')
  expect(order(['a', 'b'], ['a', 'x', 'b'], ['a', 'y', 'b'])).toBe('axyb')
  expect(order(['a', 'b', 'c'], ['b', 'c', 'a'], ['a', 'b', 'c', 'd'])).toBe('bcda')
  expect(order(['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['c', 'a', 'b'])).toBe('cabd')
  fc.assert(
    fc.property(
      ids(10).chain((base) => fc.tuple(fc.constant(base), shuffled(base), shuffled(base))),
      ([base, theirs, ours]) => {
        const members = new Set([...theirs, ...ours])
        const merged = mergedOrder({ base, theirs, ours, members })
        expect([...merged].sort()).toEqual([...members].sort())
        expect(mergedOrder({ base, theirs: base, ours, members: new Set(ours) })).toEqual(ours)
        expect(mergedOrder({ base, theirs, ours: base, members: new Set(theirs) })).toEqual(theirs)
        expect(mergedOrder({ base, theirs, ours: theirs, members: new Set(theirs) })).toEqual(theirs)
      },
    ),
    { seed: 5, numRuns: 500 },
  )
})
