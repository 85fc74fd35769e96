import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const storageOf = (environment: Record<string, string>) => readConfig(environment).storage

test('the storage is the data folder, another folder, or an object store', () => {
  expect(storageOf({})).toBeUndefined()
  expect(storageOf({ LECTERN_STORAGE: './shared' })).toEqual({ folder: resolve('shared') })
  expect(storageOf({ LECTERN_STORAGE: 's3://files' })).toMatchObject({
    bucket: 'files',
    prefix: '',
    endpoint: undefined,
    region: 'us-east-1',
    credentials: undefined,
    pathStyle: false,
  })
})

test('an endpoint other than Amazon has the bucket in the path unless configured otherwise', () => {
  const environment = {
    LECTERN_STORAGE: 's3://files/docs/lectern/',
    LECTERN_S3_ENDPOINT: 'https://store.example',
    LECTERN_S3_ACCESS_KEY_ID: 'id',
    LECTERN_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(storageOf(environment)).toMatchObject({
    prefix: 'docs/lectern/',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    pathStyle: true,
  })
  expect(storageOf({ ...environment, LECTERN_S3_PATH_STYLE: '0' })).toMatchObject({ pathStyle: false })
})

test.each([
  [{ LECTERN_STORAGE: 'https://bucket' }, 'LECTERN_STORAGE must be a folder'],
  [{ LECTERN_STORAGE: 's3://UPPER' }, 'LECTERN_STORAGE must be a folder'],
  [{ LECTERN_S3_ENDPOINT: 'https://store.example' }, 'needs LECTERN_STORAGE'],
  [{ LECTERN_S3_ENDPOINT: 'store.example' }, 'begins with http'],
  [{ LECTERN_S3_ACCESS_KEY_ID: 'id' }, 'LECTERN_S3_SECRET_ACCESS_KEY together'],
  [{ LECTERN_S3_PATH_STYLE: 'maybe' }, 'must be 1 or 0'],
  [{ LECTERN_SEALING_KEY: 'short' }, 'must be 32 bytes'],
] as const)('%o is refused with a sentence', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test('the sealing key is 32 bytes in either notation', () => {
  const key = Buffer.alloc(32, 7)
  for (const encoding of ['hex', 'base64'] as const)
    expect(readConfig({ LECTERN_SEALING_KEY: key.toString(encoding) }).sealingKey).toEqual(key)
})

test('the README and the docs list every setting', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const sources = ['config.ts', 'storage/storage-settings.ts']
  const text = sources.map((name) => readFileSync(join(root, 'src/server', name), 'utf8')).join()
  const names = new Set(
    text.match(/^ {2}(LECTERN_[A-Z0-9_]+|PORT|HOST|DATA_DIR|BASE_URL|DATABASE_URL|LOG_LEVEL)(?=:)/gm),
  )
  expect(names.size).toBeGreaterThan(20)
  for (const page of ['README.md', 'docs/operate/settings.md']) {
    const table = readFileSync(join(root, page), 'utf8')
    expect(
      [...names].map((name) => name.trim()).filter((name) => !table.includes(`\`${name}\``)),
      page,
    ).toEqual([])
  }
})
