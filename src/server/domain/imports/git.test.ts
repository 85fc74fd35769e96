import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { type GitServer, gitRepository, gitServer } from '#testing/git-server.ts'
import { type ImportSpace, useImports } from '#testing/importing.ts'
import { makeTestFolder } from '#testing/test-folder.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const { aSpace, itemsOf, over, query, startGit, treeOf } = useImports(app)
const png = readFileSync(
  join(import.meta.dirname, '../../importing/fixtures/listed/.gitbook/assets/unused.png'),
)

const servers: GitServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
const serve = async (...options: Parameters<typeof gitServer>) => {
  const server = await gitServer(...options)
  servers.push(server)
  return server.url
}

type Git = Parameters<typeof startGit>
const importGit = async (space: ImportSpace, source: Git[1], target: Git[2] = {}) =>
  over(space, await startGit(space, source, target))

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

  it('reads a folder of a branch in the order of its settings, and reports the commit', async () => {
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
    const commit = run.source.type === 'git' ? run.source.commit : undefined
    const params = { spaceId: space.spaceId }
    const { gitSync, revision } = await app.as(space.admin)(api.spaces.get, { params })
    expect(gitSync).toMatchObject({ repoName: expect.any(String), updatedAt: expect.any(String) })
    expect(await app.as(space.admin)(api.imports.gitInfo, { params })).toEqual(gitSync)
    const { git } = await app.as(space.admin)(api.revisions.get, {
      params: { ...params, revisionId: revision },
    })
    expect(git).toMatchObject({
      oid: commit,
      message: expect.any(String),
      ref: 'next',
      createdByService: false,
    })
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
      ['large.png', 'left-out', 'It is stored in Git LFS, which isn’t supported'],
    ])
  })

  it('reads the default branch when none is given, and is queued when started by synchronization', async () => {
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

  it('sends credentials only to the repository that requests them', async () => {
    const space = await aSpace()
    const secret = 'tok-en:with/signs'
    const folder = await gitRepository(makeTestFolder(), { 'a.md': '# A' })
    const url = await serve(folder, { credentials: `ada:${secret}` })
    expect((await importGit(space, { url })).reason).toMatch(/it requires a username and password/)
    expect((await importGit(space, { url, username: 'ada', password: 'wrong' })).reason).toMatch(
      /it rejected the username and password/,
    )
    const started = await startGit(space, { url, username: 'ada', password: secret })
    const { rows } = await query('select row_to_json(r)::text as text from import_run r where id = $1', [
      started.id,
    ])
    expect(rows[0]?.text).not.toContain('tok-en')
    const inAddress = url.replace('//', `//ada:${encodeURIComponent(secret)}@`)
    const runs = [await over(space, started), await importGit(space, { url: inAddress })]
    for (const run of runs) {
      expect(run).toMatchObject({ status: 'completed', source: { url, withCredentials: true } })
      expect(JSON.stringify(run)).not.toContain('tok-en')
    }
    const withSecret = await query('select count(*)::int as count from import_run where secret is not null')
    expect(withSecret.rows[0]?.count).toBe(0)
    const events = await query("select string_agg(coalesce(after::text, ''), '') as text from audit_event")
    expect(events.rows[0]?.text).not.toContain('tok-en')
  })

  it('follows redirects of a repository without sending credentials to another origin', async () => {
    const space = await aSpace()
    const credentials: (string | undefined)[] = []
    const real = await serve(await gitRepository(makeTestFolder(), { 'a.md': '# A' }), {
      before: ({ request }) => {
        credentials.push(request.headers.authorization)
        return false
      },
    })
    const url = await serve('/', {
      before: ({ request, response }) => {
        if (request.headers.authorization === undefined) {
          response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
          return true
        }
        const location = real + (request.url ?? '').replace('/repository.git', '')
        response.writeHead(301, { location }).end()
        return true
      },
    })
    expect(await importGit(space, { url, username: 'ada', password: 'secret' })).toMatchObject({
      status: 'completed',
    })
    expect(credentials.length).toBeGreaterThan(1)
    expect(credentials.every((header) => header === undefined)).toBe(true)
  })

  it('fails with a reason for a missing branch, folder or repository, and an interrupted server', async () => {
    const space = await aSpace()
    const folder = await gitRepository(makeTestFolder(), { 'docs/a.md': '# A' })
    const url = await serve(folder)
    expect((await importGit(space, { url, ref: 'nosuch' })).reason).toMatch(/no branch or tag named nosuch/)
    expect((await importGit(space, { url, directory: 'nosuch' })).reason).toMatch(/no folder nosuch/)
    expect((await importGit(space, { url: url.replace('repository.git', 'elsewhere') })).reason).toMatch(
      /there is no such repository|404/,
    )
    const html = await serve(folder, {
      before: ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title>')
        return true
      },
    })
    expect((await importGit(space, { url: html })).reason).toMatch(/it isn’t a Git repository/)
    const ending = await serve(folder, {
      before: ({ request, response }) => {
        if (request.method !== 'POST') return false
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        response.write('0008NAK\n')
        setTimeout(() => response.destroy(), 50)
        return true
      },
    })
    expect(await importGit(space, { url: ending })).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/couldn’t be read/),
    })
    expect(await treeOf(space)).toEqual([])
  })

  it('can be cancelled during the fetch, which leaves nothing behind, not even a change request', async () => {
    const space = await aSpace()
    const { admin, organizationId, spaceId } = space
    const requested = Promise.withResolvers<void>()
    const url = await serve(await gitRepository(makeTestFolder(), { 'a.md': '# A' }), {
      before: async ({ request: { method }, response }) => {
        if (method !== 'POST') return false
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        requested.resolve()
        while (!response.destroyed) {
          response.write('0008NAK\n')
          await pause(100)
        }
        return true
      },
    })
    const { id: importRunId } = await startGit(space, { url }, { asChangeRequest: { subject: 'No' } })
    await requested.promise
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
