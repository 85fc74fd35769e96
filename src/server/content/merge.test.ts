import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryObjects } from './fixtures/memory-objects.ts'
import {
  conflictsOf,
  idsOf,
  mergeResolvingAll,
  pageIn,
  rootOf,
  stored,
  takes,
  threeModels,
} from './fixtures/merging.ts'
import { childrenIn, inOrder, type Model, type ModelPage, readModel } from './fixtures/models.ts'
import { treeFaults } from './fixtures/tree-faults.ts'
import { mergeRoots } from './merge-roots.ts'

const said = ({ updatedAt: _, parent: _p, ...page }: ModelPage) => JSON.stringify(page)

test('a request without concurrent changes is merged byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, async ({ base, ours }) => {
      const objects = memoryObjects()
      const roots = stored(objects, { base, theirs: base, ours })
      expect(await rootOf(objects, await mergeRoots(objects, roots))).toEqual(roots.ours)
    }),
    { seed: 11, numRuns: 500 },
  )
})

test('a request without changes, or with the same changes, results in the content of the space', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, async ({ base, theirs }) => {
      const objects = memoryObjects()
      for (const ours of [base, theirs]) {
        const roots = stored(objects, { base, theirs, ours })
        expect(await rootOf(objects, await mergeRoots(objects, roots))).toEqual(roots.theirs)
      }
    }),
    { seed: 12, numRuns: 500 },
  )
})

test('merged trees are valid, and a page is removed only if a side removed it', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, takes, async (three, ways) => {
      const objects = memoryObjects()
      const { root, resolutions } = await mergeResolvingAll(objects, three, ways)
      const model = await readModel(objects, root)
      expect(treeFaults(model)).toEqual([])
      const there = new Set(model.map(({ id }) => id))
      const { base, theirs, ours } = three
      for (const id of idsOf(base, theirs, ours)) {
        const [was, t, o] = [pageIn(base, id), pageIn(theirs, id), pageIn(ours, id)]
        if (was === undefined ? t || o : t && o) expect(there.has(id), `${id} is lost`).toBe(true)
        else if (resolutions.size === 0) expect(there.has(id), `${id} is back`).toBe(false)
      }
    }),
    { seed: 13, numRuns: 2000 },
  )
}, 120_000)

/** What is wrong with a merged page against what each side did to it, conflicts of its own apart. */
function unwantedIn(page: ModelPage, [was, t, o]: readonly ModelPage[], isSettled: boolean): string[] {
  if (was === undefined || t === undefined || o === undefined) return []
  const fields = ['title', 'description', 'hidden', 'lines'] as const
  const wrong: string[] = fields.filter((field) => {
    const [b, x, y, now] = [was, t, o, page].map((one) => JSON.stringify(one[field]))
    return (b === x && now !== y) || (b === y && now !== x)
  })
  if (!isSettled && page.parent !== (t.parent === was.parent ? o.parent : t.parent)) wrong.push('parent')
  if (page.updatedAt !== [t.updatedAt, o.updatedAt].sort()[1]) wrong.push('time')
  return wrong
}

test('a change of only one side is taken over', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, takes, async (three, ways) => {
      const objects = memoryObjects()
      const { root, resolutions } = await mergeResolvingAll(objects, three, ways)
      for (const page of await readModel(objects, root)) {
        const sides = [three.base, three.theirs, three.ours].flatMap((model) => pageIn(model, page.id) ?? [])
        if (sides.length === 3) expect(unwantedIn(page, sides, resolutions.size > 0)).toEqual([])
      }
    }),
    { seed: 14, numRuns: 1500 },
  )
}, 120_000)

test('a resolved removal results in the chosen side: the pages of the space, or those of the request', async () => {
  let chosen = 0
  const way = fc.constantFrom('primary' as const, 'request' as const)
  await fc.assert(
    fc.asyncProperty(threeModels, way, async (three, take) => {
      const objects = memoryObjects()
      const found = conflictsOf(await mergeRoots(objects, stored(objects, three)))
      const { root } = await mergeResolvingAll(objects, three, [take])
      const model = await readModel(objects, root)
      const removals = found.filter(({ kind }) => kind === 'page')
      chosen += removals.length
      const mine = take === 'primary' ? three.theirs : three.ours
      for (const { page, below = [] } of removals) {
        const kept = pageIn(mine, page.id) !== undefined
        expect(pageIn(model, page.id) !== undefined).toBe(kept)
        // What was removed with it comes back with it.
        const along = [...below.map(({ id }) => id), ...childrenIn(mine, page.id).map(({ id }) => id)]
        const expected = kept ? along.filter((id) => pageIn(mine, id)) : []
        expect(expected.filter((id) => pageIn(model, id) === undefined)).toEqual([])
        const doomed = kept ? [] : along.filter((id) => pageIn(three.base, id))
        expect(doomed.filter((id) => pageIn(model, id) && !pageIn(mine, id))).toEqual([])
      }
    }),
    { seed: 21, numRuns: 1000 },
  )
  expect(chosen).toBeGreaterThan(100)
}, 120_000)

