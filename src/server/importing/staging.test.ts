import { existsSync, utimesSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { folderOf, type IncomingFile, stage, sweepStaging } from './staging.ts'

async function* upload(): AsyncGenerator<IncomingFile> {
  yield {
    path: 'guide.md',
    content: (async function* () {
      yield Buffer.from('# Guide')
    })(),
  }
}

test('abandoned uploads are removed after a day, but none that this process still needs', async () => {
  const config = { importBytes: 1_000_000, dataDir: makeTestFolder() }
  await stage(config, 'own', upload())
  for (const importId of ['needed', 'abandoned', 'recent'])
    await mkdir(folderOf(config, importId), { recursive: true })
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  // To the service, a clock that jumps ahead is the same as files that are older.
  for (const importId of ['own', 'needed', 'abandoned'])
    utimesSync(folderOf(config, importId), twoDaysAgo, twoDaysAgo)
  await sweepStaging(config, async () => new Set(['needed']))
  const remaining = ['own', 'needed', 'abandoned', 'recent'].filter((id) => existsSync(folderOf(config, id)))
  expect(remaining).toEqual(['own', 'needed', 'recent'])
})
