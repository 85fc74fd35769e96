import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

async function aSpaceOfASite() {
  const site = await aPublishedSite(app, 'Guides')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  return { ...site, spaceId: items[0]?.space.id ?? '' }
}

test('a landing page hides its title, its tree and its outline, and its cover is behind it', async () => {
  const { edit, read, spaceId } = await aSpaceOfASite()
  const cover = { ref: { kind: 'url', url: 'https://example.org/a.png' }, yPos: 0, height: 320 } as const
  const layout = {
    width: 'wide',
    coverSize: 'background',
    title: false,
    description: false,
    tableOfContents: false,
    outline: false,
    actions: false,
  } as const
  await edit(spaceId, page('Welcome', '## One\n\nText.', { cover, layout, description: 'For robots only.' }))
  const { text } = await read('')
  expect(text).toContain('<div class="frame body is-wide-page has-no-tree is-bare">')
  expect(text).toContain(
    '<div class="page-cover is-background is-light"><img src="https://example.org/a.png" alt="" height="320"',
  )
  expect(text).toContain('<h1 class="vh">Welcome</h1>')
  expect(text).toContain('<meta name="description" content="For robots only.">')
  expect(text).not.toMatch(/class="(?:lead|toc|split)"/)
})

test('tags are shown with their names unless the layout hides them, and a page can name its canonical URL', async () => {
  const { edit, read, spaceId } = await aSpaceOfASite()
  const tags = [{ tag: { kind: 'tag', tag: 'early-access' } as const }]
  const metaLinks = { canonical: { kind: 'url', url: 'https://example.org/original' } as const }
  const ids = await edit(spaceId, page('Start', 'Text.', { tags, metaLinks }))
  const { text } = await read('')
  expect(text).toContain('<ul class="page-tags"><li class="pill">Early access</li></ul>')
  expect(text).toContain('<link rel="canonical" href="https://example.org/original">')
  await edit(spaceId, { operation: 'update_page', page: ids.Start ?? '', layout: { tags: false } })
  expect((await read('')).text).not.toContain('page-tags')
})

test('layout, tags, variables and links of a page are returned as they were set, and null clears them', async () => {
  const { call, edit, spaceId } = await aSpaceOfASite()
  const tags = [{ tag: { kind: 'tag', tag: 'beta' } as const, primary: true }]
  const fields = { tags, variables: { version: 'v3', count: 2, isNew: false }, layout: { anchors: false } }
  const ids = await edit(spaceId, page('Start', 'Text.', fields))
  const params = { spaceId, pageId: ids.Start ?? '' }
  const read = () => call(api.spaceContent.page, { params, query: {} })
  expect(await read()).toMatchObject({
    tags,
    variables: fields.variables,
    layout: { anchors: false, actions: true, coverMask: 'none' },
  })
  await edit(spaceId, {
    operation: 'update_page',
    page: params.pageId,
    tags: [],
    variables: null,
    layout: null,
  })
  const cleared = await read()
  expect(cleared).toMatchObject({ tags: [], layout: { anchors: true } })
  expect(cleared).not.toHaveProperty('variables')
})
