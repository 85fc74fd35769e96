import { expect, test } from 'vitest'
import { useTestApp } from '../app.ts'
import { zipArchive } from '../archives.ts'
import { useImports } from '../importing.ts'
import { useWebsites } from '../website.ts'
import { differencesIn, expectRefused, officialClient } from './client.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const { aSpace, treeOf } = useImports(app)
const website = useWebsites()

test('files and websites at a URL are imported within the request', async () => {
  const space = await aSpace()
  const origin = await website({
    '/guide.md': '# Guide\n\nText.\n',
    '/page.html': '<!doctype html><title>Page</title><main><h1>Page</h1><p>Text.</p></main>',
    '/docs.zip': await zipArchive({ 'README.md': '# From a zip\n', 'more.md': '# More\n' }),
    '/site/': '<!doctype html><title>Site</title><main><h1>Site</h1><p>Text.</p></main>',
  })
  const add = (source: string, path: string, at = 'content/import') =>
    app.send({
      method: 'POST',
      url: `/v1/spaces/${space.spaceId}/${at}`,
      token: space.admin.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ source, url: origin + path }),
    })
  for (const [source, path] of [
    ['markdown', '/guide.md'],
    ['html', '/page.html'],
    ['zip', '/docs.zip'],
    ['website', '/site/'],
  ] as const) {
    const response = await add(source, path)
    expect([source, response.status]).toEqual([source, 201])
    expect(response.json()).toMatchObject({
      revision: expect.any(String),
      importedResources: expect.any(Number),
    })
  }
  expect(await treeOf(space)).toEqual(['Guide', 'Page', 'From a zip', 'More', 'Site'])
  expect((await add('markdown', '/missing.md')).json()).toMatchObject({
    error: { code: 400, type: 'upstream' },
  })
  expect((await add('zip', '/guide.md')).status).toBe(400)
  expect((await add('notion', '/guide.md')).status).toBe(400)
})

test('the client starts, lists and cancels import runs', async () => {
  const { organizationId, spaceId, admin } = await aSpace()
  const origin = await website({ '/': '<!doctype html><title>Home</title><main><h1>Home</h1></main>' })
  const client = await officialClient(app, admin)
  const { org } = client.api
  const { data: run } = await org.startImportRun(organizationId, {
    source: { type: 'website', url: `${origin}/` },
    target: { space: spaceId },
  })
  expect(run).toMatchObject({ object: 'import-run', target: { space: spaceId } })
  const status = async () => (await org.getImportRun(organizationId, run.id)).data.status
  await expect.poll(status, { timeout: 30_000 }).toBe('completed')
  const { data: list } = await org.listImportRuns(organizationId, { space: spaceId })
  expect(list.items.map(({ id }) => id)).toEqual([run.id])
  await expectRefused(org.cancelImportRun(organizationId, run.id), 409)

  expect(differencesIn(client.calls)).toEqual({})
})
