import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

async function aGuide() {
  const site = await aPublishedSite(app, 'Guide')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const siteSpaceId = items[0]?.id ?? ''
  const spaceId = items[0]?.space?.id ?? ''
  const ids = await site.edit(spaceId, page('Welcome', 'Begin.'), page('Install', 'Text.'))
  const create = (source: string, destination: RedirectDestination, more: object = {}) =>
    site.call(api.siteRedirects.create, { params: site.params, body: { source, destination, ...more } })
  const ask = async (path: string) => {
    const { status, headers } = await site.read(path)
    return [status, headers.location]
  }
  return { ...site, siteSpaceId, spaceId, ids, create, ask, at: `/sites/${site.basename}/` }
}

test('a redirect is permanent unless set otherwise', async () => {
  const { create, ask, at, siteSpaceId, ids } = await aGuide()
  await create('/Old/Install', { kind: 'site-page', siteSpaceId, pageId: ids.Install ?? '' })
  await create('/start', { kind: 'site-space', siteSpaceId }, { permanent: false })
  await create('/shop', { kind: 'external', url: 'https://example.org/shop?from=docs' })
  await create('/caf%C3%A9', { kind: 'site-page', siteSpaceId, pageId: ids.Welcome ?? '' })
  expect(await ask('old/install')).toEqual([308, `${at}install`])
  expect(await ask('OLD/INSTALL/?a=b')).toEqual([308, `${at}install?a=b`])
  expect(await ask('start')).toEqual([307, at])
  expect(await ask('shop?a=b')).toEqual([308, 'https://example.org/shop?from=docs'])
  expect(await ask('CAF%C3%89')).toEqual([308, at])
  expect(await ask('nowhere')).toEqual([404, undefined])
})

test('an existing page wins over a moved page, and that over a redirect', async () => {
  const { create, ask, at, spaceId, ids, edit } = await aGuide()
  await create('/install', { kind: 'external', url: 'https://example.org/' })
  expect(await ask('install')).toEqual([200, undefined])
  await edit(spaceId, { operation: 'update_page', page: ids.Install ?? '', slug: 'set-up' })
  expect(await ask('install')).toEqual([308, `${at}set-up`])
  await edit(spaceId, { operation: 'delete_page', page: ids.Install ?? '' })
  expect(await ask('install')).toEqual([308, 'https://example.org/'])
})

test('a redirect does not reveal a hidden target', async () => {
  const { create, ask, at, aSection, call, params } = await aGuide()
  const { id, spaceId } = await aSection('Inside')
  await call(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [page('Secret', 'Text.')] },
  })
  await create('/in', { kind: 'site-section', siteSectionId: id })
  expect(await ask('in')).toEqual([308, `${at}inside/`])
  await call(api.siteSections.update, {
    params: { ...params, siteSectionId: id },
    body: { condition: 'visitor.claims.staff' },
  })
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  expect(await ask('in')).toEqual([404, undefined])
})

test('a redirect to an address with any characters is stored in ASCII and followed', async () => {
  const { create, ask, call, params } = await aGuide()
  const url = 'https://bücher.example/grüße an?wen=alle#größe'
  const ascii = 'https://xn--bcher-kva.example/gr%C3%BC%C3%9Fe%20an?wen=alle#gr%C3%B6%C3%9Fe'
  const { destination } = await create('/one', { kind: 'external', url })
  expect(destination).toEqual({ kind: 'external', url: ascii })
  const bulk = [
    { source: '/two', destination: { kind: 'external', url } as const },
    { source: '/three', destination: { kind: 'external', url: 'https://example.org/a\nb\tc' } as const },
  ]
  await call(api.siteRedirects.putMany, { params, body: { redirects: bulk } })
  expect(await ask('one')).toEqual([308, ascii])
  expect(await ask('two')).toEqual([308, ascii])
  expect(await ask('three')).toEqual([308, 'https://example.org/abc'])
  // As an older version stored it.
  const stored = JSON.stringify({ kind: 'external', url: `${url}\u4e2d` })
  await app.db
    .updateTable('site_redirect')
    .set({ destination: sql`${stored}::jsonb` })
    .where('source', '=', '/one')
    .where('site_id', '=', params.siteId)
    .execute()
  expect(await ask('one')).toEqual([308, `${ascii}%E4%B8%AD`])
})
