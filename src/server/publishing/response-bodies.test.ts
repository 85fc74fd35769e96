import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyOf, newBodies } from './response-bodies.ts'

const made = (text: string, dependsOnOthers = false) => ({ type: 'text/plain', text, dependsOnOthers })

test('concurrent requests render a body once, and it is cached', async () => {
  const bodies = newBodies()
  let count = 0
  const make = async () => made(`made ${++count}`)
  const all = await Promise.all([1, 2, 3].map(() => bodies.get('a', 'h1', make)))
  all.push(await bodies.get('a', 'h2', make))
  expect(all.map(({ bytes }) => bytes.toString())).toEqual(Array(4).fill('made 1'))
})

test('a body that depends on other spaces is rendered again when one of them changes', async () => {
  const bodies = newBodies()
  let count = 0
  const make = async () => made(`made ${++count}`, true)
  const texts: string[] = []
  for (const heads of ['h1', 'h1', 'h2', 'h2'])
    texts.push((await bodies.get('a', heads, make)).bytes.toString())
  expect(texts).toEqual(['made 1', 'made 1', 'made 2', 'made 2'])
})

test('a failed body is rendered again', async () => {
  const bodies = newBodies()
  await expect(bodies.get('a', 'h', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await bodies.get('a', 'h', async () => made('yes'))).bytes.toString()).toBe('yes')
})

test('compressed bodies decompress to the body', async () => {
  const bodies = newBodies()
  const body = bodyOf('text/plain', 'All work and no play. '.repeat(200))
  expect(gunzipSync(await bodies.compressed(body, 'gzip'))).toEqual(body.bytes)
  expect(brotliDecompressSync(await bodies.compressed(body, 'br'))).toEqual(body.bytes)
})

test('a body takes no more memory than its bytes', async () => {
  const bodies = newBodies()
  const { bytes } = await bodies.get('a', 'h', async () => made('A short page. '.repeat(100)))
  const body = bodyOf('text/plain', 'A short page. '.repeat(100))
  for (const part of [bytes, await bodies.compressed(body, 'gzip'), await bodies.compressed(body, 'br')])
    expect(part.buffer.byteLength).toBe(part.length)
})
