import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { copyIn, copyOut } from './copy-stream.ts'
import { digesting } from './dump-database.ts'
import { RowDigest } from './row-digest.ts'

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.connectionString })
beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  await database.close()
})

async function read(rows: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of rows) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('rows pass unchanged in both directions, whatever their size', async () => {
  await client.query('create temp table wide (id integer, body text)')
  await client.query(
    `insert into wide select n, repeat(chr(65 + n % 26), n * 900) from generate_series(1, 300) as n`,
  )
  const text = await read(copyOut(client, 'copy wide to stdout'))
  await client.query('create temp table other (like wide)')
  expect(await copyIn(client, 'copy other from stdin', Readable.from([Buffer.from(text)]))).toBe(300)
  expect(await read(copyOut(client, 'copy other to stdout'))).toBe(text)
})

test('an error of the source, the server or the reader leaves the connection usable', async () => {
  await client.query('create temp table narrow (id integer)')
  const broken = async function* () {
    yield Buffer.from('1\n')
    throw new Error('The source is broken')
  }
  await expect(copyIn(client, 'copy narrow from stdin', Readable.from(broken()))).rejects.toThrow(
    'source is broken',
  )
  const digested = digesting(Readable.from(broken()), new RowDigest())
  await expect(copyIn(client, 'copy narrow from stdin', digested)).rejects.toThrow('source is broken')
  const wrong = Readable.from([Buffer.from('one\n'), Buffer.from('2\n')])
  await expect(copyIn(client, 'copy narrow from stdin', wrong)).rejects.toThrow('invalid input syntax')
  await expect(read(copyOut(client, 'copy missing to stdout'))).rejects.toThrow('does not exist')
  for await (const _ of copyOut(
    client,
    'copy (select repeat($$x$$, 1000) from generate_series(1, 9999)) to stdout',
  ))
    break
  expect((await client.query('select count(*)::integer as count from narrow')).rows).toEqual([{ count: 0 }])
})

test('the digest of rows is the same in any order and any pieces', () => {
  const digestOf = (...chunks: string[]) => {
    const digest = new RowDigest()
    for (const chunk of chunks) digest.add(Buffer.from(chunk))
    return [digest.rows, digest.digest]
  }
  expect(digestOf('a\tb\nc\td\n')).toEqual(digestOf('c\t', 'd\na', '\tb', '\n'))
  expect(digestOf('a\tb\nc\td\n')).not.toEqual(digestOf('a\tb\nc\te\n'))
  expect(digestOf('a\n')).not.toEqual(digestOf('a\na\n'))
})
