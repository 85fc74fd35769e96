import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, useImports } from '#testing/importing.ts'
import { confluenceExport, notionExport } from '#testing/product-exports.ts'

const app = useTestApp()
const { aSpace, itemsOf, over, treeOf } = useImports(app)

async function imported(files: Readonly<Record<string, Uint8Array>>) {
  const space = await aSpace()
  const params = { spaceId: space.spaceId }
  const started = await app.as(space.admin)(api.spaceContent.upload, { params, body: formOf(files) })
  return { space, run: await over(space, started) }
}

const below = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [folder + path, text]))

const handbook = [
  'Team handbook',
  '  Zebra setup',
  '  About (us)',
  '  Tasks',
  '    Write docs',
  '    Ship it',
]

test('a Notion export in several parts is one tree, whether the parts are in a zip or uploaded together', async () => {
  const entries = Object.entries(below('Export-1234/Private & Shared/', notionExport))
  const parts = {
    'Export-1234-Part-1.zip': await zipArchive(Object.fromEntries(entries.slice(0, 3))),
    'Export-1234-Part-2.zip': await zipArchive(Object.fromEntries(entries.slice(3))),
  }
  for (const files of [{ 'export.zip': await zipArchive(parts) }, parts]) {
    const { space, run } = await imported(files)
    expect(run).toMatchObject({
      status: 'completed',
      report: { format: 'notion', pages: 6, files: 1, linksBroken: 0 },
    })
    expect(await treeOf(space)).toEqual(handbook)
  }
})

test('a Confluence export has its pages, files and a report of what is not supported', async () => {
  const { space, run } = await imported({ 'PLAT.zip': await zipArchive(below('PLAT/', confluenceExport)) })
  expect(run).toMatchObject({
    status: 'completed',
    report: { format: 'confluence', pages: 5, files: 2, linksBroken: 0 },
  })
  expect(await treeOf(space)).toEqual([
    'Platform Home',
    '  Operations & alerts',
    '  Getting started',
    '    Gone',
    'Unlisted: a page',
  ])
  const { items } = await itemsOf(space, run, { outcome: 'warning' })
  expect(items.flatMap(({ warnings }) => warnings)).toEqual(['Macros that aren’t supported: roadmap-planner'])
})

test('an archive with too much in its parts, or with damaged ones, is refused', async () => {
  const { run } = await imported({ 'export.zip': await zipArchive({ 'a-Part-1.zip': 'no zip' }) })
  expect(run).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('The archive can’t be imported'),
  })
})
