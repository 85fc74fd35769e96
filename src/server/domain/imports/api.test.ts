import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { imports } from '#contract/imports.ts'
import { spaceContent } from '#contract/space-content.ts'
import { spaces } from '#contract/spaces.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, refusalOf, useImports } from '#testing/importing.ts'
import { useWebsites } from '#testing/website.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const { aSpace, query, stopWork, treeOf, work } = useImports(app)
const website = useWebsites()
const fixtures = join(import.meta.dirname, '../../importing/fixtures')

const html = (title: string, body: string) =>
  `<!doctype html><title>${title} | Site</title><nav><a href="/docs/">Home</a></nav><main><h1>${title}</h1>${body}</main>`

async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 50_000; ; await pause(30)) {
    const value = await read()
    if (isSo(value)) return value
    if (Date.now() > end) throw new Error(`It stays ${JSON.stringify(value)}`)
  }
}

describe('the import of a website', () => {
  it('returns when it has finished and adds pages, images and links without replacing anything', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    await app.as(admin)(spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title: 'Here before', document: { markdown: 'Old.' } }] },
    })
    const picture = readFileSync(join(fixtures, 'listed/.gitbook/assets/unused.png'))
    let base = ''
    base = await website({
      '/docs/': html(
        'Start',
        '<p>To <a href="guide/">the guide</a>, <a href="/other/">elsewhere</a>, <a href="gone">lost</a>.</p>',
      ),
      '/docs/guide/': html(
        'Guide',
        '<p>On to <a href="/docs/guide/set-up.html#two">set-up</a>.</p><img src="/pic.png" alt="Pic">',
      ),
      '/docs/guide/set-up.html': html('Set up', '<h2 id="two">Two</h2><pre><code>npm start</code></pre>'),
      '/docs/secret/': html('Secret', '<p>No.</p>'),
      '/docs/listed': html('Only listed', '<p>Found by the sitemap.</p>'),
      '/other/': html('Outside', '<p>Outside.</p>'),
      '/pic.png': picture,
      '/robots.txt': 'User-agent: *\nDisallow: /docs/secret/\nSitemap: /docs/map.xml',
      '/sitemap.xml': async () =>
        `<urlset><url><loc>${base}/docs/listed</loc></url><url><loc>${base}/docs/secret/</loc></url></urlset>`,
    })
    const result = await app.as(admin)(spaceContent.import, {
      params: { spaceId },
      body: { url: `${base}/docs/`, source: 'website' },
    })
    expect(await treeOf({ admin, spaceId })).toEqual([
      'Here before',
      'Start',
      'Guide',
      '  Set up',
      'Only listed',
    ])
    expect(result).toMatchObject({ importedResources: 5, totalResources: 7 })
    expect(result.report).toMatchObject({
      pages: 4,
      files: 1,
      linksBroken: 1,
      brokenLinks: [{ source: `${base}/docs/`, url: `${base}/docs/gone` }],
      skipped: [
        { source: `${base}/docs/gone`, reason: 'it responded with 404' },
        { source: `${base}/docs/secret/`, reason: 'robots.txt forbids reading it' },
      ],
    })
    const run = await app.as(admin)(imports.get, {
      params: { organizationId, importRunId: result.importRun ?? '' },
    })
    expect(run).toMatchObject({ status: 'completed', revision: result.revision, source: { type: 'website' } })
    const guide = await app.as(admin)(spaceContent.pageByPath, {
      params: { spaceId, pagePath: 'guide' },
      query: { format: 'markdown' },
    })
    expect(JSON.stringify(guide)).toMatch(/!\[Pic\]\([^)]*\/files\/|!\[Pic\]\(\/files\//)
  })

  it('fails with 400 and the reason when the website cannot be read, and changes nothing', async () => {
    const { admin, spaceId, organizationId } = await aSpace()
    const base = await website({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': html('No', '') })
    const into = (url: string) =>
      refusalOf(app.as(admin)(spaceContent.import, { params: { spaceId }, body: { url, source: 'website' } }))
    expect(await into('http://127.0.0.1:1/')).toMatchObject({ status: 400, type: 'upstream' })
    expect((await into(`${base}/`)).message).toMatch(/robots.txt forbids/)
    expect((await into(`${base}/missing`)).message).toMatch(/it responded with 404/)
    expect(await treeOf({ admin, spaceId })).toEqual([])
    const failed = await app.as(admin)(imports.list, {
      params: { organizationId },
      query: { status: 'failed' },
    })
    expect(failed.count).toBe(3)
  })

  it('is refused immediately for locked spaces and without the role edit', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    const reader = await app.aMember(organizationId, 'read')
    const input = { params: { spaceId }, body: { url: 'http://127.0.0.1:1/', source: 'website' as const } }
    expect(await refusalOf(app.as(reader)(spaceContent.import, input))).toMatchObject({ status: 403 })
    await app.as(admin)(spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
    expect(await refusalOf(app.as(admin)(spaceContent.import, input))).toMatchObject({
      status: 412,
      type: 'space_locked',
    })
  })

  it('can be cancelled while it runs, which leaves the space unchanged', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    const slow = Promise.withResolvers<string>()
    const base = await website({
      '/': html('Start', '<a href="/slow">slow</a>'),
      '/slow': () => slow.promise,
    })
    const refusal = refusalOf(
      app.as(admin)(spaceContent.import, { params: { spaceId }, body: { url: base, source: 'website' } }),
    )
    const list = () =>
      app.as(admin)(imports.list, { params: { organizationId }, query: { status: 'active' } })
    const { items } = await until(list, ({ items }) => items[0]?.status === 'in-progress')
    const params = { organizationId, importRunId: items[0]?.id ?? '' }
    expect(await app.as(admin)(imports.cancel, { params })).toMatchObject({ status: 'cancelled' })
    slow.resolve(html('Slow', ''))
    expect(await refusal).toMatchObject({ status: 409, type: 'invalid_state' })
    expect(await refusalOf(app.as(admin)(imports.cancel, { params }))).toMatchObject({ status: 409 })
    await pause(500)
    expect(await treeOf({ admin, spaceId })).toEqual([])
  })

  it('restarts after a shutdown and adds its pages once', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    let isBlocked = true
    const blocked = Promise.withResolvers<string>()
    const base = await website({
      '/': html('Start', '<a href="/late">late</a>'),
      '/late': async () => (isBlocked ? blocked.promise : html('Late', '<p>Here.</p>')),
    })
    const refusal = refusalOf(
      app.as(admin)(spaceContent.import, { params: { spaceId }, body: { url: base, source: 'website' } }),
    )
    const list = () => app.as(admin)(imports.list, { params: { organizationId }, query: {} })
    await until(list, ({ items }) => items[0]?.status === 'in-progress')
    await pause(200)
    await stopWork()
    expect(await refusal).toMatchObject({ status: 409, type: 'invalid_state' })
    expect((await list()).items[0]?.status).toBe('pending')
    isBlocked = false
    blocked.resolve('')
    // Failed jobs are due again immediately.
    await query('update graphile_worker._private_jobs set run_at = now()')
    await work()
    await until(list, ({ items }) => items[0]?.status === 'completed')
    expect(await treeOf({ admin, spaceId })).toEqual(['Start', 'Late'])
  })
})

