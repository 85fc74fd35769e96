import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, refusalOf, useImports } from '#testing/importing.ts'

const app = useTestApp()
const limited = useTestApp({ LECTERN_IMPORT_MAX_MB: '1' })
const { aSpace, over, treeOf } = useImports(app)

test('an archive of more than 100 MB is imported with its files', async () => {
  const space = await aSpace()
  const call = app.as(space.admin)
  const params = { spaceId: space.spaceId }
  const archive = await zipArchive({
    'docs/README.md': '# Films\n\n[one](one.mp4) and [two](two.mp4)',
    'docs/one.mp4': randomBytes(60 * 1_048_576),
    'docs/two.mp4': randomBytes(60 * 1_048_576),
  })
  expect(archive.length).toBeGreaterThan(110 * 1_048_576)
  const run = await over(
    space,
    await call(api.spaceContent.upload, { params, body: formOf({ 'docs.zip': archive }) }),
  )
  expect(run).toMatchObject({
    status: 'completed',
    report: { pages: 1, files: 2, linksBroken: 0, skipped: [] },
  })
  const { items } = await call(api.spaceContent.files, { params, query: {} })
  expect(items.map(({ name, size }) => [name, size]).sort()).toEqual([
    ['one.mp4', 60 * 1_048_576],
    ['two.mp4', 60 * 1_048_576],
  ])
}, 120_000)

test('a folder can have thousands of files', async () => {
  const space = await aSpace()
  const files = Array.from({ length: 2100 }, (_, index) => [`docs/${index}.txt`, `${index}`] as const)
  const body = formOf({ 'docs/README.md': '# Read me', ...Object.fromEntries(files) })
  const params = { spaceId: space.spaceId }
  const run = await over(space, await app.as(space.admin)(api.spaceContent.upload, { params, body }))
  const source = { filesTotal: 2101 }
  expect(run).toMatchObject({ status: 'completed', source, report: { pages: 1, skippedTotal: 2100 } })
  expect(await treeOf(space)).toEqual(['Read me'])
}, 120_000)

test('an upload beyond the limit of the service is refused and names the setting', async () => {
  const { organizationId, admin } = await limited.anOrganization()
  const call = limited.as(admin)
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Handbook' },
  })
  const body = formOf({ 'a.md': '# A', 'large.bin': new Uint8Array(2 * 1_048_576) })
  const refusal = await refusalOf(call(api.spaceContent.upload, { params: { spaceId }, body }))
  expect(refusal).toMatchObject({ status: 413, message: expect.stringContaining('LECTERN_IMPORT_MAX_MB') })
})
