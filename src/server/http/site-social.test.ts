import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

async function aGuide(title: string) {
  const site = await aPublishedSite(app, title)
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const spaceId = items[0]?.space?.id ?? ''
  const ids = await site.edit(
    spaceId,
    page('Start', 'Begin.'),
    page('Cranes', 'How cranes are moved.', { description: 'إعداد 設定 🚀 → ends' }),
  )
  return { ...site, spaceId, id: ids.Cranes ?? '', path: 'cranes' }
}

const told = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

const pictureOf = (html: string) => new URL(told(html, 'og:image') ?? 'http://none/').pathname

test('a page has a social card that is rendered once and cached forever', async () => {
  const { read, path } = await aGuide('Pictures')
  const { text } = await read(path)
  expect(told(text, 'og:image')).toMatch(/^http:.*\/~social\/.*\.png$/)
  expect(told(text, 'og:image:width')).toBe('1200')
  expect(told(text, 'twitter:card')).toBe('summary_large_image')
  const url = pictureOf(text)
  const headers = { 'accept-encoding': 'br' }
  const [first, again] = await Promise.all(
    [url, url].map((one) => app.send({ method: 'GET', url: one, headers })),
  )
  expect(first?.status).toBe(200)
  expect(first?.headers['content-type']).toBe('image/png')
  expect(first?.headers['content-encoding']).toBeUndefined()
  expect(first?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(first?.text).toContain('PNG')
  expect(first?.headers.etag).toMatch(/^"[\w-]+"$/)
  expect(again?.headers.etag).toBe(first?.headers.etag)
  const known = { 'if-none-match': String(first?.headers.etag) }
  expect((await app.send({ method: 'GET', url, headers: known })).status).toBe(304)
})

test('a new title leads to a new card at a new URL', async () => {
  const { read, edit, spaceId, path, id } = await aGuide('Titles')
  const before = pictureOf((await read(path)).text)
  await edit(spaceId, { operation: 'update_page', page: id, title: 'Derricks' })
  const after = pictureOf((await read(path)).text)
  expect(after).not.toBe(before)
  const old = await app.send({ method: 'GET', url: before })
  expect(old.status).toBe(200)
  expect(old.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
})

test('cards are available only for pages that the visitor may see', async () => {
  const { read, call, params, path } = await aGuide('Closed')
  const url = pictureOf((await read(path)).text)
  expect((await app.send({ method: 'GET', url: url.replace(/\/[^/]+\.png$/, '/x.png') })).status).toBe(404)
  expect((await app.send({ method: 'GET', url: url.replace(/~social\/[^/]+/, '~social/none') })).status).toBe(
    404,
  )
  await requireShareLink(call, params)
  expect((await app.send({ method: 'GET', url })).status).toBe(404)
})

test('the social image of a site wins over the card of a page', async () => {
  const { read, call, params, path } = await aGuide('Own picture')
  const { version: _, ...customization } = await call(api.siteCustomization.get, { params })
  const socialPreview = { url: 'https://halden.example/card.png' }
  await call(api.siteCustomization.put, { params, body: { ...customization, socialPreview } })
  expect(told((await read(path)).text, 'og:image')).toBe(socialPreview.url)
})