test('fields and parents conflict only if both sides changed them differently', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, async (three) => {
      const objects = memoryObjects()
      const found = conflictsOf(await mergeRoots(objects, stored(objects, three)))
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      const clashing = (field: 'title' | 'description' | 'hidden' | 'slug' | 'parent') =>
        idsOf(three.base).filter((id) => {
          const pages = [pageIn(three.base, id), pageIn(three.theirs, id), pageIn(three.ours, id)]
          if (pages.includes(undefined)) return false
          return new Set(pages.map((page) => JSON.stringify(page?.[field]))).size === 3
        })
      for (const field of ['title', 'description', 'hidden', 'slug'] as const) {
        const named = found.filter((one) => one.field === field).map(({ page }) => page.id)
        expect(named.sort()).toEqual(clashing(field).sort())
      }
      const places = found.filter(({ kind }) => kind === 'place').map(({ page }) => page.id)
      expect(places).toEqual(expect.arrayContaining(clashing('parent')))
      for (const { page, kind, theirs, base, ours } of found) {
        if (kind === 'place' && !clashing('parent').includes(page.id))
          expect(theirs === base || base === undefined || theirs === ours).toBe(true)
      }
    }),
    { seed: 15, numRuns: 1500 },
  )
}, 120_000)

test('a removal conflicts if the other side changed the removed pages, and lists them', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, async (three) => {
      const objects = memoryObjects()
      const found = conflictsOf(await mergeRoots(objects, stored(objects, three))).filter(
        ({ kind }) => kind === 'page',
      )
      const named = new Set(found.flatMap(({ below = [] }) => below.map(({ id }) => id)))
      const sides = [
        [three.ours, three.theirs],
        [three.theirs, three.ours],
      ] as const
      const expected = sides.flatMap(([remover, keeper]) => {
        const removed = (id: string | null) =>
          id !== null && pageIn(three.base, id) !== undefined && pageIn(remover, id) === undefined
        return keeper.flatMap((page) => {
          const was = pageIn(three.base, page.id)
          const isMoved = was?.parent !== page.parent
          if (was !== undefined && removed(page.id))
            return isMoved || said(was) !== said(page) ? [page.id] : []
          return removed(page.parent) && isMoved ? [page.id] : []
        })
      })
      expect([...named].sort()).toEqual([...new Set(expected)].sort())
      for (const { page } of found) {
        const isRemoved = [three.theirs, three.ours].filter((model) => pageIn(model, page.id) === undefined)
        expect(isRemoved).toHaveLength(1)
      }
    }),
    { seed: 16, numRuns: 1500 },
  )
}, 120_000)

const block = fc.constantFrom('keep', 'one', 'two', 'gone')
const blocks = fc.array(fc.record({ theirs: block, ours: block }), { minLength: 1, maxLength: 12 })

test('texts conflict exactly in the blocks that both sides changed differently', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (some) => {
      const objects = memoryObjects()
      const textOf = (side: 'theirs' | 'ours' | 'base') =>
        some.flatMap((one, index) => {
          const what = side === 'base' ? 'keep' : one[side]
          const lines = what === 'gone' ? [] : [what === 'keep' ? `block ${index}` : `${what} ${index}`]
          return [`mark ${index}a`, '', ...lines, '', `mark ${index}b`]
        })
      const page = {
        id: 'p',
        parent: null,
        type: 'document' as const,
        title: 'P',
        slug: 'p',
        updatedAt: '2026-01-01T00:00:00.000Z',
      }
      const model = (side: 'theirs' | 'ours' | 'base'): Model => [{ ...page, lines: textOf(side) }]
      const three = { base: model('base'), theirs: model('theirs'), ours: model('ours') }
      const merged = await mergeRoots(objects, stored(objects, three))
      const clashing = some.flatMap(({ theirs, ours }, index) =>
        theirs !== ours && theirs !== 'keep' && ours !== 'keep' ? [`block ${index}`] : [],
      )
      expect(conflictsOf(merged).map(({ kind, base }) => [kind, base])).toEqual(
        clashing.map((base) => ['block', base]),
      )
      if (clashing.length > 0) {
        const { root } = await mergeResolvingAll(objects, three, ['request'])
        const [settled] = await readModel(objects, root)
        const wanted = some.flatMap((one, index) =>
          one.ours === 'keep' ? [] : one.ours === 'gone' ? [] : [`${one.ours} ${index}`],
        )
        for (const line of wanted) expect(settled?.lines).toContain(line)
        return
      }
      const [both] = await readModel(objects, await rootOf(objects, merged))
      for (const [index, { theirs, ours }] of some.entries()) {
        const what = theirs === 'keep' ? ours : theirs
        const line = what === 'keep' ? `block ${index}` : `${what} ${index}`
        if (what === 'gone') expect(both?.lines).not.toContain(`block ${index}`)
        else expect(both?.lines).toContain(line)
      }
    }),
    { seed: 17, numRuns: 1500 },
  )
}, 120_000)

test('merging is symmetric: the same conflicts, and the same pages with the same texts', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, async ({ base, theirs, ours }) => {
      const objects = memoryObjects()
      const one = await mergeRoots(objects, stored(objects, { base, theirs, ours }))
      const other = await mergeRoots(objects, stored(objects, { base, theirs: ours, ours: theirs }))
      expect('root' in one).toBe('root' in other)
      if (!('root' in one)) return
      const plain = (model: Model) =>
        inOrder(model)
          .map(({ id, title, description, hidden, lines, parent }) => ({
            id,
            title,
            description,
            hidden,
            lines,
            parent,
          }))
          .sort((a, b) => (a.id < b.id ? -1 : 1))
      const [a, b] = [await rootOf(objects, one), await rootOf(objects, other)]
      expect(plain(await readModel(objects, a))).toEqual(plain(await readModel(objects, b)))
    }),
    { seed: 20, numRuns: 1000 },
  )
}, 120_000)
