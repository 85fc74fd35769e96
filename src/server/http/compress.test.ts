import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { compressed } from './compress.ts'

const app = useTestApp()

async function aLongList() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  for (let i = 0; i < 40; i++)
    await app.as(admin)(api.spaces.create, { params, body: { title: `Space ${i}` } })
  const headers = { authorization: `Bearer ${admin.token}` }
  const url = `${await app.address()}/v1/orgs/${organizationId}/spaces?limit=`
  return {
    ask: (limit: number, encoding: string) =>
      raw(`${url}${limit}`, { ...headers, 'accept-encoding': encoding }),
  }
}

/** As it comes over the wire: `fetch` would unpack it unseen. */
function raw(url: string, headers: Record<string, string>) {
  return new Promise<{ encoding: string | undefined; vary: string | undefined; bytes: Buffer }>(
    (done, failed) => {
      get(url, { headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const { 'content-encoding': encoding, vary } = answer.headers
          done({ encoding, vary, bytes: Buffer.concat(chunks) })
        })
      }).on('error', failed)
    },
  )
}

test('a long list is compressed for clients that accept it, with the same content', async () => {
  const { ask } = await aLongList()
  const plain = await ask(40, 'identity')
  expect([plain.encoding, plain.vary]).toEqual([undefined, 'accept-encoding'])
  const small = await ask(40, 'gzip, deflate, br')
  expect([small.encoding, small.vary]).toEqual(['gzip', 'accept-encoding'])
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 5)
  expect(JSON.parse(gunzipSync(small.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
})

test.each(['gzip;q=0', 'br', ''])('a client that accepts “%s” gets it uncompressed', async (encoding) => {
  const { ask } = await aLongList()
  expect((await ask(40, encoding)).encoding).toBeUndefined()
})

test('a short response is not compressed', async () => {
  const { ask } = await aLongList()
  expect((await ask(1, 'gzip')).encoding).toBeUndefined()
})

test('the same buffer is compressed once, an equal buffer again', async () => {
  const text = 'x'.repeat(20_000)
  const kept = Buffer.from(text)
  const [first, second] = await Promise.all([compressed(kept), compressed(kept)])
  expect(second).toBe(first)
  expect(gunzipSync(first).toString()).toBe(text)
  const anew = await compressed(Buffer.from(text))
  expect(anew).not.toBe(first)
  expect(anew).toEqual(first)
})

test('a cached list is sent compressed and unchanged', async () => {
  const { ask } = await aLongList()
  const [first, second] = [await ask(40, 'gzip'), await ask(40, 'gzip')]
  expect(second).toEqual(first)
  expect((await ask(40, 'identity')).bytes).toEqual(gunzipSync(first.bytes))
})
