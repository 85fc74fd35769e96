import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { partNumber, sitemapOf, sitemapPart } from './sitemap.ts'
import { siteStates } from './state.ts'
import { siteUrls } from './visit.ts'

const app = useTestApp()

const files = {
  js: '',
  css: '',
  fonts: { text: '', code: '', arabic: '' },
  families: {},
  cardFonts: [],
  folder: '',
}

const addressesIn = (xml = '') => [...xml.matchAll(/<loc>[^<]*\/([^<]*)<\/loc>/g)].map(([, end]) => end)

test('a site with too many pages for one sitemap has a sitemap index', async () => {
  const { basename, call, params, edit } = await aPublishedSite(app, 'Many')
  const { items } = await call(api.siteSpaces.list, { params })
  await edit(items[0]?.space?.id ?? '', page('A', ''), page('B', ''), page('C', ''))
  const state = await siteStates(app.service.db)({ basename })
  if (state === null) throw new Error('The site isn’t published')
  const visit = { db: app.service.db, urls: siteUrls(app.service.urls, undefined), state, files }

  expect(addressesIn(await sitemapOf(visit))).toEqual(['', 'b', 'c'])
  const list = await sitemapOf(visit, 2)
  expect(list).toContain('<sitemapindex ')
  expect(addressesIn(list)).toEqual(['sitemap-1.xml', 'sitemap-2.xml'])
  expect(addressesIn(await sitemapPart(visit, 1, 2))).toEqual(['', 'b'])
  expect(addressesIn(await sitemapPart(visit, 2, 2))).toEqual(['c'])
  expect(await sitemapPart(visit, 3, 2)).toBeUndefined()
  expect(await sitemapPart(visit, 1)).toBeUndefined()
})

test('parts are identified by their names', () => {
  expect(['sitemap-1.xml', 'sitemap-42.xml', 'sitemap-0.xml', 'sitemap.xml'].map(partNumber)).toEqual([
    1,
    42,
    undefined,
    undefined,
  ])
})
