import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, type ImportSpace, refusalOf, useImports } from '#testing/importing.ts'
import { cleanUpHandler } from '../../jobs/handlers/clean-up.ts'
import { PREFIXES } from '../../storage/storage.ts'

const app = useTestApp()
const { aSpace, over, query, treeOf } = useImports(app)

const archive = () => zipArchive({ 'docs/README.md': '# In parts\n', 'docs/more.md': '# More\n' })

async function started({ admin, organizationId, spaceId }: ImportSpace, size: number, name = 'docs.zip') {
  const { id: importUploadId, ...upload } = await app.as(admin)(api.importUploads.create, {
    params: { organizationId },
    body: { space: spaceId, name, size },
  })
  return { params: { organizationId, importUploadId }, ...upload }
}

const part = (bytes: Uint8Array) => formOf({ part: bytes })

const storedFiles = async (id: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of app.service.storage.list(`${PREFIXES.imports}${id}/`)) keys.push(key)
  return keys
}

test('a zip arrives in parts, continues where it stopped, and is imported', async () => {
  const space = await aSpace()
  const call = app.as(space.admin)
  const bytes = await archive()
  const { params, received, partSize } = await started(space, bytes.length)
  expect([received, partSize]).toEqual([0, 8_388_608])
  const append = (offset: number, end: number) =>
    call(api.importUploads.append, { params, query: { offset }, body: part(bytes.subarray(offset, end)) })
  expect(await append(0, 100)).toMatchObject({ received: 100, size: bytes.length })
  expect(await append(100, 150)).toMatchObject({ received: 150 })
  // The response of a part was lost, so the client sends it again.
  expect(await refusalOf(append(100, 150))).toMatchObject({ status: 409, details: { received: 150 } })
  expect(await call(api.importUploads.get, { params })).toMatchObject({ received: 150 })
  const source = { type: 'upload' as const, upload: params.importUploadId }
  const start = { params, body: { source, target: { space: space.spaceId } } }
  expect(await refusalOf(call(api.imports.start, start))).toMatchObject({ status: 409 })
  await append(150, bytes.length)
  const run = await over(space, await call(api.imports.start, start))
  expect(run).toMatchObject({ status: 'completed', source: { type: 'file', files: ['docs.zip'] } })
  expect(await treeOf(space)).toEqual(['In parts', 'More'])
  expect(await refusalOf(call(api.importUploads.get, { params }))).toMatchObject({ status: 404 })
  await expect.poll(() => storedFiles(params.importUploadId)).toEqual([])
})

test('parts at the same offset are added once', async () => {
  const space = await aSpace()
  const { params } = await started(space, 40)
  const append = (bytes: string) =>
    app.as(space.admin)(api.importUploads.append, {
      params,
      query: { offset: 0 },
      body: part(Buffer.from(bytes)),
    })
  const results = await Promise.allSettled([append('one'), append('another'), append('the third')])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { received } = await app.as(space.admin)(api.importUploads.get, { params })
  expect([3, 7, 9]).toContain(received)
})

test('an upload belongs to the person who started it, and needs the edit role in the space', async () => {
  const space = await aSpace()
  const { params } = await started(space, 40)
  const reader = await app.aMember(space.organizationId, 'read')
  const call = app.as(reader)
  expect(await refusalOf(call(api.importUploads.get, { params }))).toMatchObject({ status: 404 })
  expect(await refusalOf(call(api.importUploads.delete, { params }))).toMatchObject({ status: 404 })
  const body = { space: space.spaceId, name: 'a.zip', size: 1 }
  expect(await refusalOf(call(api.importUploads.create, { params, body }))).toMatchObject({ status: 403 })
  expect(
    await refusalOf(call(api.importUploads.create, { params, body: { name: 'a.zip', size: 1 } })),
  ).toMatchObject({ status: 403 })
})

test('what does not fit is refused, and so are more than five at the same time', async () => {
  const space = await aSpace()
  const call = app.as(space.admin)
  expect(await refusalOf(started(space, 10 ** 15))).toMatchObject({ status: 413 })
  expect(await refusalOf(started(space, 1, 'docs.tar'))).toMatchObject({ status: 400 })
  const { params } = await started(space, 4)
  const append = (bytes: Uint8Array) =>
    call(api.importUploads.append, { params, query: { offset: 0 }, body: part(bytes) })
  expect(await refusalOf(append(Buffer.from('12345')))).toMatchObject({ status: 400 })
  expect(await refusalOf(append(new Uint8Array(17 * 1_048_576)))).toMatchObject({ status: 413 })
  for (let open = 1; open < 5; open++) await started(space, 1)
  expect(await refusalOf(started(space, 1))).toMatchObject({ status: 409 })
  await call(api.importUploads.delete, { params })
  await started(space, 1)
})

test('an abandoned upload is deleted with its parts', async () => {
  const space = await aSpace()
  const { params } = await started(space, 10)
  await app.as(space.admin)(api.importUploads.append, {
    params,
    query: { offset: 0 },
    body: part(Buffer.from('12345')),
  })
  expect(await storedFiles(params.importUploadId)).toHaveLength(1)
  await query("update import_upload set updated_at = now() - interval '25 hours' where id = $1", [
    params.importUploadId,
  ])
  await cleanUpHandler(app.service, {}, new AbortController().signal)
  expect(await storedFiles(params.importUploadId)).toEqual([])
  expect(await refusalOf(app.as(space.admin)(api.importUploads.get, { params }))).toMatchObject({
    status: 404,
  })
})

test('a site is imported from an upload, too', async () => {
  const space = await aSpace()
  const call = app.as(space.admin)
  const { organizationId } = space
  const bytes = await zipArchive({
    'one/SUMMARY.md': '* [One](README.md)\n',
    'one/README.md': '# One\n',
    'two/SUMMARY.md': '* [Two](README.md)\n',
    'two/README.md': '# Two\n',
  })
  const { id: upload } = await call(api.importUploads.create, {
    params: { organizationId },
    body: { name: 'site.zip', size: bytes.length },
  })
  const params = { organizationId, importUploadId: upload }
  await call(api.importUploads.append, { params, query: { offset: 0 }, body: part(bytes) })
  const { id: siteImportId } = await call(api.siteImports.create, {
    params,
    body: { source: { type: 'upload', upload }, preview: true },
  })
  await expect
    .poll(
      async () => (await call(api.siteImports.get, { params: { organizationId, siteImportId } })).status,
      {
        timeout: 30_000,
      },
    )
    .toBe('planned')
})
