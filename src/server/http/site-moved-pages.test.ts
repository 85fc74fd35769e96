import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

/** A site with two spaces, and one that shows only the first. The page Wiring moves from the first to the second. */
async function aMovedPage() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const guide = items[0]?.space.id ?? ''
  const hardware = await site.aSiteSpace('Hardware')
  await edit(hardware.spaceId, page('First', 'Start here.'))
  const ids = await edit(guide, page('Home', 'Begin here.'), page('Wiring', '## By hand\n\nTurn it.'))
  await edit(guide, page('Terminal', 'Screws.', { into: ids.Wiring ?? '' }))
  await edit(guide, { operation: 'update_page', page: ids.Wiring ?? '', slug: 'cables' })
  await edit(guide, page('Links', `[cables](/pages/${ids.Wiring}#by-hand)`), {
    operation: 'insert_page',
    type: 'link',
    title: 'Shortcut',
    target: { kind: 'page', page: ids.Wiring ?? '' },
  })
  const move = () =>
    call(api.spaceContent.movePageToSpace, {
      params: { spaceId: guide, pageId: ids.Wiring ?? '' },
      body: { space: hardware.spaceId },
    })
  return { ...site, guide, hardware, ids, move }
}

test('the addresses of a page that moved to another space of the site redirect to it, also once it is renamed', async () => {
  const { basename, read, edit, move, hardware, ids } = await aMovedPage()
  const at = (path: string) => `/sites/${basename}/hardware/${path}`
  const target = async (path: string) => {
    const { status, headers } = await read(path)
    return [status, headers.location]
  }
  await move()
  expect((await read('hardware/cables')).text).toContain('Turn it.')
  expect(await target('cables')).toEqual([308, at('cables')])
  expect(await target('wiring')).toEqual([308, at('cables')])
  expect(await target('cables/terminal')).toEqual([308, at('cables/terminal')])
  await edit(hardware.spaceId, { operation: 'update_page', page: ids.Wiring ?? '', slug: 'clamps' })
  expect(await target('wiring')).toEqual([308, at('clamps')])
})

test('links, redirects and links of other spaces go to the page where it is now', async () => {
  const { read, edit, move, call, params, guide, ids, ...site } = await aMovedPage()
  const third = await site.aSiteSpace('Third')
  const url = app.service.urls.app('s', guide, 'p', ids.Wiring ?? '')
  await edit(third.spaceId, page('Start', 'Text.'), page('Other', `[far](${url}#at-by-hand)`))
  const [first] = (await call(api.siteSpaces.list, { params })).items
  await call(api.siteRedirects.create, {
    params,
    body: {
      source: '/old',
      destination: { kind: 'site-page', siteSpaceId: first?.id ?? '', pageId: ids.Wiring ?? '' },
    },
  })
  await move()
  expect((await read('links')).text).toMatch(/href="[^"]*hardware\/cables#by-hand"[^>]*>cables/)
  expect((await read('third/other')).text).toMatch(/href="[^"]*hardware\/cables#by-hand"[^>]*>far/)
  expect((await read('old')).headers.location).toContain('/hardware/cables')
})

test('a site that shows only the former space has nothing of the page', async () => {
  const { call, organizationId, guide, move } = await aMovedPage()
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Small', spaces: [guide] },
  })
  const params = { organizationId, siteId }
  const { basename } = await call(api.sites.publish, { params })
  const read = (path: string) => app.send({ method: 'GET', url: `/sites/${basename}/${path}` })
  expect((await read('cables')).status).toBe(200)
  await move()
  expect([(await read('cables')).status, (await read('wiring')).status]).toEqual([404, 404])
  expect((await read('')).text).not.toContain('cables')
  expect((await read('sitemap.xml')).text).not.toContain('cables')
})

test('a link to a page that the site does not show goes to the public site that does', async () => {
  const { call, organizationId, basename, edit, guide, hardware, ids, move, params } = await aMovedPage()
  const { id: thirdId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Third' },
  })
  const url = (pageId: string | undefined) => app.service.urls.app('s', guide, 'p', pageId ?? '')
  await edit(
    thirdId,
    page('Start', `[home](${url(ids.Home)}) [cables](${url(ids.Wiring)}#at-by-hand) [gone](${url('gone')})`),
  )
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Small', spaces: [thirdId] },
  })
  const small = { params: { organizationId, siteId } }
  const published = await call(api.sites.publish, small)
  const hrefs = async () => {
    const { text } = await app.send({ method: 'GET', url: `/sites/${published.basename}/` })
    return Object.fromEntries(
      [...text.matchAll(/href="([^"]*)"[^>]*>(home|cables|gone)</g)].map(([, href, name]) => [name, href]),
    )
  }
  const site = app.service.urls.site(basename)
  expect(await hrefs()).toEqual({
    home: `${site}home`,
    cables: `${site}cables#by-hand`,
    gone: url('gone'),
  })
  await move()
  await edit(thirdId, page('Other', 'Text.'))
  expect(await hrefs()).toMatchObject({ cables: `${site}hardware/cables#by-hand` })
  const findings = async () => (await call(api.siteChecks.list, small)).findings.map(({ kind }) => kind)
  expect(await findings()).not.toContain('dashboard-links')

  // Neither a hidden page nor one of a site that isn’t public has a URL for everyone.
  await edit(hardware.spaceId, { operation: 'update_page', page: ids.Wiring ?? '', hidden: true })
  await edit(thirdId, page('Third', 'Text.'))
  expect(await hrefs()).toMatchObject({ home: `${site}home`, cables: `${url(ids.Wiring)}#at-by-hand` })
  await call(api.sites.update, { params, body: { visibility: 'unlisted' } })
  await edit(thirdId, page('Fourth', 'Text.'))
  expect(await hrefs()).toMatchObject({ home: url(ids.Home) })
  expect(await findings()).toContain('dashboard-links')
})
