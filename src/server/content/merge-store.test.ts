import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../ids.ts'
import type { Change } from './changes.ts'
import { memoryObjects } from './fixtures/memory-objects.ts'
import { type Model, readModel, rootAt, type Step, step } from './fixtures/models.ts'
import { aRequest, merge, propose, unlessRefused, updateResolvingAll } from './fixtures/requests.ts'
import { aSpace, edit } from './fixtures/space.ts'
import { changesFor } from './fixtures/step-changes.ts'
import { treeFaults } from './fixtures/tree-faults.ts'
import { hashFrom } from './objects.ts'
import { contentOf } from './read.ts'
import { check, rebuild } from './rebuild.ts'
import type { RequestRef } from './request-rows.ts'
import { headOf, revisionAt } from './revision-rows.ts'
import { rollBack } from './roll-back.ts'
import type { SpaceRef } from './space-ref.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Doing =
  | { readonly by: 'space' | 'a' | 'b'; readonly steps: readonly Step[] }
  | { readonly merge: 'a' | 'b' }
  | { readonly update: 'a' | 'b' }
  | { readonly back: number }

const writer = fc.constantFrom('a' as const, 'b' as const)
const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      by: fc.constantFrom('space' as const, 'a' as const, 'b' as const),
      steps: fc.array(step, { minLength: 1, maxLength: 5, size: 'max' }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ merge: writer }) },
  { weight: 2, arbitrary: fc.record({ update: writer }) },
  { weight: 1, arbitrary: fc.record({ back: fc.nat({ max: 50 }) }) },
)

const revisionOf = async (db: Db, { changeRequestId }: RequestRef): Promise<string> => {
  const row = await db
    .selectFrom('change_request')
    .select('revision_id')
    .where('id', '=', changeRequestId)
    .executeTakeFirstOrThrow()
  return row.revision_id
}

type Played = { readonly requests: Record<'a' | 'b', RequestRef>; readonly heads: string[] }

async function editAll(at: SpaceRef, { requests }: Played, by: 'space' | 'a' | 'b', steps: readonly Step[]) {
  const { db } = database
  const revision = by === 'space' ? (await headOf(db, at)).id : await revisionOf(db, requests[by])
  for (const change of await changesFor(db, at, revision, steps)) {
    await unlessRefused(by === 'space' ? edit(db, at, [change]) : propose(db, requests[by], [change]))
  }
}

async function perform(at: SpaceRef, played: Played, act: Doing, take: 'primary' | 'request') {
  const { db } = database
  const { requests, heads } = played
  if ('by' in act) return editAll(at, played, act.by, act.steps)
  if ('back' in act) return unlessRefused(backTo(at, heads[act.back % heads.length] ?? ''))
  if ('update' in act) return void (await updateResolvingAll(db, requests[act.update], take))
  const { result } = await merge(db, requests[act.merge])
  if (result === 'done') requests[act.merge] = await aRequest(db, at)
}

/** Two writers of requests and one of the space, in one space. */
async function play(at: SpaceRef, acts: readonly Doing[], take: 'primary' | 'request') {
  const { db } = database
  const requests = { a: await aRequest(db, at), b: await aRequest(db, at) }
  const played: Played = { requests, heads: [(await headOf(db, at)).id] }
  for (const act of acts) {
    await perform(at, played, act, take)
    played.heads.push((await headOf(db, at)).id)
    expect(await check(db, at)).toEqual([])
  }
  return requests
}

const backTo = (at: SpaceRef, to: string) =>
  database.db.transaction().execute((tx) => rollBack(tx, { ...at, to, by: null, now: new Date(), newId }))

/** Every object of an organization as the database has it, past all caches. */
async function storedObjects(organizationId: string) {
  const objects = memoryObjects()
  const rows = await database.db
    .selectFrom('content_object')
    .select(['hash', 'kind', 'body'])
    .where('organization_id', '=', organizationId)
    .execute()
  for (const { hash, kind, body } of rows) {
    expect(objects.put(kind as 'text', body)).toBe(hashFrom(hash))
  }
  return objects
}

