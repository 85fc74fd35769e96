import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Step, step } from './fixtures/models.ts'
import { aRequest, merge, propose, revert, unlessRefused, updateResolvingAll } from './fixtures/requests.ts'
import { aSpace, edit } from './fixtures/space.ts'
import { changesFor, pagesBelow } from './fixtures/step-changes.ts'
import { requestConflicts } from './merge-request.ts'
import { bodiesOf, contentOf } from './read.ts'
import { check } from './rebuild.ts'
import type { RequestRef } from './request-rows.ts'
import { headOf, revisionAt } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const edits = (most: number) => fc.array(step, { minLength: 1, maxLength: most, size: 'max' })

async function editAll(at: SpaceRef, steps: readonly Step[], top?: string) {
  const { db } = database
  for (const change of await changesFor(db, at, (await headOf(db, at)).id, steps, top))
    await unlessRefused(edit(db, at, [change]))
}

async function mergeEdits(at: SpaceRef, steps: readonly Step[], top?: string) {
  const { db } = database
  const request = await aRequest(db, at)
  for (const change of await changesFor(db, at, (await headOf(db, at)).id, steps, top))
    await unlessRefused(propose(db, request, [change]))
  const before = await headOf(db, at)
  const { revision } = await merge(db, request)
  return { before, revision, changes: (await revisionAt(db, at, revision)).root !== before.root }
}

const mergeWithoutConflicts = async (request: RequestRef) => {
  expect(await requestConflicts(database.db, request)).toEqual([])
  expect((await merge(database.db, request)).result).toBe('done')
  expect(await check(database.db, request)).toEqual([])
}

/** The pages below one page, with their fields and texts. */
async function pagesOf(at: SpaceRef, top: string) {
  const { tree } = await contentOf(database.db, at)
  const pages = pagesBelow([...tree.all()], top)
  const texts = await bodiesOf(
    database.db,
    at.organizationId,
    pages.map(({ entry }) => entry),
  )
  return pages.map(({ entry: { children: _, ...entry }, parent, path }) => ({
    ...entry,
    parent,
    path,
    text: texts.get(entry.id),
  }))
}

test('a merge, its reversal and the merge of that result in the content before', async () => {
  let reverted = 0
  await fc.assert(
    fc.asyncProperty(edits(10), edits(8), async (first, changes) => {
      const { db } = database
      const at = await aSpace(db)
      await editAll(at, first)
      const merged = await mergeEdits(at, changes)
      if (!merged.changes) {
        await expect(revert(db, at, merged.revision)).rejects.toMatchObject({ reason: 'no_change' })
        return
      }
      const request = await revert(db, at, merged.revision)
      expect((await headOf(db, at)).id).toBe(merged.revision)
      await mergeWithoutConflicts(request)
      expect((await headOf(db, at)).root).toBe(merged.before.root)
      await expect(revert(db, at, merged.revision)).rejects.toMatchObject({ reason: 'no_change' })
      reverted++
    }),
    { seed: 41, numRuns: 40 },
  )
  expect(reverted).toBeGreaterThan(20)
}, 200_000)

test('edits of other pages after the merge stay, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(edits(12), edits(8), edits(8), async (first, changes, later) => {
      const { db } = database
      const at = await aSpace(db)
      await edit(db, at, [
        { operation: 'insert_page', title: 'Reverted' },
        { operation: 'insert_page', title: 'Other' },
      ])
      const [reverted = '', other = ''] = (await contentOf(db, at)).tree.pages.map(({ entry }) => entry.id)
      for (const top of [reverted, other]) for (const one of first) await editAll(at, [one], top)
      const before = await pagesOf(at, reverted)
      const merged = await mergeEdits(at, changes, reverted)
      if (!merged.changes) return
      for (const one of later) await editAll(at, [one], other)
      const edited = await pagesOf(at, other)
      await mergeWithoutConflicts(await revert(db, at, merged.revision))
      expect(await pagesOf(at, reverted)).toEqual(before)
      expect(await pagesOf(at, other)).toEqual(edited)
    }),
    { seed: 42, numRuns: 30 },
  )
}, 200_000)

test('any later edits either merge with the reversal or are conflicts to resolve in it', async () => {
  let conflicting = 0
  await fc.assert(
    fc.asyncProperty(
      edits(10),
      edits(8),
      edits(8),
      fc.constantFrom('primary' as const, 'request' as const),
      async (first, changes, later, take) => {
        const { db } = database
        const at = await aSpace(db)
        await editAll(at, first)
        const merged = await mergeEdits(at, changes)
        await editAll(at, later)
        let request: RequestRef | undefined
        await unlessRefused(
          revert(db, at, merged.revision).then((created) => {
            request = created
          }),
        )
        if (request === undefined) return
        const conflicts = await requestConflicts(db, request)
        if (conflicts.length > 0) {
          conflicting++
          expect((await merge(db, request)).result).toBe('conflicts')
          await updateResolvingAll(db, request, take)
        }
        await mergeWithoutConflicts(request)
      },
    ),
    { seed: 43, numRuns: 40 },
  )
  expect(conflicting).toBeGreaterThan(5)
}, 200_000)
