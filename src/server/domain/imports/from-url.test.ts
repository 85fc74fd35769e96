import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { refusalOf, useImports } from '#testing/importing.ts'
import { confluenceExport } from '#testing/product-exports.ts'
import { useWebsites } from '#testing/website.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1', LECTERN_IMPORT_MAX_MB: '80' })
const { aSpace, treeOf } = useImports(app)
const website = useWebsites()

const importFrom = async (url: string, source: 'zip' | 'markdown' | 'html') => {
  const space = await aSpace()
  const input = { params: { spaceId: space.spaceId }, body: { url, source } }
  return { space, result: app.as(space.admin)(api.spaceContent.import, input) }
}

test('a zip at a URL is imported, also if it is an export of another product or larger than 50 MB', async () => {
  const site = await website({
    '/export.zip': await zipArchive(confluenceExport),
    '/large.zip': await zipArchive({
      'docs/README.md': '# Film\n\n[film](film.mp4)',
      'docs/film.mp4': randomBytes(55 * 1_048_576),
    }),
  })
  const confluence = await importFrom(`${site}/export.zip`, 'zip')
  expect(await confluence.result).toMatchObject({ report: { format: 'confluence', pages: 5, files: 2 } })
  const large = await importFrom(`${site}/large.zip`, 'zip')
  expect(await large.result).toMatchObject({ report: { pages: 1, files: 1, linksBroken: 0 } })
  expect(await treeOf(large.space)).toEqual(['Film'])
}, 60_000)

test('a Markdown file and an HTML page at a URL become a page with its title', async () => {
  const site = await website({
    '/raw/set-up.md?raw=1': '# Set up\n\nRun it.',
    '/page.html': '<title>T</title><nav>Menu</nav><main><h1>The page</h1><p>Text</p></main>',
  })
  const markdown = await importFrom(`${site}/raw/set-up.md?raw=1`, 'markdown')
  expect(await markdown.result).toMatchObject({ report: { pages: 1 } })
  expect(await treeOf(markdown.space)).toEqual(['Set up'])
  const html = await importFrom(`${site}/page.html`, 'html')
  expect(await html.result).toMatchObject({ report: { pages: 1 } })
  expect(await treeOf(html.space)).toEqual(['The page'])
})

test('what cannot be read at a URL is refused with the reason', async () => {
  const site = await website({ '/no.zip': 'no zip', '/large.zip': randomBytes(81 * 1_048_576) })
  const reasonFor = async (path: string) => refusalOf((await importFrom(site + path, 'zip')).result)
  expect(await reasonFor('/gone.zip')).toMatchObject({
    status: 400,
    message: expect.stringMatching(/it responded with 404/),
  })
  expect(await reasonFor('/no.zip')).toMatchObject({
    status: 400,
    message: expect.stringMatching(/The archive can’t be imported/),
  })
  expect(await reasonFor('/large.zip')).toMatchObject({
    status: 400,
    message: expect.stringMatching(/larger than 80 MB/),
  })
})

test('the person who started an import is notified if it fails', async () => {
  const site = await website({ '/broken.zip': Buffer.from('no archive') })
  const { space, result } = await importFrom(`${site}/broken.zip`, 'zip')
  await expect(result).rejects.toMatchObject({ status: 400 })
  await runPendingJobs(app)
  const { organizationId, spaceId, admin } = space
  const { items } = await app.as(admin)(api.notifications.list, { params: { organizationId }, query: {} })
  expect(items).toMatchObject([
    {
      reason: 'import_failed',
      about: { kind: 'import', title: 'broken.zip' },
      space: { id: spaceId },
    },
  ])
  expect(items[0]?.urls.app).toMatch(new RegExp(`/s/${spaceId}/import$`))
})
