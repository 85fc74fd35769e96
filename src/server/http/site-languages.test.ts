import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

/** A site whose only space is in English, with a German translation next to it. */
async function aTranslatedSite() {
  const site = await aPublishedSite(app, 'Guides')
  const { call, params } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const source = items[0]?.space?.id ?? ''
  await call(api.spaces.update, { params: { spaceId: source }, body: { language: 'en' } })
  const ids = await site.edit(source, page('Welcome', 'Begin here.'), page('Install', 'Use it.'))
  const body = { language: 'de' }
  const german = (await call(api.spaceTranslations.create, { params: { spaceId: source }, body })).id
  const added = await call(api.siteSpaces.create, { params, body: { spaceId: german } })
  await call(api.siteSpaces.update, {
    params: { ...params, siteSpaceId: added.id },
    body: { path: 'de' },
  })
  return { ...site, source, german, ids, germanSiteSpace: added.id }
}

const linksOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang, href]) => [
    lang,
    new URL(href ?? '').pathname,
  ])

test('pages name their languages, and the switch stays on the page', async () => {
  const { read, edit, basename, german, ids } = await aTranslatedSite()
  await edit(german, { operation: 'update_page', page: ids.Install ?? '', slug: 'installieren' })
  const english = await read('install')
  expect(english.text).toContain('<html lang="en" dir="ltr"')
  expect(linksOf(english.text)).toEqual([
    ['en', `/sites/${basename}/install`],
    ['de', `/sites/${basename}/de/installieren`],
    ['x-default', `/sites/${basename}/install`],
  ])
  expect(english.text).toContain(`href="/sites/${basename}/de/installieren?lang=de"`)
  expect(english.text).toContain('hreflang="de">Deutsch</a>')
  const other = await read('de/installieren')
  expect(other.text).toContain('<html lang="de" dir="ltr"')
  expect(linksOf(other.text)).toEqual(linksOf(english.text))
  expect(other.text).toContain(`href="/sites/${basename}/install?lang=en"`)
  const { text: sitemap } = await read('sitemap.xml')
  expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  expect(sitemap).toContain(
    `<xhtml:link rel="alternate" hreflang="de" href="${app.service.urls.base}/sites/${basename}/de/installieren"/>`,
  )
})

test('a page without a translation leads to the home page of the language, and names no alternate', async () => {
  const { read, edit, source, basename } = await aTranslatedSite()
  await edit(source, page('Operate', 'Cancel running.'))
  const { text } = await read('operate')
  expect(linksOf(text)).toEqual([])
  expect(text).toContain(`href="/sites/${basename}/de/?lang=de"`)
})

test('pages paired by a person correspond right away', async () => {
  const { read, edit, call, german, source, basename } = await aTranslatedSite()
  const { Operate = '' } = await edit(source, page('Operate', 'Cancel running.'))
  const { Betrieb = '' } = await edit(german, page('Betrieb', 'Halten Sie es am Laufen.'))
  expect(linksOf((await read('operate')).text)).toEqual([])
  await call(api.spaceTranslations.updatePage, {
    params: { spaceId: german, pageId: Betrieb },
    body: { source: Operate },
  })
  expect(linksOf((await read('operate')).text)).toContainEqual(['de', `/sites/${basename}/de/betrieb`])
})

test('the home page is answered in the preferred language, and a chosen language wins', async () => {
  const { read, basename } = await aTranslatedSite()
  const plain = await read('')
  expect(plain.status).toBe(200)
  expect(plain.headers.vary).toContain('Accept-Language')
  const preferred = await read('', { 'accept-language': 'de-AT,en;q=0.5' })
  expect([preferred.status, preferred.headers.location]).toEqual([302, `/sites/${basename}/de/`])
  expect(preferred.headers['cache-control']).toBe('no-store')
  expect((await read('', { 'accept-language': 'en,de;q=0.5' })).status).toBe(200)
  expect((await read('', { 'accept-language': 'fr' })).status).toBe(200)
  expect((await read('install', { 'accept-language': 'de' })).status).toBe(200)
  expect((await read('de/', { 'accept-language': 'en' })).status).toBe(200)
  const chosen = await read('?lang=en', { 'accept-language': 'de' })
  expect([chosen.status, chosen.headers.location]).toEqual([302, `/sites/${basename}/`])
  expect(chosen.headers['set-cookie']).toContain('lectern_language=en')
  const cookie = 'lectern_language=en'
  expect((await read('', { 'accept-language': 'de', cookie })).status).toBe(200)
  const back = await read('', { 'accept-language': 'en', cookie: 'lectern_language=de' })
  expect(back.headers.location).toBe(`/sites/${basename}/de/`)
})

test('a language that the visitor may not see is not linked', async () => {
  const { read, call, params, germanSiteSpace } = await aTranslatedSite()
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  await call(api.siteSpaces.update, {
    params: { ...params, siteSpaceId: germanSiteSpace },
    body: { condition: 'visitor.claims.unsigned.beta == true' },
  })
  const { text } = await read('install')
  expect(linksOf(text)).toEqual([])
  expect(text).not.toContain('Deutsch')
  expect((await read('', { 'accept-language': 'de' })).status).toBe(200)
})

test('a space without translations says its language', async () => {
  const { read, edit, call, params } = await aPublishedSite(app, 'دليل')
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space?.id ?? ''
  await edit(spaceId, page('Welcome', 'Begin.'))
  await call(api.spaces.update, { params: { spaceId }, body: { language: 'he' } })
  const { text, headers } = await read('')
  expect(text).toContain('<html lang="he" dir="rtl"')
  expect(linksOf(text)).toEqual([])
  expect(headers.vary).toBe('Accept-Encoding')
})

test('versions and languages are switched separately', async () => {
  const { read, edit, aSiteSpace, basename } = await aTranslatedSite()
  const { spaceId } = await aSiteSpace('Version 2')
  await edit(spaceId, page('Install', 'Use version 2.'))
  const { text } = await read('de/install')
  const menus = [...text.matchAll(/<details class="menu">(.*?)<\/details>/gs)].map(([, menu = '']) =>
    [...menu.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, href, title]) => [title, href]),
  )
  expect(menus.slice(0, 2)).toEqual([
    [
      ['English', `/sites/${basename}/install?lang=en`],
      ['Deutsch', `/sites/${basename}/de/install?lang=de`],
    ],
    [
      ['Guides (Deutsch)', `/sites/${basename}/de/install`],
      ['Version 2', `/sites/${basename}/version-2/`],
    ],
  ])
  expect(linksOf((await read('version-2/')).text)).toEqual([])
})
