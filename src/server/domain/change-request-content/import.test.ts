import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, page } from '#testing/change-requests.ts'
import { jobHandlers } from '../../jobs/handlers/list.ts'
import { startWorker, type Worker } from '../../jobs/worker.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

let pool: pg.Pool
let worker: Worker
let site: Server
let base: string
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
  worker = await startWorker(app.service, { pool, handlers: jobHandlers })
  const pages: Record<string, string> = {
    '/docs/': '<title>Start</title><main><h1>Start</h1><p>To <a href="guide">the guide</a></p></main>',
    '/docs/guide': '<title>Guide</title><main><h1>Guide</h1><p>Read.</p></main>',
  }
  site = createServer((request, answer) => {
    const html = pages[request.url ?? '']
    answer.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html)
  })
  await new Promise<void>((result) => site.listen(0, '127.0.0.1', result))
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}/docs/`
})
afterAll(async () => {
  site.close()
  await worker.stop()
  await pool.end()
})

test('a website can be imported into a change request without changing the space, locked or not', async () => {
  const space = await aSpaceIn(app)
  await space.edit([page('Here before')])
  const { id } = await space.request()
  await space.as(api.spaces.update, { params: space.params, body: { editMode: 'locked' } })
  const before = await space.space()
  const result = await space.as(api.changeRequestContent.import, {
    ...space.of(id),
    body: { url: base, source: 'website' },
  })
  expect(api.changeRequestContent.import.response.parse(result)).toEqual(result)
  expect(result).toMatchObject({ importedResources: 2, revision: (await space.look(id)).revision })
  expect(await space.treeOf(id)).toMatchObject([
    { title: 'Here before' },
    { title: 'Start' },
    { title: 'Guide' },
  ])
  expect((await space.space()).revision).toBe(before.revision)
  const run = await space.as(api.imports.get, {
    params: { organizationId: space.organizationId, importRunId: result.importRun ?? '' },
  })
  expect(run.target).toEqual({ space: space.spaceId, changeRequest: id })
})

test('an archived request refuses imports', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  await space.patch(id, { status: 'archived' })
  const importing = space.as(api.changeRequestContent.import, {
    ...space.of(id),
    body: { url: base, source: 'website' },
  })
  await expect(importing).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})
