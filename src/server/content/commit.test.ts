import type { LogEvent } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDatabase } from '../db/client.ts'
import { newId } from '../ids.ts'
import type { Change } from './changes.ts'
import { aSpace, edit } from './fixtures/space.ts'
import { contentOf, markdownOf, movedTo } from './read.ts'
import { check } from './rebuild.ts'
import type { PageNode } from './snapshot.ts'
import type { SpaceRef } from './space-ref.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const page = (title: string, markdown = '', more: Partial<Change> = {}): Change =>
  ({ operation: 'insert_page', title, document: { markdown }, ...more }) as Change

const outline = (pages: readonly PageNode[]): unknown[] =>
  pages.map((node) => (node.pages.length > 0 ? [node.path, outline(node.pages)] : node.path))

async function outlineOf(at: SpaceRef) {
  return outline((await contentOf(database.db, at)).tree.pages)
}

async function textAt(at: SpaceRef, path: string) {
  const content = await contentOf(database.db, at)
  const node = content.tree.pageAt(path)
  if (node === undefined) throw new Error(`Nothing stands at ${path}`)
  return markdownOf(database.db, content, node.entry)
}

async function idAt(at: SpaceRef, path: string) {
  const { tree } = await contentOf(database.db, at)
  return tree.pageAt(path)?.entry.id ?? ''
}

test('pages are created in order, below each other and at an index', async () => {
  const at = await aSpace(database.db)
  const guide = newId()
  await edit(database.db, at, [
    page('Guide', '', { id: guide } as Partial<Change>),
    page('Install', 'Run it.', { into: guide }),
    page('Overview', '', { into: guide, at: 0 }),
    page('Guide'),
  ])
  expect(await outlineOf(at)).toEqual([['guide', ['guide/overview', 'guide/install']], 'guide-1'])
  expect(await check(database.db, at)).toEqual([])
})

test('the title comes from front matter, else from the leading heading, else from the field', async () => {
  const at = await aSpace(database.db)
  await edit(database.db, at, [
    page('Field', '---\ntitle: Head\nhidden: true\n---\n\n# Other\n'),
    page('Field', '# **The** heading\n\nText.\n'),
    page('Field', 'Text.\n\n## Section\n'),
    { operation: 'insert_page', document: { markdown: 'Text.\n\n## Section\n' } },
    { operation: 'insert_page', document: {} },
  ])
  const { tree } = await contentOf(database.db, at)
  expect(tree.pages.map(({ entry }) => entry.title)).toEqual([
    'Head',
    'The heading',
    'Field',
    'Section',
    'Untitled',
  ])
  expect(tree.pages[0]?.entry.hidden).toBe(true)
  expect(await textAt(at, 'head')).toBe('\n# Other\n')
  expect(await textAt(at, 'the-heading')).toBe('Text.\n')
})

test('links in a batch resolve to pages and files of the batch and of the tree, and read back unchanged', async () => {
  const at = await aSpace(database.db)
  const { changes } = await edit(database.db, at, [page('Guide'), page('Old page', '', {})])
  const guide = changes[0]?.page ?? ''
  const text = [
    '[ref](./next.md#part) ![file](./shot)',
    '[path](/guide/install.md) [readme](guide/README.md) [id](/pages/IDHERE) [lost](/nowhere.md)',
    '[out](https://example.com) [here](#here) [abs](/pages/old-page)',
  ]
    .join('\n')
    .replace('IDHERE', guide)
  await edit(database.db, at, [
    page('Links', text),
    page('Install', '', { into: guide }),
    page('Next', '', { ref: 'next' }),
    {
      operation: 'insert_files',
      files: [{ ref: 'shot', id: 'f1', name: 'shot.png', contentType: 'image/png', size: 3, blob: 'ab' }],
    },
  ])
  const shown = await textAt(at, 'links')
  expect(shown.split('\n')).toEqual([
    '[ref](/next.md#part) ![file](/files/f1)',
    '[path](/guide/install.md) [readme](/guide.md) [id](/guide.md) [lost](/nowhere.md)',
    '[out](https://example.com) [here](#here) [abs](/old-page.md)',
  ])
  const before = (await contentOf(database.db, at)).revision.id
  const again = await edit(database.db, at, [
    { operation: 'update_page', page: await idAt(at, 'links'), document: { markdown: shown } },
  ])
  expect(again.revision).toBe(before)
  expect(await check(database.db, at)).toEqual([])
})

