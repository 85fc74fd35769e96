import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

async function aCustomizedSite() {
  const site = await aPublishedSite(app, 'Guides')
  const { call, params, read } = site
  const customize = async (change: (customization: SiteCustomization) => Partial<SiteCustomization>) => {
    const customization = siteCustomization.parse(await call(api.siteCustomization.get, { params }))
    await call(api.siteCustomization.put, { params, body: { ...customization, ...change(customization) } })
    return (await read('')).text
  }
  const { items } = await call(api.siteSpaces.list, { params, query: {} })
  const [first] = items
  return { ...site, customize, siteSpaceId: first?.id ?? '', spaceId: first?.space.id ?? '' }
}

test("theme, colors and code theme are in attributes and in the site's stylesheet", async () => {
  const { customize } = await aCustomizedSite()
  const html = await customize(({ styling }) => ({
    styling: {
      ...styling,
      theme: 'bold',
      corners: 'circular',
      primaryColor: { light: '#aa0000', dark: '#ffaaaa' },
      codeTheme: {
        default: { light: 'github-light', dark: 'nord' },
        openapi: { light: 'default-light', dark: 'default-dark' },
      },
    },
    themes: { default: 'dark', toggeable: false },
  }))
  expect(html).toMatch(/<html[^>]*data-theme="bold"[^>]*data-corners="circular"[^>]*data-scheme="dark"/)
  expect(html).not.toContain('class="icon-button scheme')
  const href = /href="([^"]*~style-[^"]+\.css)"/.exec(html)?.[1] ?? ''
  const css = await app.send({ method: 'GET', url: href })
  expect(css.text).toContain('--primary-light:#aa0000')
  expect(css.text).toContain('--code-bg:light-dark(#ffffff,#2e3440)')
})

test('external links open in a new tab if the site is set to', async () => {
  const { customize, edit, spaceId } = await aCustomizedSite()
  await edit(spaceId, page('Start', '[out](https://example.org/) and [here](#there)'))
  expect(await customize(() => ({}))).not.toContain(' target=')
  const html = await customize(() => ({ externalLinks: { target: 'blank' } }))
  expect(html).toContain('<a href="https://example.org/" rel="noopener" target="_blank">out</a>')
  expect(html).toContain('<a href="#there">here</a>')
})

test('title, links, announcement and footer follow the customization', async () => {
  const { customize, edit, spaceId, basename } = await aCustomizedSite()
  const ids = await edit(spaceId, page('Start', 'Text.'), page('Pricing', 'Text.'))
  const to = { kind: 'page', page: ids.Pricing ?? '', space: spaceId } as const
  const change = (): Partial<SiteCustomization> => ({
    title: 'Halden Handbook',
    header: {
      preset: 'default',
      links: [
        { title: 'Prices', to, links: [], style: 'button-primary' },
        {
          title: 'More',
          to: null,
          links: [{ title: 'Blog', to: { kind: 'url', url: 'https://example.org/blog' } }],
        },
        { title: 'Bad', to: { kind: 'url', url: 'ftp://example.org/' }, links: [] },
        { title: 'Gone', to: { kind: 'page', page: 'nowhere', space: spaceId }, links: [] },
      ],
    },
    footer: {
      copyright: '© Halden <b>',
      groups: [{ title: 'Product', links: [{ title: 'Prices below', to }] }],
    },
    announcement: {
      enabled: true,
      message: 'Version 2 is here',
      style: 'success',
      link: { title: 'See', to },
    },
    socialAccounts: [{ platform: 'github', handle: 'halden', display: { footer: true, header: false } }],
    privacyPolicy: { url: 'https://example.org/privacy' },
    socialPreview: { url: 'https://example.org/card.png' },
    trademark: { enabled: false },
  })
  const html = await customize(change)
  expect(html).toContain('Halden Handbook')
  expect(html).toContain(`<a class="button primary is-small" href="/sites/${basename}/pricing">Prices</a>`)
  expect(html).toContain('href="https://example.org/blog"')
  expect(html).not.toContain('ftp:')
  expect(html).not.toContain('Gone')
  expect(html).toContain('Version 2 is here')
  expect(html).toContain('© Halden &lt;b>')
  expect(html).toContain('href="https://github.com/halden"')
  expect(html).toContain('content="https://example.org/card.png"')
  expect(html).not.toContain('Published with Lectern')
})

