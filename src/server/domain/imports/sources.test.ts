import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ApiError } from '#contract/client.ts'
import type { ImportRun } from '#contract/imports.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/folder.ts'
import { type GitServer, gitRepository, gitServer } from '#testing/git-server.ts'
import { heading, paragraph, picture, run, wordDocument } from '#testing/word-document.ts'
import { startWorker, type Worker } from '../../jobs/worker.ts'
import { tasks } from '../../tasks/list.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const png = readFileSync(
  join(import.meta.dirname, '../../importing/fixtures/listed/.gitbook/assets/unused.png'),
)

let pool: pg.Pool
let worker: Worker
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: app.connectionString, max: 6 })
  worker = await startWorker(app.service, { pool, tasks })
})
afterAll(async () => {
  await worker.stop()
  await pool.end()
})

const servers: GitServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
const serve = async (...given: Parameters<typeof gitServer>) => {
  const server = await gitServer(...given)
  servers.push(server)
  return server.url
}

type Space = { readonly organizationId: string; readonly admin: Person; readonly spaceId: string }

async function aSpace(): Promise<Space> {
  const { organizationId, admin } = await app.anOrganization()
  const { id } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Handbook' },
  })
  return { organizationId, admin, spaceId: id }
}

type Drawn = { readonly title: string; readonly pages?: readonly unknown[] }

const drawn = (pages: readonly Drawn[], depth = 0): string[] =>
  pages.flatMap((page) => [
    `${'  '.repeat(depth)}${page.title}`,
    ...drawn((page.pages ?? []) as readonly Drawn[], depth + 1),
  ])

const treeOf = async ({ admin, spaceId }: Space, changeRequestId?: string) => {
  const call = app.as(admin)
  const { pages } =
    changeRequestId === undefined
      ? await call(api.spaceContent.pages, { params: { spaceId }, query: {} })
      : await call(api.changeRequestContent.pages, { params: { spaceId, changeRequestId }, query: {} })
  return drawn(pages)
}

async function over({ admin, organizationId }: Space, run: ImportRun): Promise<ImportRun> {
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const now = await app.as(admin)(api.imports.get, { params: { organizationId, importRunId: run.id } })
    if (now.completedAt !== undefined) return now
    if (Date.now() > end) throw new Error(`It stays ${now.status}`)
  }
}

const itemsOf = (
  { admin, organizationId }: Space,
  run: ImportRun,
  query: { outcome?: 'warning' | 'left-out' } = {},
) => app.as(admin)(api.imports.items, { params: { organizationId, importRunId: run.id }, query })

const refusalOf = (calling: Promise<unknown>): Promise<ApiError> =>
  calling.then(
    () => Promise.reject(new Error('It was not refused')),
    (error) => error,
  )

function form(files: Readonly<Record<string, Uint8Array | string>>): FormData {
  const data = new FormData()
  for (const [path, content] of Object.entries(files))
    data.append('files', new Blob([new Uint8Array(Buffer.from(content))]), path)
  return data
}

type Target = Omit<Parameters<typeof startGit>[2], never>

const startGit = (
  { admin, organizationId, spaceId }: Space,
  source: { url: string; ref?: string; directory?: string; username?: string; password?: string },
  target: { page?: string; changeRequest?: string; asChangeRequest?: { subject: string } } = {},
) =>
  app.as(admin)(api.imports.start, {
    params: { organizationId },
    body: { source: { type: 'git', ...source }, target: { space: spaceId, ...target } },
  })

const importGit = async (space: Space, source: Parameters<typeof startGit>[1], target: Target = {}) =>
  over(space, await startGit(space, source, target))