test('a link follows its page when it is renamed and moved, and the former path is recorded', async () => {
  const at = await aSpace(database.db)
  const [a, b] = (await edit(database.db, at, [page('A'), page('B', '[a](a.md)')])).changes
  const c = (await edit(database.db, at, [page('C', '', { into: a?.page })])).changes[0]
  await edit(database.db, at, [
    { operation: 'update_page', page: a?.page ?? '', slug: 'z', into: b?.page ?? '' },
  ])
  expect(await outlineOf(at)).toEqual([['b', [['b/z', ['b/z/c']]]]])
  expect(await textAt(at, 'b')).toBe('[a](/b/z.md)')
  expect([await movedTo(database.db, at, 'a'), await movedTo(database.db, at, 'a/c')]).toEqual([
    'b/z',
    'b/z/c',
  ])
  await edit(database.db, at, [page('A')])
  expect(await movedTo(database.db, at, 'a')).toBeNull()
  await edit(database.db, at, [{ operation: 'delete_page', page: c?.page ?? '' }])
  expect(await movedTo(database.db, at, 'a/c')).toBeNull()
  expect(await check(database.db, at)).toEqual([])
})

test('pages nest up to 50 levels deep, in one call or several', async () => {
  const at = await aSpace(database.db)
  const nested = (count: number, into?: string): Change[] =>
    Array.from({ length: count }, (_, index) =>
      page(`P${index}`, '', {
        id: `${into ?? 'p'}-${index}`,
        into: index === 0 ? into : `${into ?? 'p'}-${index - 1}`,
      }),
    )
  await expect(edit(database.db, at, nested(51))).rejects.toMatchObject({ reason: 'invalid_position' })
  await edit(database.db, at, nested(50))
  await expect(edit(database.db, at, nested(1, 'p-49'))).rejects.toMatchObject({ reason: 'invalid_position' })
  await edit(database.db, at, nested(1, 'p-48'))
})

test('a former path that no other page has still resolves in new text', async () => {
  const at = await aSpace(database.db)
  const [a] = (await edit(database.db, at, [page('A')])).changes
  await edit(database.db, at, [{ operation: 'update_page', page: a?.page ?? '', slug: 'new' }])
  await edit(database.db, at, [page('B', '[a](/a.md)')])
  expect(await textAt(at, 'b')).toBe('[a](/new.md)')
})

test.each([
  [
    'a page below itself',
    (a: string, b: string): Change => ({ operation: 'update_page', page: a, into: b }),
    'invalid_position',
  ],
  [
    'a group below a page',
    (a: string): Change => page('G', '', { type: 'group', into: a }),
    'invalid_position',
  ],
  ['a page below one that is not there', (): Change => page('X', '', { into: 'nobody' }), 'not_found'],
  [
    'a change of a page that is not there',
    (): Change => ({ operation: 'update_page', page: 'nobody', title: 'X' }),
    'not_found',
  ],
  ['a slug that a sibling has', (): Change => page('X', '', { slug: 'a' }), 'conflict'],
  ['a slug with a slash', (): Change => page('X', '', { slug: 'a/b' }), 'validation'],
] as const)('refuses %s, and the whole batch with it', async (_, change, reason) => {
  const at = await aSpace(database.db)
  const a = newId()
  const b = newId()
  await edit(database.db, at, [
    page('A', '', { id: a } as Partial<Change>),
    page('B', '', { id: b, into: a } as Partial<Change>),
  ])
  await expect(edit(database.db, at, [page('First'), change(a, b)])).rejects.toMatchObject({ reason })
  expect(await outlineOf(at)).toEqual([['a', ['a/b']]])
})