const said = (model: Model) => JSON.stringify(model)

test('in random histories of edits, updates, merges and rollbacks the projections match the tree, and every revision stays readable', async () => {
  let revisions = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(doing, { minLength: 4, maxLength: 10, size: 'max' }),
      fc.constantFrom('primary' as const, 'request' as const),
      async (acts, take) => {
        const { db } = database
        const at = await aSpace(db)
        const { a, b } = await play(at, acts, take)
        for (const request of [a, b]) {
          await updateResolvingAll(db, request, take)
          expect((await merge(db, request)).result).toBe('done')
        }
        expect(await check(db, at)).toEqual([])
        await db.transaction().execute((tx) => rebuild(tx, at))
        expect(await check(db, at)).toEqual([])
        const objects = await storedObjects(at.organizationId)
        const rows = await db.selectFrom('revision').select('id').where('space_id', '=', at.spaceId).execute()
        for (const { id } of rows) {
          const { root } = await revisionAt(db, at, id)
          const model = await readModel(objects, await rootAt(objects, root))
          expect(treeFaults(model)).toEqual([])
          const { tree } = await contentOf(db, at, id)
          expect([...tree.all()].map(({ entry, parent }) => [entry.id, parent, entry.title])).toEqual(
            model.map((page) => [page.id, page.parent, page.title]),
          )
        }
        revisions += rows.length
      },
    ),
    { seed: 31, numRuns: 200 },
  )
  expect(revisions).toBeGreaterThan(1500)
}, 290_000)

test('a revision never changes, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 4, maxLength: 10, size: 'max' }), async (acts) => {
      const { db } = database
      const at = await aSpace(db)
      await play(at, acts, 'request')
      const before = new Map<string, string>()
      const rows = await db.selectFrom('revision').select('id').where('space_id', '=', at.spaceId).execute()
      const stored = await storedObjects(at.organizationId)
      for (const { id } of rows) {
        const { root } = await revisionAt(db, at, id)
        before.set(id, said(await readModel(stored, await rootAt(stored, root))))
      }
      await play(at, [...acts].reverse(), 'primary')
      const later = await storedObjects(at.organizationId)
      for (const [id, text] of before) {
        const { root } = await revisionAt(db, at, id)
        expect(said(await readModel(later, await rootAt(later, root)))).toBe(text)
      }
    }),
    { seed: 32, numRuns: 20 },
  )
}, 200_000)

test('concurrent merges, edits and updates keep every page that no one removed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (requests, edits) => {
        const { db } = database
        const at = await aSpace(db)
        const page = (title: string): Change => ({
          operation: 'insert_page',
          title,
          document: { markdown: title },
        })
        await edit(db, at, [page('Base')])
        const refs = await Promise.all(Array.from({ length: requests }, (_, n) => n)).then(
          async (numbers) => {
            const made: RequestRef[] = []
            for (const _ of numbers) made.push(await aRequest(db, at))
            return made
          },
        )
        for (const [n, ref] of refs.entries()) await propose(db, ref, [page(`Request ${n}`)])
        const titles = ['Base', ...refs.map((_, n) => `Request ${n}`)]
        await Promise.all([
          ...refs.map((ref) => merge(db, ref)),
          ...refs.map((ref) => unlessRefused(updateResolvingAll(db, ref, 'request'))),
          ...Array.from({ length: edits }, (_, n) => {
            titles.push(`Live ${n}`)
            return edit(db, at, [page(`Live ${n}`)])
          }),
        ])
        const { tree } = await contentOf(db, at)
        expect(tree.pages.map(({ entry }) => entry.title).sort()).toEqual(titles.sort())
        expect(await check(db, at)).toEqual([])
      },
    ),
    { seed: 33, numRuns: 15 },
  )
}, 120_000)
