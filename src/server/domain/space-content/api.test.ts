import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { type Person, useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function aSpace() {
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide' },
  })
  return { organizationId, admin, params: { spaceId } }
}

const edit = (person: Person, params: { spaceId: string }, changes: ContentChangeInput[], base?: string) =>
  app.as(person)(api.spaceContent.edit, {
    params,
    body: { changes, ...(base === undefined ? {} : { base }) },
  })

const page = (title: string, markdown = ''): ContentChangeInput => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

const created = (answer: { changes: readonly { object: string }[] }, index = 0): string => {
  const change = answer.changes[index]
  return change !== undefined && 'page' in change ? (change.page as { id: string }).id : ''
}

test('an edit creates a revision and returns its changes page by page', async () => {
  const { admin, params } = await aSpace()
  const first = await edit(admin, params, [
    page('Intro', 'Hello.'),
    { operation: 'insert_page', title: 'More', document: {}, ref: 'more' },
  ])
  const intro = created(first)
  expect(first.changes).toEqual([
    {
      object: 'created_page',
      page: {
        object: 'page',
        id: intro,
        urls: { location: expect.stringMatching(/^http.*\/v1\/spaces\/\w+\/content\/page\/\w+$/) },
      },
    },
    { object: 'created_page', ref: 'more', page: expect.objectContaining({ object: 'page' }) },
  ])
  const second = await edit(admin, params, [
    { operation: 'update_page', page: intro, title: 'Introduction' },
    { operation: 'delete_page', page: created(first, 1) },
  ])
  expect(second.changes.map(({ object }) => object)).toEqual(['updated_page', 'deleted_page'])
  const content = await app.as(admin)(api.spaceContent.get, { params })
  expect(content).toMatchObject({
    object: 'revision',
    id: second.revision,
    parents: [first.revision],
    type: 'edits',
  })
  expect(content.pages).toMatchObject([
    { title: 'Introduction', slug: 'intro', path: 'intro', type: 'document' },
  ])
  const space = await app.as(admin)(api.spaces.get, { params })
  expect(space.revision).toBe(second.revision)
})

test('responses with content match the contract', async () => {
  const { admin, params } = await aSpace()
  const group = await edit(admin, params, [{ operation: 'insert_page', type: 'group', title: 'Start' }])
  await edit(admin, params, [
    {
      operation: 'insert_page',
      title: 'Install',
      linkTitle: 'Setup',
      document: { markdown: 'Run.' },
      into: created(group),
      emoji: '1f389',
      description: 'How',
      hidden: true,
    },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Home',
      target: { kind: 'url', url: 'https://example.org' },
      into: created(group),
    },
    {
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=', contentType: 'text/plain', ref: 'a' }],
    },
  ])
  const as = app.as(admin)
  const content = await as(api.spaceContent.get, { params })
  expect(api.spaceContent.get.response.parse(content)).toEqual(content)
  const { pages } = await as(api.spaceContent.pages, { params })
  expect(pages).toEqual(content.pages)
  expect(pages[0]).toMatchObject({ pages: [{ title: 'Install', linkTitle: 'Setup' }, { title: 'Home' }] })
  expect(pages[0]).toMatchObject({
    type: 'group',
    path: 'start',
    pages: [{ path: 'start/install' }, { type: 'link', href: 'https://example.org' }],
  })
  const files = await as(api.spaceContent.files, { params })
  expect(api.spaceContent.files.response.parse(files)).toEqual(files)
  expect(files).toMatchObject({ count: 1, items: [{ name: 'a.txt', contentType: 'text/plain', size: 2 }] })
})

