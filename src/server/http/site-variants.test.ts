import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

test('sitemap and feed have the pages of other variants only if the default one lacks them', async () => {
  const site = await aPublishedSite(app, 'Docs')
  const { call, params, edit, read } = site
  const { items } = await call(api.siteSpaces.list, { params })
  await edit(items[0]?.space.id ?? '', page('Home', 'Now.'), page('Install', 'Now.'))
  const old = await site.aSiteSpace('Old')
  await edit(old.spaceId, page('Home', 'Then.'), page('Install', 'Then.'), page('Removed', 'Then.'))
  const paths = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, url = '']) => url.split('/').slice(5).join('/')).toSorted()
  const sitemap = (await read('sitemap.xml')).text
  expect(paths(sitemap, /<loc>([^<]+)/g)).toEqual(['', 'install', 'old/removed'])
  const feed = (await read('~feed.xml')).text
  expect(paths(feed, /<entry>.*?href="([^"]+)"/g)).toEqual(['', 'install', 'old/removed'])
  expect((await read('old/install')).status).toBe(200)
})