describe('Word and HTML files', () => {
  const book = wordDocument({
    body: [
      heading(1, 'One'),
      paragraph('Text.'),
      heading(1, 'Two'),
      paragraph(picture('rId9', 'Pic') + run('.')),
    ],
    images: { rId9: png },
  })

  it('come in beside Markdown, each thing told in the report; a file made to do harm stays out', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const bomb = wordDocument({ body: [], parts: { 'word/media/z.png': new Uint8Array(30 * 1_048_576) } })
    const archive = zipSync({
      'docs/a.md': strToU8('# A\n\n[two](book.docx), [web](web.html), [gone](gone.md)'),
      'docs/book.docx': book,
      'docs/bomb.docx': bomb,
      'docs/old.doc': strToU8('x'),
      'docs/web.html': strToU8('<title>Web</title><main><h1>Web</h1><p>To <a href="a.md">A</a></p></main>'),
    })
    const run = await over(
      space,
      await app.as(admin)(api.spaceContent.upload, { params: { spaceId }, body: form({ 'x.zip': archive }) }),
    )
    expect(run).toMatchObject({
      status: 'completed',
      report: { pages: 3, files: 1, linksBroken: 1, linksResolved: 4 },
    })
    expect(await treeOf(space)).toEqual(['A', 'Book', 'Web'])
    const { items, count } = await itemsOf(space, run)
    expect(count).toBe(6)
    expect(items.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['a.md', 'page'],
      ['book.docx', 'page'],
      ['web.html', 'page'],
      ['book.docx/image1.png', 'file'],
      ['bomb.docx', 'left-out'],
      ['old.doc', 'left-out'],
    ])
    expect(items[0]?.warnings).toEqual(['The link gone.md leads nowhere'])
    expect((await itemsOf(space, run, { outcome: 'warning' })).items.map(({ source }) => source)).toEqual([
      'a.md',
    ])
    const left = await itemsOf(space, run, { outcome: 'left-out' })
    expect(left.count).toBe(2)
    expect(left.items[0]?.reason).toMatch(/unpacks to far more/)
    const file = await app.as(admin)(api.spaceContent.file, {
      params: { spaceId, fileId: items[3]?.file ?? '' },
      query: {},
    })
    expect(file).toMatchObject({ contentType: 'image/png' })
  })

  it('may be split by their headings 1, below a page of the space', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const made = await app.as(admin)(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title: 'Here', document: { markdown: 'x' } }] },
    })
    const page =
      made.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))[0] ?? ''
    const run = await app.as(admin)(api.spaceContent.upload, {
      params: { spaceId },
      query: { below: page, splitHeadings: true },
      body: form({ 'Book.docx': book }),
    })
    expect(run).toMatchObject({ target: { page }, options: { splitHeadings: true } })
    await over(space, run)
    expect(await treeOf(space)).toEqual(['Here', '  Book', '    One', '    Two'])
  })

  it('of which none can be read fail with the reason', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const upload = async (name: string, content: string) =>
      over(
        space,
        await app.as(admin)(api.spaceContent.upload, {
          params: { spaceId },
          body: form({ [name]: content }),
        }),
      )
    expect(await upload('x.docx', 'nonsense')).toMatchObject({
      status: 'failed',
      reason: 'Nothing of it can be imported: x.docx: The Word file is not read: it is no .docx',
    })
    expect((await upload('x.png', 'x')).reason).toMatch(
      /Nothing of it can be imported: x\.png: No page uses it/,
    )
  })
})

describe('the target of an import', () => {
  it('may be a change request that is made for it, even while the space is locked', async () => {
    const space = await aSpace()
    const { admin, spaceId, organizationId } = space
    await app.as(admin)(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
    const run = await over(
      space,
      await app.as(admin)(api.spaceContent.upload, {
        params: { spaceId },
        query: { asChangeRequest: true, subject: 'From files' },
        body: form({ 'a.md': '# A' }),
      }),
    )
    expect(run).toMatchObject({ status: 'completed', target: { asChangeRequest: true } })
    const changeRequestId = run.target.changeRequest ?? ''
    expect(await treeOf(space)).toEqual([])
    expect(await treeOf(space, changeRequestId)).toEqual(['A'])
    const request = await app.as(admin)(api.changeRequests.get, { params: { spaceId, changeRequestId } })
    expect(request).toMatchObject({ subject: 'From files', status: 'draft', createdBy: { id: admin.userId } })
    const events = await app.as(admin)(api.auditEvents.list, { params: { organizationId }, query: {} })
    expect(events.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['import.start', 'change-request.create']),
    )
  })

  it('may be a change request that is there, and a page of it', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const { id } = await app.as(admin)(api.changeRequests.create, { params: { spaceId }, body: {} })
    const upload = async (name: string, below?: string) =>
      over(
        space,
        await app.as(admin)(api.changeRequestContent.upload, {
          params: { spaceId, changeRequestId: id },
          query: below === undefined ? {} : { below },
          body: form({ [name]: '' }),
        }),
      )
    const first = await upload('First.md')
    const { items } = await itemsOf(space, first)
    await upload('Second.md', items[0]?.page)
    expect(await treeOf(space, id)).toEqual(['First', '  Second'])
    expect(await treeOf(space)).toEqual([])
  })

  it('is refused before anything is read: a page or request that is not there, a role too weak, both at once', async () => {
    const space = await aSpace()
    const { organizationId, spaceId } = space
    const url = 'https://example.org/x.git'
    expect(await refusalOf(startGit(space, { url }, { page: 'nosuchpage' }))).toMatchObject({ status: 404 })
    expect(await refusalOf(startGit(space, { url }, { changeRequest: 'nosuch' }))).toMatchObject({
      status: 404,
    })
    const both = { changeRequest: 'nosuch', asChangeRequest: { subject: '' } }
    expect(await refusalOf(startGit(space, { url }, both))).toMatchObject({ status: 400 })
    const reader = await app.aMember(organizationId, 'read')
    expect(await refusalOf(startGit({ ...space, admin: reader }, { url }))).toMatchObject({ status: 403 })
    const other = await aSpace()
    expect(await refusalOf(startGit({ ...other, spaceId }, { url }))).toMatchObject({ status: 404 })
  })
})

