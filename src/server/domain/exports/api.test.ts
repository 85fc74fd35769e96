import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { requestPath } from '#contract/client.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { readZipArchive, zipArchive } from '#testing/archives.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { contentOf } from '../../content/read.ts'
import { importFolder } from '../../importing/import-folder.ts'

const app = useTestApp()
const folder = makeTestFolder()

async function got(path: string, person: Person) {
  const answered = await fetch(`${await app.address()}${path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { answered, bytes: new Uint8Array(await answered.arrayBuffer()) }
}

async function zipAt(path: string, person: Person): Promise<Record<string, Uint8Array>> {
  const { answered, bytes } = await got(path, person)
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return readZipArchive(bytes)
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()

/** Guides › (Deep › Start, Café: “open”), Café; each space with a page, a picture and a hidden page that links to both. */
async function aLibrary() {
  const { organizationId, admin } = await app.anOrganization('Halden / Energy')
  const as = app.as(admin)
  const params = { organizationId }
  const collection = async (title: string, parent?: string) =>
    (await as(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}) } })).id
  const space = async (title: string, parent?: string) => {
    const { id } = await as(api.spaces.create, { params, body: { title, ...(parent ? { parent } : {}) } })
    await as(api.spaceContent.edit, {
      params: { spaceId: id },
      body: {
        changes: [
          {
            operation: 'insert_files',
            files: [{ name: 'a.txt', base64: btoa(`${title.length}x`), contentType: 'text/plain', ref: 'a' }],
          },
          {
            operation: 'insert_page',
            title: 'Start here',
            document: { markdown: `In ${title.length}.` },
            ref: 'start',
          },
          {
            operation: 'insert_page',
            title: 'Behind',
            hidden: true,
            noIndex: true,
            document: { markdown: 'To [the start](./start.md#here) and [a file](./a).' },
          },
        ],
      },
    })
    return id
  }
  const guides = await collection('Guides')
  const deep = await collection('Deep', guides)
  return {
    organizationId,
    admin,
    guides,
    start: await space('Start', deep),
    open: await space('Café: “open”', guides),
    cafe: await space('Café'),
    second: await space('CAFÉ'),
  }
}

const inSpace = ['SUMMARY.md', 'README.md', 'behind.md', '.gitbook/assets/a.txt']
const filesIn = (...folders: string[]) =>
  folders.flatMap((at) => inSpace.map((name) => `${at}/${name}`)).sort()

test('a space is exported as a zip of Markdown files with its name', async () => {
  const { admin, open } = await aLibrary()
  const path = requestPath(api.exports.space, { spaceId: open })
  const { answered } = await got(path, admin)
  expect(answered.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('Café- “open”.zip')}`,
  )
  const files = await zipAt(path, admin)
  expect(Object.keys(files).sort()).toEqual([...inSpace].sort())
  expect(text(files['SUMMARY.md'])).toBe(
    '# Table of contents\n\n* [Start here](README.md)\n* [Behind](behind.md)\n',
  )
  expect(text(files['behind.md'])).toBe(
    '---\nhidden: true\nnoIndex: true\n---\n\n# Behind\n\nTo [the start](README.md#here) and [a file](.gitbook/assets/a.txt).',
  )
})

test('collections become folders, and titles that collide on some file systems get numbers', async () => {
  const { organizationId, admin, guides } = await aLibrary()
  const ofCollection = await zipAt(requestPath(api.exports.collection, { collectionId: guides }), admin)
  expect(Object.keys(ofCollection).sort()).toEqual(filesIn('Café- “open”', 'Deep/Start'))
  const all = await zipAt(requestPath(api.exports.organization, { organizationId }), admin)
  expect(Object.keys(all).sort()).toEqual(
    filesIn('Café', 'CAFÉ-1', 'Guides/Café- “open”', 'Guides/Deep/Start'),
  )
})

test('an export contains what the caller may see, and is 404 without access', async () => {
  const { organizationId, guides, start, cafe } = await aLibrary()
  const guest = await app.aMember(organizationId, null)
  const grant = { organization_id: organizationId, grantee_kind: 'user' as const, grantee_id: guest.userId }
  await app.db
    .insertInto('access_grant')
    .values({ ...grant, subject_kind: 'space', subject_id: start, role: 'read', created_at: new Date() })
    .execute()
  const all = await zipAt(requestPath(api.exports.organization, { organizationId }), guest)
  expect(Object.keys(all).sort()).toEqual(filesIn('Start'))
  expect(Object.keys(await zipAt(requestPath(api.exports.space, { spaceId: start }), guest))).toHaveLength(4)
  for (const path of [
    requestPath(api.exports.space, { spaceId: cafe }),
    requestPath(api.exports.collection, { collectionId: guides }),
  ])
    expect((await got(path, guest)).answered.status).toBe(404)
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const { answered } = await got(requestPath(api.exports.organization, { organizationId }), stranger)
  expect(answered.status).toBe(404)
})

test('an exported organization can be imported again space by space', async () => {
  const { organizationId, admin, start, open, cafe, second } = await aLibrary()
  const all = await zipAt(requestPath(api.exports.organization, { organizationId }), admin)
  const folders = [
    ['Guides/Deep/Start/', start],
    ['Guides/Café- “open”/', open],
    ['Café/', cafe],
    ['CAFÉ-1/', second],
  ] as const
  const { organizationId: other, admin: owner } = await app.anOrganization('Other')
  for (const [prefix, spaceId] of folders) {
    const own = Object.entries(all).filter(([path]) => path.startsWith(prefix))
    const archive = join(folder, `${spaceId}.zip`)
    const packed = await zipArchive(
      Object.fromEntries(own.map(([path, bytes]) => [path.slice(prefix.length), bytes])),
    )
    await writeFile(archive, packed)
    const created = await app.as(owner)(api.spaces.create, { params: { organizationId: other }, body: {} })
    const at = { organizationId: other, spaceId: created.id }
    await importFolder(app.service, { ...at, folder: archive, by: null })
    expect(await drawn(at)).toEqual(await drawn({ organizationId, spaceId }))
  }
})

async function drawn(at: { organizationId: string; spaceId: string }) {
  const { tree, files } = await contentOf(app.db, at)
  const pages = [...tree.all()].map(({ entry, path }) => [path, entry.title, entry.hidden, entry.noIndex])
  const hash = createHash('sha256')
  for (const { name, blob } of await files()) hash.update(`${name} ${blob}`)
  return { pages, files: hash.digest('hex') }
}
