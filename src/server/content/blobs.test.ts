import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { blobsIn } from './blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-blobs-'))
const blobs = blobsIn(folder)
afterAll(() => rmSync(folder, { recursive: true }))

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('what is put can be read under the hash of its bytes', async () => {
  const bytes = Buffer.from('a picture, say')
  const { hash, size } = await blobs.put(bytes, { contentType: 'image/png' })
  expect([hash, size]).toEqual([sha(bytes), bytes.length])
  expect(await blobs.read(hash)).toEqual(bytes)
  expect(await buffer(await blobs.stream(hash))).toEqual(bytes)
})

test('a stream and a buffer of the same bytes are one blob, and nothing is left lying about', async () => {
  const bytes = Buffer.alloc(300_000, 'x')
  const first = await blobs.put(Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]))
  const second = await blobs.put(bytes)
  const third = await blobs.put(Readable.from([bytes]))
  expect([second, third]).toEqual([first, first])
  expect(readdirSync(join(folder, 'arriving'))).toEqual([])
})

test('a stream that breaks leaves no blob', async () => {
  async function* broken() {
    yield Buffer.from('half of ')
    throw new Error('the line went dead')
  }
  await expect(blobs.put(Readable.from(broken()))).rejects.toThrow(/line went dead/)
  expect(await blobs.has(sha(Buffer.from('half of ')))).toBe(false)
  expect(readdirSync(join(folder, 'arriving'))).toEqual([])
})

test('what was removed is gone', async () => {
  const { hash } = await blobs.put(Buffer.from('for a while'))
  await blobs.remove(hash)
  expect(await blobs.has(hash)).toBe(false)
  await expect(blobs.read(hash)).rejects.toThrow()
})