test('a header link follows its moved page', async () => {
  const { customize, edit, spaceId, read, basename } = await aCustomizedSite()
  const ids = await edit(spaceId, page('Start', 'Text.'), page('Pricing', 'Text.'))
  const to = { kind: 'page', page: ids.Pricing ?? '', space: spaceId } as const
  await customize(() => ({ header: { preset: 'default', links: [{ title: 'Prices', to, links: [] }] } }))
  await edit(spaceId, { operation: 'update_page', page: ids.Pricing ?? '', slug: 'plans' })
  expect((await read('')).text).toContain(`href="/sites/${basename}/plans">Prices`)
})

test.each([
  ['fr', 'Rechercher dans la documentation'],
  ['de', 'Dokumentation durchsuchen'],
  ['es', 'Buscar en la documentación'],
  ['ja', 'ドキュメントを検索'],
  ['nl', 'Zoeken in de documentatie'],
  ['no', 'Søk i dokumentasjonen'],
  ['pt-br', 'Pesquisar na documentação'],
  ['ru', 'Поиск по документации'],
  ['zh', '搜索文档'],
] as const)('the pages speak %s', async (locale, words) => {
  const { customize } = await aCustomizedSite()
  const html = await customize(() => ({ internationalization: { locale } }))
  expect(html).toContain(`<html lang="${locale}"`)
  expect(html).toContain(words)
})

test('overrides change only their space', async () => {
  const { call, params, customize, siteSpaceId, read, aSection } = await aCustomizedSite()
  await aSection('Other')
  await customize(() => ({ title: 'Halden' }))
  const body = { title: 'For operators', styling: { theme: 'muted' } }
  await call(api.siteCustomization.updateForSiteSpace, { params: { ...params, siteSpaceId }, body })
  const [here, there] = [(await read('')).text, (await read('other/')).text]
  expect(here).toMatch(/<html[^>]*data-theme="muted"/)
  expect(here).toContain('For operators')
  expect(there).toMatch(/<html[^>]*data-theme="clean"/)
  expect(there).not.toContain('For operators')
})

test('disabled features are not on the pages', async () => {
  const { customize, edit, spaceId, read } = await aCustomizedSite()
  await edit(spaceId, page('Start', 'Text.'), page('Pricing', 'Text.'))
  expect((await read('')).text).toContain('class="pager"')
  expect((await read('')).text).toContain('data-copy-page')
  const html = await customize(({ pageActions }) => ({
    pagination: { enabled: false },
    pageActions: { ...pageActions, items: [] },
  }))
  expect(html).not.toContain('class="pager"')
  expect(html).not.toContain('data-copy-page')
})

