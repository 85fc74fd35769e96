import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryObjects } from './fixtures/memory-objects.ts'
import { mergeResolvingAll, names, pageIn, rootOf, steps, takes, threeModels } from './fixtures/merging.ts'
import { after, type Model, readModel, type Step, step, storeModel } from './fixtures/models.ts'
import { treeFaults } from './fixtures/tree-faults.ts'
import { mergeRoots } from './merge-roots.ts'

type Doing =
  | { readonly by: 'space' | 'a' | 'b'; readonly steps: readonly Step[] }
  | { readonly merge: 'a' | 'b' }
  | { readonly update: 'a' | 'b' }

const writer = fc.constantFrom('a' as const, 'b' as const)
const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      by: fc.constantFrom('space' as const, 'a' as const, 'b' as const),
      steps: fc.array(step, { minLength: 1, maxLength: 5, size: 'max' }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ merge: writer }) },
  { weight: 1, arbitrary: fc.record({ update: writer }) },
)

type Branch = { ancestor: Model; model: Model }

/** Edits a tree and notes which pages were made and which were removed on the way. */
function noting(name: () => string) {
  const made = new Set<string>()
  const removed = new Set<string>()
  const edit = (model: Model, some: readonly Step[]): Model =>
    some.reduce((now, one) => {
      const next = after(now, one, name)
      for (const { id } of next) made.add(id)
      for (const { id } of now) if (pageIn(next, id) === undefined) removed.add(id)
      return next
    }, model)
  return { edit, kept: () => [...made].filter((id) => !removed.has(id)) }
}

test('in thousands of histories of three writers no page is lost unless a writer removed it', async () => {
  let merges = 0
  let conflicts = 0
  await fc.assert(
    fc.asyncProperty(
      steps(10),
      fc.array(doing, { minLength: 4, maxLength: 12, size: 'max' }),
      takes,
      async (first, acts, ways) => {
        const objects = memoryObjects()
        const name = names()
        const { edit, kept } = noting(name)
        let space = edit([], first)
        const branches: Record<'a' | 'b', Branch> = {
          a: { ancestor: space, model: space },
          b: { ancestor: space, model: space },
        }
        const merged = async (who: 'a' | 'b') => {
          const { ancestor, model } = branches[who]
          const three = { base: ancestor, theirs: space, ours: model }
          const { root, resolutions } = await mergeResolvingAll(objects, three, ways)
          merges++
          conflicts += resolutions.size
          const result = await readModel(objects, root)
          expect(treeFaults(result)).toEqual([])
          return result
        }
        for (const act of [...acts, { merge: 'a' as const }, { merge: 'b' as const }]) {
          if ('by' in act && act.by === 'space') space = edit(space, act.steps)
          if ('by' in act && act.by !== 'space')
            branches[act.by].model = edit(branches[act.by].model, act.steps)
          if ('update' in act) branches[act.update] = { model: await merged(act.update), ancestor: space }
          if ('merge' in act) {
            space = await merged(act.merge)
            branches[act.merge] = { ancestor: space, model: space }
          }
        }
        for (const id of kept()) expect(pageIn(space, id), `${id} is lost`).toBeDefined()
      },
    ),
    { seed: 18, numRuns: 5000 },
  )
  expect(merges).toBeGreaterThan(10_000)
  expect(conflicts).toBeGreaterThan(1000)
}, 280_000)

test('an update followed by a merge has the same result as the merge alone', async () => {
  await fc.assert(
    fc.asyncProperty(threeModels, takes, async (three, ways) => {
      const objects = memoryObjects()
      const { root } = await mergeResolvingAll(objects, three, ways)
      const space = storeModel(objects, three.theirs)
      expect(
        await rootOf(objects, await mergeRoots(objects, { base: space, theirs: space, ours: root })),
      ).toEqual(root)
    }),
    { seed: 19, numRuns: 500 },
  )
})
