import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PageLink } from '#contract/content-links.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, remove, write } from '#testing/change-requests.ts'

const app = useTestApp()

async function aSpace() {
  const space = await aSpaceIn(app)
  const [wiring = '', start = '', bad = ''] = createdBy(
    await space.edit([
      page('Wiring', '## A\n\nText\n\n## Terminal blocks\n\nText'),
      page('First start', '', undefined),
      page('Bad links'),
    ]),
  )
  await space.edit([
    write(
      bad,
      '[the wiring](old/wiring.md#a) and ![x](gone.png)\n\n[frist start](frist-start.md) [out](https://example.org) [w](wiring.md) [zzz](qqq.md)',
    ),
  ])
  const linksByPage = (
    query: Parameters<typeof space.as<typeof api.spaceLinks.listByPage>>[1]['query'] = {},
  ) => space.as(api.spaceLinks.listByPage, { params: space.params, query })
  return { ...space, wiring, start, bad, linksByPage }
}

const offered = ({ suggestions = [] }: PageLink) =>
  suggestions.map(({ title, reason, href }) => `${title} ${reason} ${href}`)

test('broken links are listed with their text and suggestions', async () => {
  const { linksByPage, wiring, start, bad } = await aSpace()
  const answer = await linksByPage({ status: 'broken' })
  expect(api.spaceLinks.listByPage.response.parse(answer)).toEqual(answer)
  expect(answer.count).toBe(1)
  const [pageLinks] = answer.items
  expect(pageLinks?.page).toMatchObject({ id: bad, title: 'Bad links', path: 'bad-links' })
  const [old, picture, typo, nothing] = pageLinks?.links ?? []
  expect(pageLinks?.links.map(({ index }) => index)).toEqual([0, 1, 2, 5])
  expect(old).toMatchObject({ text: 'the wiring', url: 'old/wiring.md#a', removable: true, status: 'broken' })
  expect(offered(old as PageLink)).toEqual([`Wiring same-name /pages/${wiring}#a`])
  expect(picture).toMatchObject({ text: 'x', removable: true, suggestions: [] })
  expect(offered(typo as PageLink)).toEqual([`First start similar-name /pages/${start}`])
  expect(nothing).toMatchObject({ suggestions: [] })
})

test('links of every status are listed by page and status', async () => {
  const { linksByPage } = await aSpace()
  expect((await linksByPage()).items[0]?.links).toHaveLength(6)
  const ok = (await linksByPage({ status: 'ok' })).items[0]?.links
  expect(ok?.map(({ url, title }) => title ?? url)).toEqual(['https://example.org', 'Wiring'])
  expect((await linksByPage({ status: 'in-app' })).items).toEqual([])
})

test('only files replace images and files, and only pages and files of that name replace links', async () => {
  const { linksByPage, edit, bad } = await aSpace()
  const file = { name: 'wiring-diagram.png', contentType: 'image/png', base64: 'iVBORw0KGgo=' }
  await edit([
    { operation: 'insert_files', files: [file] },
    write(bad, '![Wiring](old/wiring.png) [the first start](first-start.pdf) ![](old/wiring-diagram.png)'),
  ])
  const { items } = await linksByPage({ status: 'broken' })
  const [near, plain, same] = items[0]?.links ?? []
  expect(near).toMatchObject({ usage: 'image', suggestions: [{ kind: 'file', title: file.name }] })
  expect(near?.suggestions).toHaveLength(1)
  expect(plain).toMatchObject({ usage: 'link', suggestions: [] })
  expect(same).toMatchObject({ usage: 'image', suggestions: [{ title: file.name, reason: 'same-name' }] })
})

test('a picture is replaced by one with a similar name, whatever the alternative text says', async () => {
  const { linksByPage, edit, bad } = await aSpace()
  const fileNamed = (name: string, contentType = 'image/png') => ({
    name,
    contentType,
    base64: 'iVBORw0KGgo=',
  })
  await edit([
    {
      operation: 'insert_files',
      files: [
        fileNamed('fluentd_ha (1).png'),
        fileNamed('settings.png'),
        fileNamed('setting.pdf', 'application/pdf'),
      ],
    },
    write(bad, '![Fluentd](old/setting.gif) ![Fluentd](old/1a2b3c.gif)'),
  ])
  const { items } = await linksByPage({ status: 'broken' })
  const [setting, other] = items[0]?.links ?? []
  expect(setting?.suggestions?.map(({ title }) => title)).toEqual(['settings.png'])
  expect(other).toMatchObject({ suggestions: [] })
})

test('of several pages with the name of a link, the one with the most similar path comes first', async () => {
  const { linksByPage, edit, bad } = await aSpace()
  const products = createdBy(await edit([page('Meter'), page('Gateway')]))
  const [, gateway = ''] = createdBy(await edit(products.map((parent) => page('Overview', 'Text', parent))))
  await edit([write(bad, '[Overview](old/gateway/overview.md)')])
  const { items } = await linksByPage({ status: 'broken' })
  expect(items[0]?.links[0]?.suggestions).toMatchObject([
    { id: gateway, path: 'gateway/overview', reason: 'same-name' },
    { path: 'meter/overview', reason: 'same-name' },
  ])
})

test('an applied suggestion repairs the link', async () => {
  const { linksByPage, edit, bad, start } = await aSpace()
  await edit([write(bad, `[frist start](/pages/${start})`)])
  expect((await linksByPage({ status: 'broken' })).count).toBe(0)
})

test('links broken by a change request are listed apart from others', async () => {
  const { request, propose, of, as, wiring, bad } = await aSpace()
  const { id } = await request()
  await propose(id, [remove(wiring)])
  const list = (brokenContext: 'change-request' | 'space') =>
    as(api.changeRequestLinks.listByPage, { ...of(id), query: { brokenContext } })
  const own = await list('change-request')
  expect(own.items).toMatchObject([{ page: { id: bad }, links: [{ text: 'w', status: 'broken' }] }])
  const others = await list('space')
  expect(others.items[0]?.links.map(({ text }) => text)).toEqual(['the wiring', 'x', 'frist start', 'zzz'])
})

test('the pages that link to a page in their text or fields are listed', async () => {
  const { as, params, wiring, bad, edit } = await aSpace()
  await edit([
    { operation: 'insert_page', type: 'link', title: 'To wiring', target: { kind: 'page', page: wiring } },
  ])
  const at = { params: { ...params, pageId: wiring }, query: {} }
  const { count, items } = await as(api.spaceContent.pageBacklinks, at)
  expect(count).toBe(2)
  const titles = items.map((one) => (one.kind === 'page' ? one.page.title : ''))
  expect(titles.sort()).toEqual(['Bad links', 'To wiring'])
  const none = await as(api.spaceContent.pageBacklinks, { params: { ...params, pageId: bad }, query: {} })
  expect(none.items).toEqual([])
  const missing = { params: { ...params, pageId: 'nosuchpage' }, query: {} }
  await expect(as(api.spaceContent.pageBacklinks, missing)).rejects.toMatchObject({ status: 404 })
})

test('a link to a missing heading gets the most similar one as a suggestion', async () => {
  const { linksByPage, edit, wiring } = await aSpace()
  const [linking = ''] = createdBy(await edit([page('Linking', `[x](/pages/${wiring}#terminal-block)`)]))
  const { items } = await linksByPage({ status: 'broken' })
  const [link] = items.find(({ page: { id } }) => id === linking)?.links ?? []
  expect(link).toMatchObject({ missing: 'anchor', title: 'Wiring' })
  expect(offered(link as PageLink)).toEqual([`Terminal blocks similar-name /pages/${wiring}#terminal-blocks`])
})
