import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, type PublishedSite } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, useImports } from '#testing/importing.ts'
import { oldPages, oldRedirects } from '#testing/old-urls.ts'

const app = useTestApp({}, { reader: true })
const { itemsOf, over } = useImports(app)

const SUMMARY = `# Table of contents

* [Welcome](README.md)

## Get Started <a href="#getting-started" id="getting-started"></a>

* [Quick start](start/quickstart.md "In a hurry")
  * [In depth](basics/In_Depth.md)

## Everything & more

* [Blocks](blocks/README.md)
  * [Inline](blocks/inline.md)
  * [Buttons](blocks/inline.md#buttons)
* [2024 review](01-news/2024-review.md)
* [Café](<zu hause/café.md>)
`

const SETTINGS = `redirects:
  v1/begin: ./start/quickstart.md
  Old/Inline.html: blocks/inline.md
`

const files: Record<string, string> = {
  '.gitbook.yaml': SETTINGS,
  'SUMMARY.md': SUMMARY,
  'README.md': '# Welcome\n\nHello.',
  'start/quickstart.md': '# Quick start guide\n\nGo.',
  'basics/In_Depth.md': '# In depth\n\nDeep.',
  'blocks/README.md': '# Blocks\n\nAll.',
  'blocks/inline.md': '# Inline\n\n## Buttons\n\nPress.',
  '01-news/2024-review.md': 'Without a heading.',
  'zu hause/café.md': '# Café\n\nBlack.',
}

async function anImportedSite() {
  const site = await aPublishedSite(app, 'Guide')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const spaceId = items[0]?.space?.id ?? ''
  const body = formOf({ 'book.zip': await zipArchive(files) })
  const run = await site.call(api.spaceContent.upload, { params: { spaceId }, body })
  const space = { organizationId: site.organizationId, admin: site.admin, spaceId }
  await over(space, run)
  const imported = await itemsOf(space, run)
  return { ...site, spaceId, ids: new Map(imported.items.map(({ title, page }) => [title, page])) }
}

/** The path at which a former path is served after at most one redirect. */
async function served({ read, basename }: PublishedSite, path: string): Promise<string> {
  const first = await read(encodeURI(path))
  if (first.status === 200) return decodeURI(path)
  expect([path, first.status]).toEqual([path, 308])
  const [, to = ''] = (first.headers.location ?? '').split(`/sites/${basename}/`)
  expect([path, (await read(to)).status]).toEqual([path, 200])
  return decodeURI(to)
}

test('every path at which the source can have been published is served or redirects once', async () => {
  const site = await anImportedSite()
  const pages = oldPages(SUMMARY, (file) => file in files)
  expect(pages).toContainEqual({
    file: 'basics/In_Depth.md',
    paths: ['getting-started/quickstart/in_depth', 'basics/In_Depth'],
  })
  expect(pages).toContainEqual({
    file: '01-news/2024-review.md',
    paths: ['everything-and-more/2024-review', '01-news/2024-review'],
  })
  for (const { paths } of pages) {
    const ends = new Set<string>()
    for (const path of paths) ends.add(await served(site, path))
    expect([paths, ends.size]).toEqual([paths, 1])
  }
  expect(oldRedirects(SETTINGS)).toEqual(['v1/begin', 'Old/Inline.html'])
  expect(await served(site, 'v1/begin')).toBe('getting-started/quickstart')
  expect(await served(site, 'Old/Inline.html')).toBe('everything-and-more/blocks/inline')
})

test('former paths follow pages that are renamed and moved', async () => {
  const site = await anImportedSite()
  const { spaceId } = site
  const quick = site.ids.get('Quick start guide') ?? ''
  await site.edit(spaceId, { operation: 'update_page', page: quick, slug: 'fast', into: null })
  expect(await served(site, 'start/quickstart')).toBe('fast')
  expect(await served(site, 'getting-started/quickstart/in_depth')).toBe('fast/in_depth')
  expect(await served(site, 'basics/in_depth')).toBe('fast/in_depth')
})

test('the table of contents names pages in navigation, and an entry with an anchor is a link', async () => {
  const site = await anImportedSite()
  const { text } = await site.read('getting-started/quickstart')
  expect(text).toContain('>In a hurry<')
  expect(text).toMatch(/<h1[^>]*>Quick start guide</)
  expect(text).toContain(`href="/sites/${site.basename}/everything-and-more/blocks/inline#buttons"`)
})