test('a locked space takes no edits', async () => {
  const at = await aSpace(database.db)
  await database.db.updateTable('space').set({ edit_mode: 'locked' }).where('id', '=', at.spaceId).execute()
  await expect(edit(database.db, at, [page('A')])).rejects.toMatchObject({
    reason: 'space_locked',
    status: 412,
  })
})

test('two concurrent commits both succeed', async () => {
  const at = await aSpace(database.db)
  const titles = Array.from({ length: 12 }, (_, index) => `Page ${index}`)
  await Promise.all(titles.map((title) => edit(database.db, at, [page(title)])))
  const { tree, revision } = await contentOf(database.db, at)
  expect(tree.pages.map(({ entry }) => entry.title).sort()).toEqual([...titles].sort())
  expect(revision.parents).toHaveLength(1)
  expect(await check(database.db, at)).toEqual([])
})

test('descendants of a deleted page are removed from the tree and from every projection', async () => {
  const at = await aSpace(database.db)
  const [a] = (await edit(database.db, at, [page('A'), page('B', '[a](a.md)')])).changes
  await edit(database.db, at, [page('C', 'text', { into: a?.page })])
  await edit(database.db, at, [{ operation: 'delete_page', page: a?.page ?? '' }])
  expect(await outlineOf(at)).toEqual(['b'])
  expect(await textAt(at, 'b')).toBe(`[a](/pages/${a?.page})`)
  expect(await check(database.db, at)).toEqual([])
})

test('a batch larger than a statement writes every page with its links, sections and taken addresses', async () => {
  const at = await aSpace(database.db)
  const moved = newId()
  await edit(database.db, at, [page('Page 1003', '', { id: moved } as Partial<Change>)])
  await edit(database.db, at, [{ operation: 'update_page', page: moved, slug: 'elsewhere' }])
  const count = 1010
  const texts = Array.from(
    { length: count },
    (_, i) => `See [the next](page-${(i + 1) % count}.md).\n\n## Part\n`,
  )
  await edit(
    database.db,
    at,
    texts.map((text, i) => page(`Page ${i}`, text)),
  )
  expect(await check(database.db, at)).toEqual([])
  expect(await textAt(at, 'page-1008')).toContain('(/page-1009.md)')
  expect(await movedTo(database.db, at, 'page-1003')).toBeNull()
})

test('a new page takes three statements in a transaction, however many pages there are', async () => {
  const statements: string[] = []
  const onQuery = ({ query }: LogEvent) => void statements.push(query.sql)
  const { db, close } = openDatabase(database.connectionString, { max: 1, onQuery })
  try {
    const at = await aSpace(database.db)
    const folder = newId()
    const texts = Array.from({ length: 300 }, (_, i) =>
      page(`Page ${i}`, 'Text.', i > 150 ? ({ into: folder } as Partial<Change>) : {}),
    )
    await edit(database.db, at, [page('Folder', '', { id: folder } as Partial<Change>), ...texts])
    const text = 'About [this](https://example.org).\n\n## Part\n\nText.'
    await edit(db, at, [page('Warm up', text, { into: folder })])
    statements.length = 0
    await edit(db, at, [page('New', text, { into: folder })])
    expect(statements.filter((one) => !/^(?:begin|commit)/.test(one))).toHaveLength(3)
    expect(await check(database.db, at)).toEqual([])
  } finally {
    await close()
  }
})

test('a deleted page that is restored is indexed like a new one', async () => {
  const at = await aSpace(database.db)
  await edit(database.db, at, [page('Guide', 'See [here](https://example.org).\n\n## Part\n')])
  const id = await idAt(at, 'guide')
  const { previous } = await edit(database.db, at, [{ operation: 'delete_page', page: id }])
  await edit(database.db, at, [{ operation: 'revert_page', page: id, revision: previous }])
  expect(await check(database.db, at)).toEqual([])
})
