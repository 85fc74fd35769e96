import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ObjectStore, openObjectStore } from '#testing/object-store.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { readConfig } from '../config.ts'
import { blobsIn } from '../content/blobs.ts'
import { openStorage } from './open-storage.ts'
import { MissingObjectError, type Storage } from './storage.ts'

let objectStore: ObjectStore
beforeAll(async () => {
  objectStore = await openObjectStore(makeTestFolder())
})
afterAll(() => objectStore.close())

const opened = (environment: Record<string, string>): Storage =>
  openStorage(readConfig({ DATA_DIR: makeTestFolder(), ...environment }))

const kinds = [
  ['the data folder', () => opened({})],
  ['a shared folder', () => opened({ LECTERN_STORAGE: makeTestFolder() })],
  ['an object store', () => opened(objectStore.environment)],
] as const

describe.each(kinds)('%s', (_, open) => {
  let storage: Storage
  beforeAll(() => {
    storage = open()
  })
  const keysBelow = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of storage.list(prefix)) keys.push(key)
    return keys.toSorted()
  }

  test('returns what was put, whole and in part', async () => {
    const bytes = Buffer.from('the bytes of a file')
    await storage.put('a/one', bytes, { contentType: 'text/plain' })
    expect(await storage.read('a/one')).toEqual(bytes)
    expect(await buffer(await storage.stream('a/one'))).toEqual(bytes)
    const part = await storage.stream('a/one', { start: 4, end: 8 })
    expect((await buffer(part)).toString()).toBe('bytes')
    const info = await storage.stat('a/one')
    expect(info).toMatchObject({ key: 'a/one', size: bytes.length })
    expect(Math.abs(Date.now() - (info?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('replaces an object', async () => {
    await storage.put('a/replaced', Buffer.from('first, and longer'))
    await storage.put('a/replaced', Buffer.from('second'))
    expect((await storage.read('a/replaced')).toString()).toBe('second')
  })

  test.each([1_000, 17 * 1_048_576])('takes a file of %d bytes', async (size) => {
    const path = join(makeTestFolder(), 'file')
    const bytes = Buffer.alloc(size, 'lectern')
    writeFileSync(path, bytes)
    await storage.putFile('a/file', path)
    expect((await storage.stat('a/file'))?.size).toBe(size)
    const hash = createHash('sha256').update(await storage.read('a/file'))
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('lists the objects below a prefix only', async () => {
    for (const key of ['list/b/1', 'list/b/2', 'list/c', 'listed']) await storage.put(key, Buffer.from(key))
    expect(await keysBelow('list/')).toEqual(['list/b/1', 'list/b/2', 'list/c'])
    expect(await keysBelow('nothing/')).toEqual([])
  })

  test('moves and deletes objects', async () => {
    await storage.put('move/from', Buffer.from('moved'))
    await storage.move('move/from', 'move/to/here')
    expect(await keysBelow('move/')).toEqual(['move/to/here'])
    await storage.delete('move/to/here')
    await storage.delete('move/to/here')
    expect(await storage.stat('move/to/here')).toBeNull()
    await storage.put('move/1', Buffer.from('1'))
    await storage.deleteAll('move/')
    expect(await keysBelow('move/')).toEqual([])
  })

  test('moves an object whose key needs escapes', async () => {
    await storage.put('move/a b ü', Buffer.from('moved'))
    await storage.move('move/a b ü', 'move/c')
    expect((await storage.read('move/c')).toString()).toBe('moved')
    await storage.delete('move/c')
  })

  test('says that an object is missing before any byte is sent', async () => {
    const missing = [storage.read('no/such'), storage.stream('no/such'), storage.move('no/such', 'other')]
    for (const error of await Promise.allSettled(missing))
      expect(error).toMatchObject({ reason: expect.any(MissingObjectError) })
    expect(await storage.stat('no/such')).toBeNull()
    expect(await storage.renew('no/such')).toBe(false)
  })

  test('keeps bytes that are stored again while they are removed', async () => {
    const blobs = blobsIn(storage)
    const { hash } = await blobs.put(Buffer.from('used again'))
    const later = new Date(Date.now() + 60_000)
    const outcome = await blobs.removeUnused(hash, later, async () => {
      // A writer whose change is not committed yet.
      await blobs.put(Buffer.from('used again'))
      return false
    })
    expect(outcome).toBe('removed')
    expect((await blobs.read(hash)).toString()).toBe('used again')
  })
})

test('a folder takes no key that leads out of it', async () => {
  const storage = opened({})
  for (const key of ['../x', 'a/../../x', '', '.'])
    for (const attempt of [() => storage.put(key, Buffer.from('x')), () => storage.deleteAll(key)])
      await expect(attempt).rejects.toThrow('is not a key')
})

describe('an object store', () => {
  test('keeps removed bytes readable for another period, because its moves are not atomic', async () => {
    const blobs = blobsIn(opened(objectStore.environment))
    const { hash } = await blobs.put(Buffer.from('in use after all'))
    const storedAt = new Date(Date.now() + 10_000)
    const storage = opened(objectStore.environment)
    // As an interrupted removal leaves it: the bytes are aside, and newer than the limit.
    await storage.move(`blobs/${hash.slice(0, 2)}/${hash}`, `blobs/leaving/${hash}`)
    const dayAgo = new Date(storedAt.getTime() - 86_400_000)
    expect(await blobs.removeUnused(hash, dayAgo, async () => false)).toBe('recent')
    expect((await blobs.read(hash)).toString()).toBe('in use after all')
    expect(await blobs.removeUnused(hash, storedAt, async () => true)).toBe('used')
    expect(await blobs.has(hash)).toBe(true)
  })

  test('that does not respond makes the service unavailable, not wrong', async () => {
    const environment = { ...objectStore.environment, LECTERN_S3_ENDPOINT: 'http://127.0.0.1:9' }
    const error = await opened(environment)
      .read('blobs/x')
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ reason: 'unavailable', status: 503 })
    expect(String((error as Error).cause)).toContain('127.0.0.1:9')
  })

  test('that ends a response in the middle of an object makes the service unavailable, too', async () => {
    const storage = await openedAt((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('the beginning', () => response.destroy())
    })
    await expect(storage.read('blobs/x')).rejects.toMatchObject({ reason: 'unavailable', status: 503 })
  })

  test('lists all of its pages', async () => {
    const next = 'a/+= token'
    const storage = await openedAt(({ url = '' }, response) => {
      const token = new URL(url, 'http://localhost').searchParams.get('continuation-token')
      if (token !== null && token !== next) return response.writeHead(400).end()
      const more = `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
      const object = `<Contents><Key>lectern/list/${token ? 2 : 1}</Key><Size>1</Size><LastModified>2026-11-29T00:00:00.000Z</LastModified></Contents>`
      response.writeHead(200, { 'content-type': 'application/xml' })
      return response.end(`<ListBucketResult>${object}${token ? '' : more}</ListBucketResult>`)
    })
    const keys: string[] = []
    for await (const { key } of storage.list('list/')) keys.push(key)
    expect(keys).toEqual(['list/1', 'list/2'])
  })

  /** A storage whose store responds like this. */
  async function openedAt(respond: RequestListener): Promise<Storage> {
    const server = createServer(respond).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return opened({ ...objectStore.environment, LECTERN_S3_ENDPOINT: `http://127.0.0.1:${port}` })
  }
})