describe('the import of a git repository', () => {
  const files = {
    'README.md': '# Of the project',
    'docs/.gitbook.yaml': 'root: ./text/\nstructure:\n  readme: start.md\n  summary: toc.md\n',
    'docs/text/toc.md': '* [Start](start.md)\n* [Guide](guide/README.md)\n  * [Step](guide/step.md)\n',
    'docs/text/start.md': '# Start\n\n![pic](../pic.png) and [step](guide/step.md)',
    'docs/text/guide/README.md': '# Guide',
    'docs/text/guide/step.md': '# Step',
    'docs/pic.png': png,
    'docs/large.png': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
  }

  it('takes one folder of one branch in the order of its settings, and says which commit that was', async () => {
    const space = await aSpace()
    const url = await serve(
      await gitRepository(makeTestFolder(), files, { next: { 'docs/text/guide/step.md': '# Step of next' } }),
    )
    const run = await importGit(space, { url, ref: 'refs/heads/next', directory: 'docs' })
    expect(run).toMatchObject({
      status: 'completed',
      source: { type: 'git', url, ref: 'refs/heads/next', directory: 'docs', withCredentials: false },
      report: { pages: 3, files: 1, linksBroken: 0 },
    })
    expect(run.source).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect(await treeOf(space)).toEqual(['Start', 'Guide', '  Step'])
    const { items } = await itemsOf(space, run)
    expect(
      items.map(({ source, outcome, reason }) => [source, outcome, ...(reason ? [reason] : [])]),
    ).toEqual([
      ['text/start.md', 'page'],
      ['text/guide/README.md', 'page'],
      ['text/guide/step.md', 'page'],
      ['pic.png', 'file'],
      ['.gitbook.yaml', 'read'],
      ['text/toc.md', 'read'],
      ['large.png', 'left-out', 'Its bytes are in Git LFS, which is not read'],
    ])
  })

  it('takes the default branch when none is named; as synchronisation asks for it, it is queued', async () => {
    const space = await aSpace()
    const { admin, spaceId, organizationId } = space
    const url = await serve(await gitRepository(makeTestFolder(), { 'a.md': '# A' }))
    const body = { url, ref: 'main', repoProjectDirectory: '' }
    await app.as(admin)(api.imports.fromGit, { params: { spaceId }, body })
    const { items } = await app.as(admin)(api.imports.list, { params: { organizationId }, query: {} })
    const [first] = items
    if (first === undefined) throw new Error('It is not in the list')
    await over(space, first)
    expect(await importGit(space, { url })).toMatchObject({ status: 'completed' })
    expect(await treeOf(space)).toEqual(['A', 'A'])
  })

  it('sends credentials where they are asked for, and keeps them from everybody else', async () => {
    const space = await aSpace()
    const secret = 'tok-en:with/signs'
    const folder = await gitRepository(makeTestFolder(), { 'a.md': '# A' })
    const url = await serve(folder, { credentials: `ada:${secret}` })
    expect((await importGit(space, { url })).reason).toMatch(/it asks for a user and a password/)
    expect((await importGit(space, { url, username: 'ada', password: 'wrong' })).reason).toMatch(
      /it refuses the user and the password/,
    )
    const begun = await startGit(space, { url, username: 'ada', password: secret })
    const { rows } = await pool.query('select row_to_json(r)::text as text from import_run r where id = $1', [
      begun.id,
    ])
    expect(rows[0].text).not.toContain('tok-en')
    const inAddress = url.replace('//', `//ada:${encodeURIComponent(secret)}@`)
    const runs = [await over(space, begun), await importGit(space, { url: inAddress })]
    for (const run of runs) {
      expect(run).toMatchObject({ status: 'completed', source: { url, withCredentials: true } })
      expect(JSON.stringify(run)).not.toContain('tok-en')
    }
    const kept = await pool.query('select count(*)::int as count from import_run where secret is not null')
    expect(kept.rows[0].count).toBe(0)
    const events = await pool.query(
      "select string_agg(coalesce(after::text, ''), '') as text from audit_event",
    )
    expect(events.rows[0].text).not.toContain('tok-en')
  })

  it('follows a repository that moved, without taking credentials to another origin', async () => {
    const space = await aSpace()
    const seen: (string | undefined)[] = []
    const real = await serve(await gitRepository(makeTestFolder(), { 'a.md': '# A' }), {
      before: ({ asked }) => {
        seen.push(asked.headers.authorization)
        return false
      },
    })
    const url = await serve('/', {
      before: ({ asked, answer }) => {
        if (asked.headers.authorization === undefined) {
          answer.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
          return true
        }
        const location = real + (asked.url ?? '').replace('/repository.git', '')
        answer.writeHead(301, { location }).end()
        return true
      },
    })
    expect(await importGit(space, { url, username: 'ada', password: 'secret' })).toMatchObject({
      status: 'completed',
    })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.every((header) => header === undefined)).toBe(true)
  })

  it('fails with the reason: no such branch or folder, no repository, a server that ends half-way', async () => {
    const space = await aSpace()
    const folder = await gitRepository(makeTestFolder(), { 'docs/a.md': '# A' })
    const url = await serve(folder)
    expect((await importGit(space, { url, ref: 'nosuch' })).reason).toMatch(/no branch or tag named nosuch/)
    expect((await importGit(space, { url, directory: 'nosuch' })).reason).toMatch(/no folder nosuch/)
    expect((await importGit(space, { url: url.replace('repository.git', 'elsewhere') })).reason).toMatch(
      /there is no such repository|404/,
    )
    const html = await serve(folder, {
      before: ({ answer }) => {
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title>')
        return true
      },
    })
    expect((await importGit(space, { url: html })).reason).toMatch(/there is no git repository/)
    const ending = await serve(folder, {
      before: ({ asked, answer }) => {
        if (asked.method !== 'POST') return false
        answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        answer.write('0008NAK\n')
        setTimeout(() => answer.destroy(), 50)
        return true
      },
    })
    expect(await importGit(space, { url: ending })).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/could not be read/),
    })
    expect(await treeOf(space)).toEqual([])
  })

  it('can be cancelled while it is fetched, which leaves nothing, not even a change request', async () => {
    const space = await aSpace()
    const { admin, organizationId, spaceId } = space
    const asked = Promise.withResolvers<void>()
    const url = await serve(await gitRepository(makeTestFolder(), { 'a.md': '# A' }), {
      before: async ({ asked: { method }, answer }) => {
        if (method !== 'POST') return false
        answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        asked.resolve()
        while (!answer.destroyed) {
          answer.write('0008NAK\n')
          await pause(100)
        }
        return true
      },
    })
    const { id: importRunId } = await startGit(space, { url }, { asChangeRequest: { subject: 'No' } })
    await asked.promise
    const params = { organizationId, importRunId }
    expect(await app.as(admin)(api.imports.cancel, { params })).toMatchObject({ status: 'cancelled' })
    const requests = await app.as(admin)(api.changeRequests.list, {
      params: { spaceId },
      query: { status: ['draft'] },
    })
    expect(requests.count).toBe(0)
    expect(await treeOf(space)).toEqual([])
    const { items } = await app.as(admin)(api.auditEvents.list, { params: { organizationId }, query: {} })
    expect(items[0]).toMatchObject({ action: 'import.cancel', target: { type: 'import', id: importRunId } })
  })
})