describe('an upload', () => {
  const staged = () => {
    const folders = ['tmp/imports', 'imports'].map((name) => join(app.service.config.dataDir, name))
    return folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
  }

  it('of a zip runs as a job, reports, and leaves no files behind', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    const archive = await zipArchive({
      'repo/SUMMARY.md': '* [One](one.md)\n  * [Two](two.md)\n',
      'repo/one.md': '# One\n\n[Two](two.md), [gone](gone.md)',
      'repo/two.md': '# Two\n\nText.',
    })
    const run = await app.as(admin)(spaceContent.upload, {
      params: { spaceId },
      body: formOf({ 'docs.zip': archive }),
    })
    expect(run).toMatchObject({ object: 'import-run', source: { type: 'file', files: ['docs.zip'] } })
    const params = { organizationId, importRunId: run.id }
    const result = await until(
      () => app.as(admin)(imports.get, { params }),
      ({ completedAt }) => completedAt !== undefined,
    )
    expect(result).toMatchObject({
      status: 'completed',
      progress: { imported: 2, total: 2 },
      report: { pages: 2, files: 0, linksResolved: 1, linksBroken: 1 },
      createdBy: { id: admin.userId },
    })
    expect(await treeOf({ admin, spaceId })).toEqual(['One', '  Two'])
    await until(
      async () => staged(),
      (remaining) => remaining.length === 0,
    )
  })

  it('of a folder keeps the paths of its files and skips hidden ones', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    const files = {
      'Manual/.editorconfig': 'root = true',
      'Manual/guide/README.md': '# Guide\n\n![](../pic.svg)',
      'Manual/guide/a b.md': '# A b',
      'Manual/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    const run = await app.as(admin)(spaceContent.upload, { params: { spaceId }, body: formOf(files) })
    const params = { organizationId, importRunId: run.id }
    await until(
      () => app.as(admin)(imports.get, { params }),
      ({ status }) => status === 'completed',
    )
    expect(await treeOf({ admin, spaceId })).toEqual(['Guide', '  A b'])
  })

  it.each([
    ['it is not an archive', async () => 'nonsense', /^The archive can’t be imported/],
    [
      'a file is in 400 folders',
      () => zipArchive({ [`${'a/'.repeat(400)}b.md`]: 'x' }),
      /more than 49 folders deep$/,
    ],
  ])('fails with a reason when %s', async (_, archive, reason) => {
    const { organizationId, admin, spaceId } = await aSpace()
    const run = await app.as(admin)(spaceContent.upload, {
      params: { spaceId },
      body: formOf({ 'x.zip': await archive() }),
    })
    const params = { organizationId, importRunId: run.id }
    const failed = await until(
      () => app.as(admin)(imports.get, { params }),
      ({ status }) => status === 'failed',
    )
    expect(failed.reason).toMatch(reason)
  })

  it('is refused without files, with a path outside, or when it is not multipart, and leaves nothing behind', async () => {
    const { admin, spaceId } = await aSpace()
    const upload = (files: Record<string, string>) =>
      refusalOf(app.as(admin)(spaceContent.upload, { params: { spaceId }, body: formOf(files) }))
    expect(await upload({})).toMatchObject({ status: 400 })
    expect(await upload({ '../../etc/passwd.md': 'x' })).toMatchObject({ status: 400, type: 'validation' })
    expect(await upload({ [`${'a/'.repeat(400)}b.md`]: 'x' })).toMatchObject({ status: 400 })
    const url = `/v1/spaces/${spaceId}/content/import/upload`
    const json = await app.send({
      method: 'POST',
      url,
      token: admin.token,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(json.status).toBe(415)
    expect(staged()).toEqual([])
  })
})

describe('the list of imports', () => {
  it('shows only imports into spaces that the caller may edit, page by page, newest first', async () => {
    const { organizationId, admin, spaceId } = await aSpace()
    const editor = await app.aMember(organizationId, 'edit')
    const reader = await app.aMember(organizationId, 'read')
    const other = await app.anOrganization()
    for (const name of ['a.md', 'b.md', 'c.md']) {
      await app.as(admin)(spaceContent.upload, { params: { spaceId }, body: formOf({ [name]: '# Text' }) })
    }
    const params = { organizationId }
    const first = await app.as(editor)(imports.list, { params, query: { limit: 2 } })
    expect(first.count).toBe(3)
    const second = await app.as(editor)(imports.list, {
      params,
      query: { limit: 2, page: first.next?.page ?? '' },
    })
    const names = [...first.items, ...second.items].flatMap(({ source }) =>
      source.type === 'file' ? source.files : [],
    )
    expect(names).toEqual(['c.md', 'b.md', 'a.md'])
    expect(second.next).toBeUndefined()
    expect((await app.as(reader)(imports.list, { params, query: {} })).count).toBe(0)
    const importRunId = first.items[0]?.id ?? ''
    expect(
      await refusalOf(app.as(reader)(imports.get, { params: { organizationId, importRunId } })),
    ).toMatchObject({ status: 404 })
    const strange = { organizationId: other.organizationId, importRunId }
    expect(await refusalOf(app.as(other.admin)(imports.cancel, { params: strange }))).toMatchObject({
      status: 404,
    })
  })
})
