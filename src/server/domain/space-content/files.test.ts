import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page } from '#testing/change-requests.ts'
import { check } from '../../content/rebuild.ts'

const app = useTestApp()

/** An image one pixel wide and `height` pixels high. */
function png(height: number): Buffer {
  const bytes = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(1, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function form(files: Readonly<Record<string, string | Buffer>>): FormData {
  const data = new FormData()
  for (const [name, content] of Object.entries(files)) {
    data.append('files', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  }
  return data
}

async function aSpace() {
  const space = await aSpaceIn(app)
  const { as, params, organizationId } = space
  const list = (query: Parameters<typeof as<typeof api.spaceContent.files>>[1]['query'] = {}) =>
    as(api.spaceContent.files, { params, query })
  return {
    ...space,
    list,
    upload: (files: Parameters<typeof form>[0]) =>
      as(api.spaceContent.uploadFiles, { params, body: form(files) }),
    replace: (fileId: string, files: Parameters<typeof form>[0]) =>
      as(api.spaceContent.replaceFile, { params: { ...params, fileId }, body: form(files) }),
    names: async (query: Parameters<typeof list>[0] = {}) =>
      (await list(query)).items.map(({ name }) => name),
    download: async (url: string) => {
      const { pathname, search } = new URL(url)
      const headers = { authorization: `Bearer ${space.admin.token}` }
      return fetch(`${await app.address()}${pathname}${search}`, { headers })
    },
    wrong: () => check(app.db, { organizationId, spaceId: params.spaceId }),
  }
}

test('several files can be uploaded, and their types are read from their content', async () => {
  const { upload, list, space, wrong } = await aSpace()
  const before = (await space()).revision
  const created = await upload({
    'chart.txt': png(7),
    'notes.md': '# Notes',
    'page.html': '<script>1</script>',
  })
  expect(api.spaceContent.uploadFiles.response.parse(created)).toEqual(created)
  expect(created.previous).toBe(before)
  expect(created.files).toMatchObject([
    { name: 'chart.txt', contentType: 'image/png', dimensions: { width: 1, height: 7 }, size: 64 },
    { name: 'notes.md', contentType: 'text/markdown', size: 7 },
    { name: 'page.html', contentType: 'text/html' },
  ])
  expect((await space()).revision).toBe(created.revision)
  const byName = { sort: 'name' } as const
  expect((await list(byName)).items).toMatchObject(created.files)
  expect(await wrong()).toEqual([])
})

test('active content is served as a download and cannot run', async () => {
  const { upload, download } = await aSpace()
  const { files } = await upload({ 'a.html': '<script>1</script>', 'b.svg': '<svg onload="x()"/>' })
  const [html, svg] = await Promise.all(files.map(({ downloadURL }) => download(downloadURL)))
  expect(html?.headers.get('content-disposition')).toContain('attachment')
  expect(html?.headers.get('x-content-type-options')).toBe('nosniff')
  expect(svg?.headers.get('content-type')).toContain('image/svg+xml')
  expect(svg?.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each([
  ['a program', { 'a.EXE': 'MZ' }, /programs/i],
  ['an empty file', { 'a.txt': '' }, /empty/],
  [
    'more than 20 files',
    Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}.txt`, 'x'])),
    /At most 20/,
  ],
  ['a name of 257 characters', { [`${'a'.repeat(253)}.txt`]: 'x' }, /256 characters/],
] as const)('refuses %s, and nothing of the upload happens', async (_, files, message) => {
  const { upload, list } = await aSpace()
  await expect(upload({ 'good.txt': 'x', ...files })).rejects.toMatchObject({ status: 400, message })
  expect((await list()).count).toBe(0)
})

test('a request without files is refused', async () => {
  const { upload } = await aSpace()
  await expect(upload({})).rejects.toMatchObject({ status: 400, message: /at least one/ })
})

test('up to 20 files can be uploaded at a time', async () => {
  const { upload } = await aSpace()
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.txt`, `${at}`]))
  expect((await upload(files)).files).toHaveLength(20)
})

test('a file over the limit is refused and not stored', async () => {
  const { upload, list } = await aSpace()
  const large = Buffer.alloc(100 * 1024 * 1024 + 1)
  await expect(upload({ 'large.bin': large })).rejects.toMatchObject({ status: 400, message: /100 MB/ })
  expect((await list()).count).toBe(0)
})

test('readers can neither upload nor replace files', async () => {
  const { upload, organizationId, params } = await aSpace()
  const [file] = (await upload({ 'a.txt': 'a' })).files
  const reader = app.as(await app.aMember(organizationId, 'read'))
  const body = form({ 'b.txt': 'b' })
  const refusal = { status: 403 }
  await expect(reader(api.spaceContent.uploadFiles, { params, body })).rejects.toMatchObject(refusal)
  const at = { params: { ...params, fileId: file?.id ?? '' }, body: form({ 'b.txt': 'b' }) }
  await expect(reader(api.spaceContent.replaceFile, at)).rejects.toMatchObject(refusal)
})

test('a locked space refuses files', async () => {
  const { upload, as, params } = await aSpace()
  await as(api.spaces.update, { params, body: { editMode: 'locked' } })
  await expect(upload({ 'a.txt': 'a' })).rejects.toMatchObject({ status: 412 })
})

test('a replaced file keeps its id, name and links, and older revisions keep its old content', async () => {
  const { upload, replace, download, edit, as, params, wrong } = await aSpace()
  const first = await upload({ 'a.png': png(3) })
  const [old] = first.files
  const id = old?.id ?? ''
  await edit([page('A', `![a](/files/${id})`)])
  const second = await replace(id, { 'other.png': png(9) })
  const [file] = second.files
  expect(file).toMatchObject({ id, name: 'a.png', dimensions: { width: 1, height: 9 } })
  expect(file?.replacedAt).toBeDefined()
  expect(file?.downloadURL).not.toBe(old?.downloadURL)
  const size = async (url = '') => (await (await download(url)).arrayBuffer()).slice(20, 24)
  expect(new DataView(await size(file?.downloadURL)).getUint32(0)).toBe(9)
  const backlinks = await as(api.spaceContent.fileBacklinks, { params: { ...params, fileId: id }, query: {} })
  expect(backlinks.count).toBe(1)
  expect(await wrong()).toEqual([])
  await edit([{ operation: 'revert_file', file: id, revision: first.revision }])
  expect((await as(api.spaceContent.file, { params: { ...params, fileId: id } })).dimensions?.height).toBe(3)
  expect(new DataView(await size(file?.downloadURL)).getUint32(0)).toBe(9)
  expect(await wrong()).toEqual([])
})

test('a file can be renamed, deleted, and restored from an earlier revision', async () => {
  const { upload, edit, names, as, params, spaceLinks, wrong } = await withLinks()
  const [file] = (await upload({ 'a.txt': 'a' })).files
  const id = file?.id ?? ''
  await edit([{ operation: 'update_file', file: id, name: 'b.txt' }, page('A', `[b](/files/${id})`)])
  expect(await names()).toEqual(['b.txt'])
  const deleted = await edit([{ operation: 'delete_file', file: id }])
  expect(await names()).toEqual([])
  expect((await spaceLinks()).stats.broken.total).toBe(1)
  expect(await wrong()).toEqual([])
  const refusal = as(api.spaceContent.edit, {
    params,
    body: { changes: [{ operation: 'delete_file', file: id }] },
  })
  await expect(refusal).rejects.toMatchObject({ status: 404 })
  expect(deleted.previous).toBeDefined()
  await edit([{ operation: 'revert_file', file: id, revision: deleted.previous ?? '' }])
  expect(await names()).toEqual(['b.txt'])
  expect((await spaceLinks()).stats.broken.total).toBe(0)
  expect(await wrong()).toEqual([])
})

async function withLinks() {
  const space = await aSpace()
  return {
    ...space,
    spaceLinks: () => space.as(api.spaceLinks.list, { params: space.params, query: {} }),
  }
}

test('the list can be searched, sorted and filtered, and counts the pages that use a file', async () => {
  const { upload, list, names, edit, as, params } = await aSpace()
  const { files } = await upload({ 'b.txt': 'bbb', 'A.png': png(2), 'c.txt': 'c' })
  const [b] = files
  await edit([
    page('One', `[b](/files/${b?.id}) [b](/files/${b?.id})`),
    page('Two', `[b](${b?.downloadURL})`),
  ])
  expect(await names({ sort: 'name' })).toEqual(['A.png', 'b.txt', 'c.txt'])
  expect(await names({ sort: 'size', direction: 'desc' })).toEqual(['A.png', 'b.txt', 'c.txt'])
  expect(await names({ search: ' TXT', sort: 'name' })).toEqual(['b.txt', 'c.txt'])
  expect(await names({ images: true })).toEqual(['A.png'])
  expect(await names({ images: false, unused: true })).toEqual(['c.txt'])
  expect((await list({ sort: 'name' })).items.map(({ pages }) => pages)).toEqual([0, 2, 0])
  const used = await as(api.spaceContent.fileBacklinks, {
    params: { ...params, fileId: b?.id ?? '' },
    query: {},
  })
  expect(used.count).toBe(2)
  const first = await list({ sort: 'name', direction: 'desc', limit: 2 })
  const rest = await list({ sort: 'name', direction: 'desc', limit: 2, page: first.next?.page })
  expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(['c.txt', 'b.txt', 'A.png'])
})

test('files in a change request are separate from the space until it is merged', async () => {
  const { upload, request, of, as, params, names, wrong, edit } = await aSpace()
  const [keptFile, dropped] = (await upload({ 'kept.txt': 'old', 'dropped.txt': 'x' })).files
  const { id } = await request()
  const at = of(id)
  const created = await as(api.changeRequestContent.uploadFiles, { ...at, body: form({ 'new.txt': 'new' }) })
  expect(created.files).toMatchObject([{ name: 'new.txt' }])
  const params2 = { ...at.params, fileId: keptFile?.id ?? '' }
  const replaced = await as(api.changeRequestContent.replaceFile, {
    params: params2,
    body: form({ x: 'newer' }),
  })
  expect(replaced.files).toMatchObject([{ name: 'kept.txt', size: 5 }])
  await as(api.changeRequestContent.edit, {
    ...at,
    body: { changes: [{ operation: 'delete_file', file: dropped?.id ?? '' }] },
  })
  expect((await names()).sort()).toEqual(['dropped.txt', 'kept.txt'])
  const { changes } = await as(api.changeRequests.changes, { ...at, query: {} })
  expect(changes.map(({ type }) => type)).toEqual(['file_created', 'file_edited', 'file_deleted'])
  await edit([{ operation: 'update_file', file: keptFile?.id ?? '', name: 'renamed.txt' }])
  await as(api.changeRequests.merge, at)
  expect((await names({ sort: 'name' })).sort()).toEqual(['new.txt', 'renamed.txt'])
  const merged = await as(api.spaceContent.file, { params: { ...params, fileId: keptFile?.id ?? '' } })
  expect(merged).toMatchObject({ name: 'renamed.txt', size: 5 })
  expect(await wrong()).toEqual([])
})

test('a new page can link to a file added before it in the batch', async () => {
  const { upload, edit, as, params } = await aSpace()
  const [file] = (await upload({ 'a.png': png(1) })).files
  const [id = ''] = createdBy(await edit([page('A', `![a](/files/${file?.id})`)]))
  const links = await as(api.spaceContent.pageLinks, { params: { ...params, pageId: id }, query: {} })
  expect(links.items).toMatchObject([{ status: 'ok', targetReference: { kind: 'file' } }])
})
