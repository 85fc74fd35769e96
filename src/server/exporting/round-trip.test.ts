import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { spaces } from '#contract/spaces.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import type { Change } from '../content/changes.ts'
import { commit } from '../content/commit.ts'
import { newFile } from '../content/files.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { importFolder } from '../importing/import-folder.ts'
import { aTree, changesOf, type ExportedContent, exportedContent, type TreeModel } from './fixtures/trees.ts'
import { exportOf } from './space-files.ts'
import { zipOf } from './zip.ts'

const app = useTestApp()
const folder = makeTestFolder()

let organizationId = ''
let admin: Person
beforeAll(async () => {
  ;({ organizationId, admin } = await app.anOrganization())
})

async function aSpace(): Promise<SpaceRef> {
  const made = await app.as(admin)(spaces.create, { params: { organizationId }, body: {} })
  return { organizationId, spaceId: made.id }
}

async function grown(model: TreeModel): Promise<SpaceRef> {
  const at = await aSpace()
  const { service } = app
  const files = await Promise.all(
    model.files.map(({ id, name, bytes }) => newFile(service.blobs, { id, name, bytes: Buffer.from(bytes) })),
  )
  const changes: Change[] = [
    ...(files.length === 0 ? [] : [{ operation: 'insert_files' as const, files }]),
    ...changesOf(model),
  ]
  if (changes.length === 0) return at
  const input = { ...at, changes, by: null, now: service.now(), newId: service.newId }
  await app.db.transaction().execute((tx) => commit(tx, input))
  return at
}

let count = 0
async function broughtBack(at: SpaceRef): Promise<ExportedContent> {
  const archive = join(folder, `${count++}.zip`)
  const { entries } = await exportOf(app.service, at)
  await pipeline(zipOf(entries()), createWriteStream(archive))
  const second = await aSpace()
  await importFolder(app.service, { ...second, folder: archive, by: null })
  return exportedContent(app.service, second)
}

test('any tree of pages is unchanged after an export and an import', { timeout: 280_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(aTree, async (model) => {
      const at = await grown(model)
      expect(await broughtBack(at)).toEqual(await exportedContent(app.service, at))
    }),
    { numRuns: Number(process.env.RUNS ?? 40), seed: Number(process.env.SEED ?? 61) },
  )
})
