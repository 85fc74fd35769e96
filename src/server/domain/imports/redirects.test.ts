import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, useImports } from '#testing/importing.ts'

const app = useTestApp()

const { itemsOf, over } = useImports(app)

const settings = `root: ./text/
redirects:
  old/start: ./start.md
  /help/: guide/README.md#top
  Wiki Page: start.md
  blog: https://example.org/blog
  lost: nowhere.md
`
const archive = await zipArchive({
  'book/.gitbook.yaml': settings,
  'book/text/SUMMARY.md': '* [Start](start.md)\n* [Guide](guide/README.md)\n',
  'book/text/start.md': '# Start',
  'book/text/guide/README.md': '# Guide',
})

type At = { readonly organizationId: string; readonly spaceId: string; readonly person: Person }

/** The report of an import of the archive. */
async function reportOf({ person, ...at }: At) {
  const space = { ...at, admin: person }
  const { spaceId } = at
  const body = formOf({ 'book.zip': archive })
  const run = await over(space, await app.as(person)(api.spaceContent.upload, { params: { spaceId }, body }))
  const { items } = await itemsOf(space, run, { outcome: 'warning' })
  return {
    redirects: run.report?.redirects,
    warnings: items.map(({ source, warnings }) => [source, warnings]),
  }
}

async function aGuide() {
  const site = await aSite(app)
  const guide = await site.aSection('Guide')
  const other = await site.aSection('Other')
  const sources = async () => {
    const { items } = await site.call(api.siteRedirects.list, { params: site.params, query: {} })
    return items.map(({ source, destination }) => [source, destination.kind]).toSorted()
  }
  return { ...site, guide, other, sources }
}

test('redirects in the settings become redirects of the site, below the path of the space', async () => {
  const { organizationId, admin, other, sources, call, params } = await aGuide()
  const destination = { kind: 'external', url: 'https://example.org/kept' } as const
  await call(api.siteRedirects.create, { params, body: { source: '/other/BLOG', destination } })
  const at = { organizationId, spaceId: other.spaceId, person: admin }
  expect(await reportOf(at)).toEqual({
    redirects: { total: 5, created: 3, existing: 1 },
    warnings: [
      ['.gitbook.yaml', ['The redirect from lost goes to nowhere.md, which isn’t an imported page']],
    ],
  })
  expect(await sources()).toEqual([
    ['/other/BLOG', 'external'],
    ['/other/Wiki%20Page', 'site-page'],
    ['/other/help', 'site-page'],
    ['/other/old/start', 'site-page'],
  ])
  const { pages } = await call(api.spaceContent.pages, { params: { spaceId: other.spaceId } })
  const [start] = pages
  const resolved = await call(api.siteRedirects.resolve, { params, query: { source: '/other/old/start' } })
  expect(resolved.redirect?.destination).toMatchObject({ kind: 'site-page', pageId: start?.id })
  // A second import adds its pages again, and leaves the redirects as they are.
  expect((await reportOf(at)).redirects).toEqual({ total: 5, created: 0, existing: 4 })
})

test('without a site that the importer may edit, old paths become former paths of the pages', async () => {
  const { organizationId, admin, guide, sources, aSpace } = await aGuide()
  const editor = await app.aMember(organizationId, 'edit')
  const there = { organizationId, spaceId: guide.spaceId, person: editor }
  expect((await reportOf(there)).redirects).toEqual({
    total: 5,
    created: 3,
    existing: 0,
    reason: 'no-permission',
  })
  expect(await sources()).toEqual([])
  const alone = { organizationId, spaceId: await aSpace('Alone'), person: admin }
  expect((await reportOf(alone)).redirects).toEqual({ total: 5, created: 3, existing: 0, reason: 'no-site' })
})

test('an import into a change request creates no redirects of sites', async () => {
  const { organizationId, admin, guide, sources, call } = await aGuide()
  const { spaceId } = guide
  const request = await call(api.changeRequests.create, { params: { spaceId }, body: { subject: 'Book' } })
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(archive)]), 'book.zip')
  const params = { spaceId, changeRequestId: request.id }
  const run = await app.as(admin)(api.changeRequestContent.upload, { params, body })
  const importRunId = run.id
  await expect
    .poll(
      async () =>
        (await call(api.imports.get, { params: { organizationId, importRunId } })).report?.redirects,
      { timeout: 30_000 },
    )
    .toEqual({ total: 5, created: 3, existing: 0, reason: 'change-request' })
  expect(await sources()).toEqual([])
})
