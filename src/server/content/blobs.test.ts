import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { folderStorage } from '../storage/folder-storage.ts'
import { blobsIn } from './blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-blobs-'))
const blobs = blobsIn(folderStorage(folder))
afterAll(() => rmSync(folder, { recursive: true }))

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('stored bytes can be read by their hash', async () => {
  const bytes = Buffer.from('a picture, say')
  const { hash, size } = await blobs.put(bytes, { contentType: 'image/png' })
  expect([hash, size]).toEqual([sha(bytes), bytes.length])
  expect(await blobs.read(hash)).toEqual(bytes)
  expect(await buffer(await blobs.stream(hash))).toEqual(bytes)
})

test('a stream and a buffer with the same bytes are one blob, and no temporary files remain', async () => {
  const bytes = Buffer.alloc(300_000, 'x')
  const first = await blobs.put(Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]))
  const second = await blobs.put(bytes)
  const third = await blobs.put(Readable.from([bytes]))
  expect([second, third]).toEqual([first, first])
  expect(readdirSync(join(folder, 'tmp/arriving'))).toEqual([])
})

test('a failed stream leaves no blob', async () => {
  async function* broken() {
    yield Buffer.from('half of ')
    throw new Error('the line went dead')
  }
  await expect(blobs.put(Readable.from(broken()))).rejects.toThrow(/line went dead/)
  expect(await blobs.has(sha(Buffer.from('half of ')))).toBe(false)
  expect(readdirSync(join(folder, 'tmp/arriving'))).toEqual([])
})

test('a removed blob no longer exists', async () => {
  const { hash } = await blobs.put(Buffer.from('for a while'))
  await blobs.remove(hash)
  expect(await blobs.has(hash)).toBe(false)
  await expect(blobs.read(hash)).rejects.toThrow()
})

const anHourAgo = new Date(Date.now() - 3_600_000)
const old = new Date(anHourAgo.getTime() - 3_600_000)
const fileOf = (hash: string) => join(folder, 'blobs', hash.slice(0, 2), hash)

/** A blob that was stored two hours ago. */
async function anOldBlob(text: string): Promise<string> {
  const { hash } = await blobs.put(Buffer.from(text))
  utimesSync(fileOf(hash), old, old)
  return hash
}

describe('unused bytes', () => {
  test('are removed when they are old enough', async () => {
    const hash = await anOldBlob('nobody uses it')
    expect(await blobs.removeUnused(hash, anHourAgo, async () => false)).toBe('removed')
    expect(await blobs.has(hash)).toBe(false)
    expect(await blobs.removeUnused(hash, anHourAgo, async () => false)).toBe('removed')
    expect(readdirSync(join(folder, 'blobs/leaving'))).toEqual([])
  })

  test('stay if they are used after all, or were stored again recently', async () => {
    const used = await anOldBlob('used')
    expect(await blobs.removeUnused(used, anHourAgo, async () => true)).toBe('used')
    expect(await blobs.read(used)).toEqual(Buffer.from('used'))
    const again = await anOldBlob('again')
    await blobs.put(Readable.from([Buffer.from('again')]))
    expect(await blobs.removeUnused(again, anHourAgo, async () => false)).toBe('recent')
    expect(await blobs.has(again)).toBe(true)
  })

  test('are available to a writer who stores them during the removal', async () => {
    const hash = await anOldBlob('just now')
    const fate = await blobs.removeUnused(hash, anHourAgo, async () => {
      await blobs.put(Buffer.from('just now'))
      return false
    })
    expect(fate).toBe('removed')
    expect(await blobs.read(hash)).toEqual(Buffer.from('just now'))
  })

  test('are available again after an interrupted removal', async () => {
    const hash = await anOldBlob('cut off')
    const cut = blobs.removeUnused(hash, anHourAgo, () => Promise.reject(new Error('the power went')))
    await expect(cut).rejects.toThrow('the power went')
    expect(await blobs.removeUnused(hash, anHourAgo, async () => true)).toBe('used')
    expect(await blobs.read(hash)).toEqual(Buffer.from('cut off'))
  })
})
