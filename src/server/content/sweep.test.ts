import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkContent } from '#testing/content-check.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../ids.ts'
import type { Change } from './changes.ts'
import { commit } from './commit.ts'
import { createContent } from './create-content.ts'
import { aSpace, edit, insertSpace } from './fixtures/space.ts'
import { check } from './rebuild.ts'
import { headOf } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'
import { sweepContent } from './sweep.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.close())

const never = new AbortController().signal
const page = (title: string, markdown: string): Change => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})
const file = (blob: string): Change => ({
  operation: 'insert_files',
  files: [{ name: 'a.png', contentType: 'image/png', size: 1, blob }],
})
const blobOf = (digit: string) => digit.repeat(64)

const remove = ({ organizationId, spaceId }: SpaceRef) =>
  db.deleteFrom('space').where('organization_id', '=', organizationId).where('id', '=', spaceId).execute()

async function aCopy(model: SpaceRef): Promise<SpaceRef> {
  const at = { organizationId: model.organizationId, spaceId: newId() }
  const { id: revision } = await headOf(db, model)
  await db.transaction().execute(async (tx) => {
    const like = { spaceId: model.spaceId, revision }
    const made = await createContent(tx, { ...at, copyOf: like, by: null, now: new Date(), newId })
    await insertSpace(tx, at, made.revision)
  })
  return at
}

const leaving = async () =>
  (await db.selectFrom('unused_blob').select('hash').orderBy('hash').execute()).map(({ hash }) => hash)

test('nothing that a revision reaches is removed, however old it is', async () => {
  const at = await aSpace(db)
  for (let i = 0; i < 5; i++) await edit(db, at, [page(`Page ${i}`, `Text ${i}`), file(blobOf(`${i}`))])
  expect(await sweepContent(db, at.organizationId, never)).toEqual({ objects: 0, blobs: 0 })
  expect(await checkContent(db, at.organizationId)).toEqual({ lost: [], unused: [] })
})

test('content of a deleted space is removed, shared content stays', async () => {
  const gone = await aSpace(db)
  const { organizationId } = gone
  const many = Array.from({ length: 300 }, (_, i) => page(`Page ${i}`, `Text ${i}`))
  await edit(db, gone, [...many, file(blobOf('a')), file(blobOf('b'))])
  const copy = await aCopy(gone)
  await edit(db, gone, [page('Own', 'of the space alone'), file(blobOf('c'))])
  const other = await aSpace(db, organizationId)
  await edit(db, other, [page('Same text', 'Text 7'), file(blobOf('b'))])
  const elsewhere = await aSpace(db)
  await edit(db, elsewhere, [page('Own', 'of the space alone'), file(blobOf('c'))])

  await remove(gone)
  const { objects, blobs } = await sweepContent(db, organizationId, never)
  expect([objects > 0, blobs]).toEqual([true, 1])
  expect(await checkContent(db, organizationId)).toEqual({ lost: [], unused: [] })
  for (const at of [copy, other, elsewhere]) expect(await check(db, at)).toEqual([])
  expect(await leaving()).toEqual([blobOf('c')])

  await remove(copy)
  await sweepContent(db, organizationId, never)
  expect(await checkContent(db, organizationId)).toEqual({ lost: [], unused: [] })
  expect(await check(db, other)).toEqual([])
  expect(await leaving()).toEqual([blobOf('a'), blobOf('c')])
  expect((await checkContent(db, elsewhere.organizationId)).lost).toEqual([])
})

test('content that a writer uses again during a sweep is kept', async () => {
  const gone = await aSpace(db)
  const { organizationId } = gone
  const changes = Array.from({ length: 40 }, (_, i) => [page(`Page ${i}`, `Shared ${i}`), file(blobOf('d'))])
  await edit(db, gone, changes.flat())
  const writers = await Promise.all(Array.from({ length: 4 }, () => aSpace(db, organizationId)))
  await remove(gone)
  const sweeps = [0, 1, 2].map(() => sweepContent(db, organizationId, never))
  const writes = writers.map(async (at) => {
    for (const change of changes) await edit(db, at, change)
  })
  await Promise.all([...sweeps, ...writes])
  expect((await checkContent(db, organizationId)).lost).toEqual([])
  for (const at of writers) expect(await check(db, at)).toEqual([])
})

test('a sweep waits for a change that is not committed yet', async () => {
  const gone = await aSpace(db)
  const { organizationId } = gone
  await edit(db, gone, [page('Page', 'Used again'), file(blobOf('e'))])
  const at = await aSpace(db, organizationId)
  await remove(gone)
  const isStored = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (tx) => {
    const changes = [page('Page', 'Used again'), file(blobOf('e'))]
    await commit(tx, { ...at, changes, by: null, now: new Date(), newId })
    isStored.resolve()
    await mayEnd.promise
  })
  await isStored.promise
  const sweeping = sweepContent(db, organizationId, never)
  const first = await Promise.race([sweeping, new Promise((end) => setTimeout(end, 300, 'still waiting'))])
  expect(first).toBe('still waiting')
  mayEnd.resolve()
  await Promise.all([writing, sweeping])
  expect(await checkContent(db, organizationId)).toEqual({ lost: [], unused: [] })
  expect(await check(db, at)).toEqual([])
})

test('an aborted sweep removes nothing, and the next one removes everything', async () => {
  const gone = await aSpace(db)
  await edit(db, gone, [page('Page', 'Text')])
  await remove(gone)
  await expect(sweepContent(db, gone.organizationId, AbortSignal.abort())).rejects.toThrow()
  expect((await checkContent(db, gone.organizationId)).unused.length).toBeGreaterThan(0)
  await sweepContent(db, gone.organizationId, never)
  expect((await checkContent(db, gone.organizationId)).unused).toEqual([])
})

test('the files of a deleted organization become unused', async () => {
  const at = await aSpace(db)
  await edit(db, at, [file(blobOf('f'))])
  await remove(at)
  await db.deleteFrom('organization').where('id', '=', at.organizationId).execute()
  expect(await leaving()).toContain(blobOf('f'))
})