test('page actions are in their order, and those of outside services only on sites that they can read', async () => {
  const { customize, call, params, edit, spaceId, read } = await aCustomizedSite()
  await edit(spaceId, page('Start', 'Text.'), page('Pricing', 'Text.'))
  const before = await read('pricing')
  expect(before.text).not.toMatch(/chatgpt|claude|~mcp/)
  await customize(({ pageActions }) => ({
    pageActions: { ...pageActions, items: ['mcp', 'assistant', 'external-ai', 'git', 'markdown'] },
  }))
  const { text } = await read('pricing')
  const { basename } = await call(api.sites.get, { params })
  const site = `${app.service.urls.base}/sites/${basename}`
  const menu = /<ul class="menu-list at-end">(.*?)<\/ul>/s.exec(text)?.[1] ?? ''
  const names = [...menu.matchAll(/>([^<>]+)<\/(?:a|span)>/g)].map(([, name]) => name)
  expect(names).toEqual([
    'Copy MCP server URL',
    'Connect VS Code',
    'Connect Cursor',
    'Open in ChatGPT',
    'Open in Claude',
    'View as Markdown',
  ])
  expect(menu).toContain(`data-copy-text="${site}/~mcp"`)
  expect(menu).toContain(`href="https://claude.ai/new?q=Read%20${encodeURIComponent(`${site}/pricing.md`)}`)
  expect(menu).toContain('rel="noopener noreferrer nofollow"')
  const [, code = ''] = /vscode:mcp\/install\?([^"]+)"/.exec(menu) ?? []
  expect(JSON.parse(decodeURIComponent(code))).toEqual({
    name: 'Halden Docs',
    type: 'http',
    url: `${site}/~mcp`,
  })
  const [, cursor = ''] = /cursor-deeplink\/mcp\/install\?([^"]+)"/.exec(menu) ?? []
  const config = new URLSearchParams(cursor.replace(/&(?:amp|#x26);/g, '&')).get('config')
  expect(JSON.parse(atob(config ?? ''))).toEqual({ url: `${site}/~mcp` })

  await requireVisitorTokens(call, params)
  const { url } = await call(api.sitePublishing.preview, { params, query: {} })
  const restricted = await app.send({ method: 'GET', url: `${new URL(url).pathname}pricing` })
  expect(restricted.text).toContain('View as Markdown')
  expect(restricted.text).not.toMatch(/chatgpt|claude|data-copy-text/)
})

test('an unsaved customization is visible only under its preview key, on all pages', async () => {
  const { call, params, read, siteSpaceId } = await aCustomizedSite()
  const customization = siteCustomization.parse(await call(api.siteCustomization.get, { params }))
  const tried = { ...customization, styling: { ...customization.styling, theme: 'gradient' as const } }
  const first = await call(api.siteCustomization.preview, { params, body: { customization: tried } })
  const pathOf = (url: string) => new URL(url).pathname
  const shown = await app.send({ method: 'GET', url: pathOf(first.url) })
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('data-theme="gradient"')
  expect(shown.text).toContain(`href="${pathOf(first.url)}"`)
  expect(shown.headers['x-robots-tag']).toBe('noindex')
  expect((await read('')).text).not.toContain('data-theme="gradient"')

  const second = await call(api.siteCustomization.preview, {
    params,
    body: { customization: tried, siteSpace: siteSpaceId },
  })
  expect((await app.send({ method: 'GET', url: pathOf(second.url) })).text).toContain('data-theme="gradient"')
  expect((await app.send({ method: 'GET', url: pathOf(first.url) })).status).toBe(404)
})

test('an unpublished site is visible in a customization preview', async () => {
  const { call, params } = await aCustomizedSite()
  await call(api.sites.unpublish, { params })
  const customization = siteCustomization.parse(await call(api.siteCustomization.get, { params }))
  const { url } = await call(api.siteCustomization.preview, { params, body: { customization } })
  expect((await app.send({ method: 'GET', url: new URL(url).pathname })).status).toBe(200)
})

test('a preview of a space that is not on the site is rejected', async () => {
  const { call, params } = await aCustomizedSite()
  const customization = siteCustomization.parse(await call(api.siteCustomization.get, { params }))
  await expect(
    call(api.siteCustomization.preview, { params, body: { customization, siteSpace: 'nothere' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a page has its cover above the title, from a file or a URL, unless its layout hides it', async () => {
  const { edit, spaceId, read } = await aCustomizedSite()
  const cover = { ref: { kind: 'url', url: 'https://example.org/hills.jpg' }, yPos: 0 } as const
  const ids = await edit(spaceId, page('Start', 'Text.', { cover }))
  expect((await read('')).text).toContain(
    '<div class="page-cover"><img src="https://example.org/hills.jpg" alt=""',
  )
  const change = { operation: 'update_page', page: ids.Start ?? '' } as const
  await edit(spaceId, { ...change, layout: { cover: false } })
  expect((await read('')).text).not.toContain('page-cover')
  await edit(spaceId, { ...change, layout: null, cover: { ref: { kind: 'file', file: 'nowhere' }, yPos: 0 } })
  expect((await read('')).text).not.toContain('page-cover')
  await edit(spaceId, { ...change, cover: { ref: { kind: 'url', url: 'ftp://example.org/' }, yPos: 0 } })
  expect((await read('')).text).not.toContain('page-cover')
})
