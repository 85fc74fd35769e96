import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '#contract/shared/errors.ts'
import { useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { buildApp } from './app.ts'
import { operations } from './operations.ts'

const testApp = useTestApp()
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  const dist = makeTestFolder()
  const dashboard = join(dist, 'dashboard')
  for (const folder of ['assets', 'fonts']) mkdirSync(join(dashboard, folder), { recursive: true })
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html><title>Lectern</title>')
  writeFileSync(join(dashboard, 'layers.css'), '@layer base;')
  writeFileSync(join(dashboard, 'assets/app-1a2b.js'), 'start()')
  writeFileSync(join(dashboard, 'assets/app-1a2b.js.br'), brotliCompressSync('start()'))
  writeFileSync(join(dashboard, 'fonts/inter.woff2'), 'font')
  app = await buildApp({ ...testApp.service }, operations, dist)
})
afterAll(() => app.close())

test('hashed files are sent compressed and stay cached, other files for an hour', async () => {
  const headers = { 'accept-encoding': 'br' }
  const script = await app.inject({ method: 'GET', url: '/assets/app-1a2b.js', headers })
  expect(script.statusCode).toBe(200)
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  for (const url of ['/layers.css', '/fonts/inter.woff2']) {
    const { statusCode, headers: sent } = await app.inject({ method: 'GET', url })
    expect([statusCode, sent['cache-control']], url).toEqual([200, 'public, max-age=3600'])
  }
})

test('the addresses of views get the page', async () => {
  for (const url of ['/', '/organizations/1/members']) {
    const { statusCode, body } = await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    expect([statusCode, body], url).toEqual([200, '<!doctype html><title>Lectern</title>'])
  }
})

test('missing files, and paths out of the folder, are a 404', async () => {
  for (const url of [
    '/assets/app-0000.js',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00.js',
    '/assets/%c0.js',
  ]) {
    const { statusCode, json } = await app.inject({ method: 'GET', url })
    expect([statusCode, errorBody.parse(json()).error.type], url).toEqual([404, 'not_found'])
  }
})
