import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({ LECTERN_CHROMIUM: process.env.LECTERN_CHROMIUM ?? '' }, { reader: true })
const without = useTestApp({ LECTERN_CHROMIUM: '/nowhere/chromium' }, { reader: true })

async function aGuide(on: typeof app, title: string) {
  const site = await aPublishedSite(on, title)
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  await site.edit(items[0]?.space?.id ?? '', page('Start', 'Begin.'), page('Use', 'See [it](/start.md).'))
  return site
}

test('a page offers a PDF at its address', { timeout: 180_000 }, async () => {
  const { read } = await aGuide(app, 'Printed')
  expect((await read('use')).text).toMatch(/<a href="[^"]*\/use\.pdf" rel="nofollow">Download as PDF<\/a>/)
  const pdf = await read('use.pdf')
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.headers['x-robots-tag']).toBe('noindex')
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  expect(pdf.text).not.toContain('/s/')
  expect((await read('use.pdf', { 'if-none-match': String(pdf.headers.etag) })).status).toBe(304)
})

test('the PDF is in the language of the site', { timeout: 180_000 }, async () => {
  const { read, call, params } = await aGuide(app, 'Gedrukt')
  const { version: _, ...customization } = await call(api.siteCustomization.get, { params })
  expect((await read('use.pdf')).text).toContain('/Lang (en)')
  const body = { ...customization, internationalization: { locale: 'nl' as const } }
  await call(api.siteCustomization.put, { params, body })
  expect((await read('use.pdf')).text).toContain('/Lang (nl)')
})

test('no PDF is available if the site disables it', async () => {
  const { read, call, params } = await aGuide(app, 'Unprinted')
  const { version: _, ...customization } = await call(api.siteCustomization.get, { params })
  await call(api.siteCustomization.put, { params, body: { ...customization, pdf: { enabled: false } } })
  expect((await read('use')).text).not.toContain('.pdf')
  expect((await read('use.pdf')).status).toBe(404)
})

test('no PDF is offered without Chromium', async () => {
  const { read } = await aGuide(without, 'Paperless')
  expect((await read('use')).text).not.toContain('.pdf')
  expect((await read('use.pdf')).status).toBe(404)
})

test('the edit link reveals nothing of the dashboard', async () => {
  const { read, call, params } = await aGuide(app, 'Edited')
  const { text } = await read('use')
  expect(text).toMatch(/<a class="edit-page" hidden data-space="\/v1\/spaces\/[\w]+" data-page="\w+">/)
  const { version: _, ...customization } = await call(api.siteCustomization.get, { params })
  await call(api.siteCustomization.put, { params, body: { ...customization, git: { showEditLink: false } } })
  expect((await read('use')).text).not.toContain('edit-page')
})