test('a page is found by id, by its path, encoded or not, and by a former path', async () => {
  const { admin, params } = await aSpace()
  const parent = created(await edit(admin, params, [page('Guide')]))
  const answer = await edit(admin, params, [
    { operation: 'insert_page', title: 'Install', document: { markdown: 'Run.' }, into: parent },
  ])
  const as = app.as(admin)
  const byId = await as(api.spaceContent.page, { params: { ...params, pageId: created(answer) }, query: {} })
  expect(byId).toMatchObject({ path: 'guide/install', markdown: 'Run.' })
  for (const path of ['guide/install', 'guide%2Finstall']) {
    const { status, json } = await app.send({
      method: 'GET',
      url: `/v1/spaces/${params.spaceId}/content/path/${path}`,
      token: admin.token,
    })
    expect([status, json()]).toEqual([200, byId])
  }
  await edit(admin, params, [{ operation: 'update_page', page: parent, slug: 'start' }])
  const movedPage = await as(api.spaceContent.pageByPath, {
    params: { ...params, pagePath: 'guide/install' },
    query: {},
  })
  expect(movedPage.path).toBe('start/install')
  const missing = as(api.spaceContent.pageByPath, {
    params: { ...params, pagePath: 'guide/nothing' },
    query: {},
  })
  await expect(missing).rejects.toMatchObject({ status: 404 })
})

test('two edits of different parts from the same base are both applied', async () => {
  const { admin, params } = await aSpace()
  const first = await edit(admin, params, [page('A', 'one\n\ntwo\n\nthree\n')])
  const a = created(first)
  const change = (more: object): ContentChangeInput => ({ operation: 'update_page', page: a, ...more })
  await edit(
    admin,
    params,
    [change({ title: 'B', document: { markdown: 'ONE\n\ntwo\n\nthree\n' } })],
    first.revision,
  )
  await edit(
    admin,
    params,
    [change({ description: 'C', document: { markdown: 'one\n\ntwo\n\nTHREE\n' } })],
    first.revision,
  )
  const now = await app.as(admin)(api.spaceContent.page, { params: { ...params, pageId: a }, query: {} })
  expect(now).toMatchObject({ title: 'B', description: 'C', markdown: 'ONE\n\ntwo\n\nTHREE\n' })
})

test('the second of two conflicting edits is refused with all three versions and changes nothing', async () => {
  const { admin, params } = await aSpace()
  const first = await edit(admin, params, [page('A', 'one\n\ntwo\n')])
  const a = created(first)
  const change = (title: string, markdown: string): ContentChangeInput => ({
    operation: 'update_page',
    page: a,
    title,
    document: { markdown },
  })
  const second = await edit(admin, params, [change('B', 'ONE\n\ntwo\n')], first.revision)
  const third = edit(admin, params, [page('New'), change('C', 'Eins\n\ntwo\n')], first.revision)
  await expect(third).rejects.toMatchObject({
    status: 409,
    details: {
      conflicts: [
        { page: { id: a }, kind: 'field', field: 'title', base: 'A', theirs: 'B', ours: 'C' },
        { page: { id: a }, kind: 'block', base: 'one', theirs: 'ONE', ours: 'Eins' },
      ],
    },
  })
  const content = await app.as(admin)(api.spaceContent.get, { params })
  expect([content.id, content.pages.length]).toEqual([second.revision, 1])
})

