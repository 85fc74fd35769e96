import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spaces } from '#contract/spaces.ts'
import { useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import type { Change } from '../content/changes.ts'
import { commit } from '../content/commit.ts'
import { contentOf } from '../content/read.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { importFolder } from '../importing/import-folder.ts'
import { exportOf } from './space-files.ts'

const app = useTestApp()
const folder = makeTestFolder()
let count = 0

const guide = [
  '---',
  '# why it is here',
  "description: 'Quoted: text'",
  'icon: rocket',
  'unknown:',
  '  - kept',
  '---',
  '',
  '# Guide',
  '',
  'See [start](../README.md#top) and [a & b](<./deep page.md>).',
  '',
  '',
  'Second line.   ',
  '',
].join('\n')

const source = {
  'README.md': '# Start\r\n\r\nTo [the guide](guides/guide).\r\n',
  'guides/guide.md': guide,
  'guides/deep page.md': '# Deep\n',
  '.gitbook.yaml': 'root: ./ # here\n',
  '.gitbook/vars.yaml': '# for the guide\nname: value # short\nversion: "2.1"\n',
  '.gitbook/tags.yaml':
    '- tag: new-releases\n  label: New releases\n  icon: rocket\n  color: $primary\n- tag: beta\n',
  'SUMMARY.md': [
    '# Contents',
    '',
    '- [Start](README.md)',
    '',
    '## Guides <a id="guides"></a>',
    '',
    '- [Guide](guides/guide.md)',
    '    - [Deep &#x26; more](<guides/deep page.md>)',
    '<!-- the end -->',
    '',
  ].join('\n'),
}

async function imported(files: Readonly<Record<string, string>>): Promise<SpaceRef> {
  const root = join(folder, String(count++))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId } = await app.as(admin)(spaces.create, { params: { organizationId }, body: {} })
  await importFolder(app.service, { organizationId, spaceId, folder: root, by: null })
  return { organizationId, spaceId }
}

async function exported(at: SpaceRef): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const { entries } = await exportOf(app.service, at)
  for await (const { path, open } of entries()) files[path] = await text(await open())
  return files
}

async function edit(at: SpaceRef, ...changes: readonly Change[]): Promise<void> {
  const { service } = app
  const input = { ...at, changes, by: null, now: service.now(), newId: service.newId }
  await app.db.transaction().execute((tx) => commit(tx, input))
}

async function idOf(at: SpaceRef, title: string): Promise<string> {
  const { tree } = await contentOf(app.db, at)
  return [...tree.all()].find(({ entry }) => entry.title === title)?.entry.id ?? ''
}

/** The lines that an edit removes and adds, by file. */
async function changedBy(...changesOf: readonly ((at: SpaceRef) => Promise<Change>)[]) {
  const at = await imported(source)
  for (const change of changesOf) await edit(at, await change(at))
  const before: Readonly<Record<string, string>> = source
  const after = await exported(at)
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    paths.flatMap((path) => {
      const [old = [], now = []] = [before[path], after[path]].map((one) => one?.split('\n'))
      if (before[path] === after[path]) return []
      return [
        [
          path,
          { gone: old.filter((line) => !now.includes(line)), new: now.filter((line) => !old.includes(line)) },
        ],
      ]
    }),
  )
}

test('an import that nobody changed is exported as it was', async () => {
  expect(await exported(await imported(source))).toEqual(source)
})

test('changed variables are lines of their file', async () => {
  const changed = await changedBy(async () => ({
    operation: 'update_variables',
    variables: { version: '2.2', name: null, added: true },
  }))
  expect(changed).toEqual({
    '.gitbook/vars.yaml': {
      gone: ['# for the guide', 'name: value # short', 'version: "2.1"'],
      new: ['version: "2.2"', 'added: true'],
    },
  })
})

test('a space has the variables and tags of its first import', async () => {
  const at = await imported(source)
  const content = await contentOf(app.db, at)
  expect(await content.variables()).toEqual({ name: 'value', version: '2.1' })
  expect(await content.tags()).toEqual([
    { slug: 'new-releases', label: 'New releases', icon: 'rocket', color: '$primary' },
    { slug: 'beta', label: 'beta' },
  ])
  await edit(at, { operation: 'update_variables', variables: { name: 'other' } })
  const [again] = [join(folder, 'again')]
  await mkdir(join(again, '.gitbook'), { recursive: true })
  await writeFile(join(again, '.gitbook/vars.yaml'), 'name: imported\nmore: 1\n')
  await writeFile(join(again, 'README.md'), '# Again\n')
  await importFolder(app.service, { ...at, folder: again, by: null })
  expect(await (await contentOf(app.db, at)).variables()).toEqual({ name: 'other', version: '2.1', more: 1 })
})

test('a space that was not imported is exported with its variables', async () => {
  const at = await imported({ 'README.md': '# Start\n' })
  await edit(at, { operation: 'update_variables', variables: { name: 'Ada' } })
  expect((await exported(at))['.gitbook/vars.yaml']).toBe('name: Ada\n')
})

test('a changed field is one line of the front matter', async () => {
  const changed = await changedBy(async (at) => ({
    operation: 'update_page',
    page: await idOf(at, 'Guide'),
    icon: 'star',
  }))
  expect(changed).toEqual({ 'guides/guide.md': { gone: ['icon: rocket'], new: ['icon: star'] } })
})

test('a new title is one line in the file and one in the table of contents', async () => {
  const changed = await changedBy(async (at) => ({
    operation: 'update_page',
    page: await idOf(at, 'Guide'),
    title: 'Handbook',
  }))
  expect(changed).toEqual({
    'SUMMARY.md': { gone: ['- [Guide](guides/guide.md)'], new: ['- [Handbook](guides/guide.md)'] },
    'guides/guide.md': { gone: ['# Guide'], new: ['# Handbook'] },
  })
})

test('links in a changed line are written as before, and line breaks remain', async () => {
  const changed = await changedBy(async (at) => ({
    operation: 'update_page',
    page: await idOf(at, 'Start'),
    document: { markdown: `Go to [the guide](/pages/${await idOf(at, 'Guide')}#now).\n`, isWhole: true },
  }))
  expect(changed).toEqual({
    'README.md': {
      gone: ['To [the guide](guides/guide).\r'],
      new: ['Go to [the guide](guides/guide#now).\r'],
    },
  })
})

test('a new page is a new file and a line in the style of the table of contents', async () => {
  const changed = await changedBy(async (at) => ({
    operation: 'insert_page',
    title: 'New & shiny',
    into: await idOf(at, 'Guide'),
    document: { markdown: 'Text.' },
  }))
  expect(changed).toEqual({
    'SUMMARY.md': { gone: [], new: ['    - [New \\& shiny](guides/guide/new-and-shiny.md)'] },
    'guides/guide/new-and-shiny.md': { gone: [], new: ['# New \\& shiny', '', 'Text.'] },
  })
})

test('a deleted page has no file and no line', async () => {
  const changed = await changedBy(async (at) => ({
    operation: 'delete_page',
    page: await idOf(at, 'Deep'),
  }))
  expect(Object.keys(changed).sort()).toEqual(['SUMMARY.md', 'guides/deep page.md'])
  expect(changed['SUMMARY.md']?.gone).toEqual(['    - [Deep &#x26; more](<guides/deep page.md>)'])
})
