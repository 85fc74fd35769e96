import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spaces } from '#contract/spaces.ts'
import { useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { contentOf } from '../content/read.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { importFolder } from '../importing/import-folder.ts'
import { exportOf } from './space-files.ts'

const app = useTestApp()
const folder = makeTestFolder()
let count = 0

type Files = Readonly<Record<string, string>>

async function aSpace(): Promise<SpaceRef> {
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId } = await app.as(admin)(spaces.create, { params: { organizationId }, body: {} })
  return { organizationId, spaceId }
}

async function importInto(at: SpaceRef, files: Files, page?: string) {
  const root = join(folder, String(count++))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  const target = { ...at, ...(page === undefined ? {} : { page }) }
  return importFolder(app.service, { ...target, folder: root, by: null })
}

async function exported(at: SpaceRef): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const { entries } = await exportOf(app.service, at)
  for await (const { path, open } of entries()) files[path] = await text(await open())
  return files
}

async function idOf(at: SpaceRef, title: string): Promise<string> {
  const { tree } = await contentOf(app.db, at)
  return [...tree.all()].find(({ entry }) => entry.title === title)?.entry.id ?? ''
}

const inFolder = (name: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [name + path, content]))

const first = {
  'README.md': '# Start\r\n\r\nTo [the guide](guides/guide.md).\r\n',
  'guides/guide.md': '---\n# why\ntitle:   Guide\n---\n\nSee [start](../README.md).   \n',
  'SUMMARY.md': '# Contents\n\n- [Start](README.md)\n- [Guide](guides/guide.md)\n',
}

const second = {
  'README.md': '# Second\n\n\n![pic](img/pic.svg) and [more](more.md)',
  'more.md': '# More\n\n* one\n- two\n\n{% include ".gitbook/includes/part.md" %}\n',
  'img/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.gitbook/includes/part.md': '---\ntitle: Part\n---\n\n*  loose\n',
}

test('files of a second import are exported as they were, in a folder of their own', async () => {
  const at = await aSpace()
  await importInto(at, first)
  await importInto(at, second)
  await importInto(at, { 'other.md': '# Other\n\n*  loose\n' })
  const { 'SUMMARY.md': summary, ...files } = await exported(at)
  const { 'SUMMARY.md': written, ...pages } = first
  expect(files).toEqual({ ...pages, ...inFolder('import-2/', second), 'other.md': '# Other\n\n*  loose\n' })
  expect(summary?.startsWith(written.trimEnd())).toBe(true)
  expect(summary).toContain('(import-2/README.md)')
  expect(summary).toContain('(other.md)')
})

test('files of an import below a page are exported as they were, in the folder of the page', async () => {
  const at = await aSpace()
  await importInto(at, first)
  await importInto(at, second, await idOf(at, 'Guide'))
  const { 'SUMMARY.md': summary, ...files } = await exported(at)
  const { 'SUMMARY.md': _, ...pages } = first
  expect(files).toEqual({ ...pages, ...inFolder('guides/guide/', second) })
  expect(summary).toContain('  - [Second](guides/guide/README.md)')
})

test('pages that a table of contents doesn’t list are exported as they were, and never shown', async () => {
  const at = await aSpace()
  const unlisted = { 'drafts/idea.md': '# Idea\r\n\n* loose' }
  const { report } = await importInto(at, { ...first, ...unlisted })
  expect(report).toMatchObject({
    pages: 2,
    skipped: [{ path: 'drafts/idea.md', reason: expect.stringContaining('Exports contain it') }],
  })
  expect(await exported(at)).toEqual({ ...first, ...unlisted })
  const list = { 'SUMMARY.md': '* [Two](two.md)\n', 'two.md': '# Two\n' }
  await importInto(at, { ...list, ...unlisted }, await idOf(at, 'Guide'))
  expect(await exported(at)).toMatchObject({ ...unlisted, ...inFolder('guides/guide/', unlisted) })
})

test('an export with files of two imports is imported again with all links', async () => {
  const at = await aSpace()
  await importInto(at, first)
  await importInto(at, second, await idOf(at, 'Guide'))
  const files = await exported(at)
  const again = await aSpace()
  const { report } = await importInto(again, files)
  expect(report).toMatchObject({ pages: 4, files: 1, linksBroken: [] })
  expect(await exported(again)).toEqual(files)
})