test('the links of a page have their status and target', async () => {
  const { admin, params } = await aSpace()
  const inApp = `${app.service.urls.base}/s/x`
  const first = await edit(admin, params, [
    page('Target'),
    page('Source', `[a](target.md#top) [b](gone.md) [c](https://example.org) [d](${inApp}) ![e](./shot)\n`),
    {
      operation: 'insert_files',
      files: [{ name: 's.png', base64: 'aGk=', contentType: 'image/png', ref: 'shot' }],
    },
  ])
  const as = app.as(admin)
  const path = { ...params, pageId: created(first, 1) }
  const links = await as(api.spaceContent.pageLinks, { params: path, query: {} })
  expect(api.spaceContent.pageLinks.response.parse(links)).toEqual(links)
  expect(links.stats).toEqual({ total: 5, broken: { total: 1 } })
  expect(links.items.map(({ status, targetReference }) => [status, targetReference?.kind])).toEqual([
    ['ok', 'page'],
    ['broken', undefined],
    ['ok', 'url'],
    ['in-app', 'url'],
    ['ok', 'file'],
  ])
  const broken = await as(api.spaceContent.pageLinks, { params: path, query: { status: 'broken' } })
  expect(broken.count).toBe(1)
  const one = await as(api.spaceContent.pageLinks, { params: path, query: { limit: 2 } })
  const rest = await as(api.spaceContent.pageLinks, {
    params: path,
    query: { limit: 3, page: one.next?.page },
  })
  expect([...one.items, ...rest.items]).toEqual(links.items)
  expect(rest.next).toBeUndefined()
  const fileId = first.insertedFiles?.[0]?.file.id ?? ''
  const backlinks = await as(api.spaceContent.fileBacklinks, { params: { ...params, fileId }, query: {} })
  expect(backlinks).toMatchObject({ count: 1, items: [{ kind: 'page', page: { title: 'Source' } }] })
  const ofSpace = await as(api.spaceLinks.list, { params, query: { status: 'in-app' } })
  expect(ofSpace).toMatchObject({ count: 1, items: [{ targetReference: { url: inApp } }] })
})

test('readers cannot edit, others see nothing, and locked spaces refuse edits', async () => {
  const { organizationId, admin, params } = await aSpace()
  const reader = await app.aMember(organizationId, 'read')
  const guest = await app.aMember(organizationId, null)
  await app.as(reader)(api.spaceContent.pages, { params })
  await expect(edit(reader, params, [page('A')])).rejects.toMatchObject({ status: 403 })
  await expect(app.as(guest)(api.spaceContent.pages, { params })).rejects.toMatchObject({ status: 404 })
  await app.as(admin)(api.spaces.update, { params, body: { editMode: 'locked' } })
  await expect(edit(admin, params, [page('A')])).rejects.toMatchObject({ status: 412, type: 'space_locked' })
})

test('the type and size of an image are read from its content, whatever was declared', async () => {
  const { admin, params } = await aSpace()
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=='
  const { insertedFiles } = await edit(admin, params, [
    { operation: 'insert_files', files: [{ name: 'dot.gif', base64: pixel, contentType: 'text/html' }] },
  ])
  expect(insertedFiles?.[0]?.file).toMatchObject({
    contentType: 'image/png',
    dimensions: { width: 2, height: 3 },
  })
})

test.each([
  [
    'a file that is too large',
    {
      operation: 'insert_files',
      files: [{ name: 'a', base64: Buffer.alloc(1_000_002).toString('base64'), contentType: 'text/plain' }],
    },
  ],
] satisfies [string, ContentChangeInput][])('refuses %s in words', async (_, change) => {
  const { admin, params } = await aSpace()
  await expect(edit(admin, params, [change])).rejects.toMatchObject({
    status: 400,
    type: 'validation',
  })
})

test('a file is not fetched from a private address, and the whole batch is refused', async () => {
  const { admin, params } = await aSpace()
  const files: ContentChangeInput = {
    operation: 'insert_files',
    files: [{ name: 'a.txt', url: 'http://127.0.0.1:1/a.txt' }],
  }
  await expect(edit(admin, params, [page('A'), files])).rejects.toMatchObject({
    status: 400,
    type: 'upstream',
  })
  expect((await app.as(admin)(api.spaceContent.pages, { params })).pages).toEqual([])
})

test('a condition of a page that cannot be parsed is refused with the character', async () => {
  const { admin, params } = await aSpace()
  const insert = (condition: string) =>
    edit(admin, params, [{ operation: 'insert_page', title: 'Beta', document: {}, condition }])
  const issue = {
    path: ['body', 'changes', 0, 'condition'],
    message: expect.stringMatching(/^Character 23: /),
  }
  await expect(insert('visitor.claims.beta &&')).rejects.toMatchObject({
    status: 400,
    details: { issues: [issue] },
  })
  expect((await app.as(admin)(api.spaceContent.pages, { params })).pages).toEqual([])
  await insert('space.vars.version == "3"')
})
