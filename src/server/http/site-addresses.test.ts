import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide, aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

const titlesIn = (html: string) =>
  [...(/<nav class="tree"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(
    ([, title]) => title,
  )

test('the root of a site is its first page, and other pages are below it', async () => {
  const { read, basename } = await aGuide(app)
  const root = await read('')
  expect(root.status).toBe(200)
  expect(root.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(root.text).toContain('<h1 class="title">Welcome</h1>')
  expect(titlesIn(root.text)).toEqual(['Welcome', 'Install', 'Use'])
  expect(canonicalOf(root.text)).toMatch(new RegExp(`^http://[^/]+/sites/${basename}/$`))

  const install = await read('install')
  expect(install.text).toContain('<h1 class="title">Install</h1>')
  expect(install.text).toContain('<meta name="description" content="How it gets in.">')
  expect(install.text).toContain('<h2 id="by-hand">')
  expect(install.text).toMatch(/rel="prev"><?[^>]*>?Previous<strong>Welcome/)
  expect(install.text).toMatch(/rel="next">Next<strong>Use/)
  expect(canonicalOf(install.text)).toMatch(/\/install$/)
})

test('every page has one address, and other addresses redirect to it', async () => {
  const { read, basename } = await aGuide(app)
  const at = `/sites/${basename}/`
  const leads: [string, string][] = [
    ['welcome', at],
    ['install/', `${at}install`],
    ['Install', `${at}install`],
    ['%69nstall', `${at}install`],
    ['//install?a=b', `${at}install?a=b`],
    ['guide/install', `${at}install`],
    ['welcome.md/', `${at}welcome.md`],
  ]
  for (const [asked, wanted] of leads) {
    const { status, headers } = await read(asked)
    expect([asked, status, headers.location]).toEqual([asked, 308, wanted])
  }
  const bare = await app.send({ method: 'GET', url: `/sites/${basename}` })
  expect([bare.status, bare.headers.location]).toEqual([308, at])
})

test('edits are published immediately, and a former address redirects', async () => {
  const { read, edit, spaceId, ids, basename } = await aGuide(app)
  expect((await read('install')).text).toContain('Use a spanner.')
  const change = { operation: 'update_page' as const, page: ids.Install ?? '' }
  await edit(spaceId, { ...change, slug: 'set-up', document: { markdown: 'Use a hammer.' } })
  expect((await read('set-up')).text).toContain('Use a hammer.')
  expect((await read('')).text).toContain(`href="/sites/${basename}/set-up"`)
  const left = await read('install?x=1')
  expect([left.status, left.headers.location]).toEqual([308, `/sites/${basename}/set-up?x=1`])

  await edit(spaceId, { operation: 'delete_page', page: ids.Install ?? '' })
  expect((await read('set-up')).status).toBe(404)
})

test('a missing page has a 404 page of the site with suggestions', async () => {
  const { read, basename } = await aGuide(app)
  const missing = await read('instal')
  expect(missing.status).toBe(404)
  expect(missing.text).toContain('<span>Halden Docs</span>')
  expect(missing.text).toContain(`<a href="/sites/${basename}/install">Install`)
  expect(missing.headers['x-robots-tag']).toBe('noindex')
  for (const path of ['%00', '%E0%A4', 'a/b/c/d/e', '~tree?under=nobody', '~icon-0.svg'])
    expect([path, (await read(path)).status]).toEqual([path, 404])
})

test('a deleted space is removed from the site', async () => {
  const site = await aPublishedSite(app)
  const docs = await site.aSection('Docs')
  const calls = await site.aSection('Calls')
  await site.call(api.sites.publish, { params: site.params })
  await site.edit(docs.spaceId, page('Start', 'Here.'))
  await site.edit(calls.spaceId, page('One', 'There.'))
  expect((await site.read('calls/')).text).toContain('There.')
  expect((await site.read('')).text).toContain('>Calls</a>')
  await site.call(api.spaces.delete, { params: { spaceId: calls.spaceId } })
  expect((await site.read('calls/')).status).toBe(404)
  expect((await site.read('')).text).not.toContain('Calls')
  expect((await site.read('~search?q=there', { accept: 'application/json' })).text).toBe(
    '{"pages":[],"others":[]}',
  )
})

test('sections are in the navigation, and their former addresses redirect', async () => {
  const site = await aPublishedSite(app)
  const { read, call, params, basename } = site
  const docs = await site.aSection('Docs')
  const guides = await site.aSection('Guides')
  const german = await site.aSiteSpace('Deutsch', guides.id)
  const group = await call(api.siteSectionGroups.create, { params, body: { title: 'More' } })
  const item = { type: 'site-section' as const, id: guides.id }
  await call(api.siteStructure.sort, { params, body: { item, position: {}, parent: group.id } })
  await call(api.sites.publish, { params })
  await site.edit(docs.spaceId, page('Start', 'Here.'))
  await site.edit(guides.spaceId, page('First', 'One.'), page('Second', 'Two.'))
  await site.edit(german.spaceId, page('Erstes', 'Eins.'), page('Second', 'Zwei.'))

  const start = await read('')
  expect(start.text).toContain(`<a href="/sites/${basename}/" aria-current="true">Docs</a>`)
  expect(start.text).toMatch(/<summary>More /)
  expect(start.text).toContain(`<a href="/sites/${basename}/guides/">Guides</a>`)

  const second = await read('guides/second')
  expect(second.text).toContain(`<li><a href="/sites/${basename}/guides/">Guides</a></li>`)
  expect(second.text).toContain(`<a href="/sites/${basename}/guides/deutsch/second">Deutsch</a>`)
  expect((await read('guides/')).text).toContain(`<a href="/sites/${basename}/guides/deutsch/">Deutsch</a>`)
  expect((await read('guides/deutsch/second')).text).toContain('Zwei.')
  const full = await read('docs/start')
  expect([full.status, full.headers.location]).toEqual([308, `/sites/${basename}/`])
  const without = await read('guides')
  expect([without.status, without.headers.location]).toEqual([308, `/sites/${basename}/guides/`])

  const siteSection = { ...params, siteSectionId: guides.id }
  await call(api.siteSections.update, { params: siteSection, body: { path: 'manuals' } })
  const left = await read('guides/deutsch/second')
  expect([left.status, left.headers.location]).toEqual([308, `/sites/${basename}/manuals/deutsch/second`])
})

test('a page is reachable although a section has its address', async () => {
  const site = await aPublishedSite(app)
  const docs = await site.aSection('Docs')
  const deployment = await site.aSection('Deployment')
  await site.call(api.sites.publish, { params: site.params })
  const ids = await site.edit(docs.spaceId, page('Start', 'Here.'), page('Deployment', 'Of docs.'))
  await site.edit(docs.spaceId, page('Logging', 'Of docs too.', { into: ids.Deployment ?? '' }))
  await site.edit(deployment.spaceId, page('Roll out', 'Of the section.'))

  const at = `/sites/${site.basename}`
  expect((await site.read('deployment/')).text).toContain('Of the section.')
  expect((await site.read('')).text).toContain(`<a href="${at}/docs/deployment">Deployment</a>`)
  expect((await site.read('docs/deployment')).text).toContain('Of docs.')
  expect((await site.read('docs/deployment/logging')).text).toContain('Of docs too.')
  expect((await site.read('deployment/logging')).headers.location).toBe(`${at}/docs/deployment/logging`)
  expect((await site.read('docs/deployment.md')).text).toContain('# Deployment')
})

test('hidden pages are reachable but not listed; groups redirect to their first page', async () => {
  const { read, edit, spaceId, basename } = await aGuide(app)
  const ids = await edit(
    spaceId,
    page('Secret plans', 'Zebra stripes.', { hidden: true }),
    page('Kept from robots', 'Quiet.', { noRobotsIndex: true }),
    page('Kept from search', 'Zebra crossing.', { noIndex: true }),
    { operation: 'insert_page', type: 'group', title: 'Parts' },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Forum',
      target: { kind: 'url', url: 'https://forum.example.org/' },
    },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Trap',
      target: { kind: 'url', url: 'ftp://example.org/' },
    },
  )
  await edit(spaceId, page('Wheel', 'Round.', { into: ids.Parts ?? '' }))
  const root = await read('')
  expect(titlesIn(root.text)).toEqual([
    'Welcome',
    'Install',
    'Use',
    'Kept from robots',
    'Kept from search',
    'Wheel',
    'Forum',
  ])
  expect(root.text).not.toContain('ftp:')
  const secret = await read('secret-plans')
  expect(secret.status).toBe(200)
  expect(secret.text).toContain('Zebra stripes.')
  expect((await read('kept-from-robots')).text).toContain('<meta name="robots" content="noindex">')
  expect((await read('parts')).headers.location).toBe(`/sites/${basename}/parts/wheel`)

  const map = (await read('sitemap.xml')).text
  expect([...map.matchAll(/<loc>[^<]*\/sites\/[^/]*\/([^<]*)<\/loc>/g)].map(([, path]) => path)).toEqual([
    '',
    'install',
    'use',
    'kept-from-search',
    'parts/wheel',
  ])
  for (const listing of ['~feed.xml', 'llms.txt', 'llms-full.txt']) {
    const { status, text } = await read(listing)
    expect(status).toBe(200)
    expect(text).toContain(`/sites/${basename}/install`)
    expect(text).not.toMatch(/secret|zebra|kept-from-robots/i)
  }
  expect((await read('~search?q=zebra', { accept: 'application/json' })).text).toBe(
    '{"pages":[],"others":[]}',
  )
})

test('links lead to pages, files and pages of other spaces; broken links are text', async () => {
  const site = await aPublishedSite(app)
  const { read, edit, call, params, basename } = site
  const docs = await site.aSection('Docs')
  const guides = await site.aSection('Guides')
  await call(api.sites.publish, { params })
  const there = await edit(guides.spaceId, page('Top', 'Up.'), page('Far', 'Away.'))
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await edit(
    docs.spaceId,
    page('Start', 'Here.'),
    page('Near', '## Part\n\nClose.', { description: 'Not far.' }),
    {
      operation: 'insert_files',
      files: [{ name: 'a dot.png', base64: pixel, contentType: 'image/png', ref: 'dot' }],
    },
    page(
      'Links',
      [
        '[near](/near.md#part) [far](/pages/FAR) [gone](/pages/nowhere) [out](https://example.org/)',
        '![a dot](dot)',
        '{% content-ref url="/near.md" %}\n[x](/near.md)\n{% endcontent-ref %}',
      ]
        .join('\n\n')
        .replace('FAR', there.Far ?? ''),
    ),
  )
  const { text } = await read('links')
  expect(text).toContain(`<a href="/sites/${basename}/near#part">near</a>`)
  expect(text).toContain(`<a href="/sites/${basename}/guides/far">far</a>`)
  expect(text).toMatch(/<span class="broken-link" title="[^"]+">gone<\/span>/)
  expect(text).toContain('<a href="https://example.org/" rel="noopener">out</a>')
  expect(text).toMatch(/<strong>Near<\/strong><small>Not far\.<\/small>|Near<\/strong>[\s\S]{0,40}Not far\./)
  const picture = /<img src="([^"]+)" alt="a dot" width="1" height="1"/.exec(text)?.[1] ?? ''
  expect(picture).toMatch(new RegExp(`^/files/${docs.spaceId}/[^/]+/a%20dot\\.png$`))
  const bytes = await app.send({ method: 'GET', url: picture })
  expect([bytes.status, bytes.headers['content-type']]).toEqual([200, 'image/png'])

  // The page of the other space moves: this page, though untouched, follows it.
  await edit(guides.spaceId, { operation: 'update_page', page: there.Far ?? '', slug: 'away' })
  expect((await read('links')).text).toContain(`<a href="/sites/${basename}/guides/away">far</a>`)

  const markdown = await read('links.md')
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers.link).toBe(`</sites/${basename}/links>; rel="canonical"`)
  expect(markdown.text).toMatch(/^# Links\n/)
  expect(markdown.text).toMatch(new RegExp(`\\[near\\]\\(http://[^)]+/sites/${basename}/near#part\\)`))
})

test('a space without pages has a root page', async () => {
  const { read } = await aPublishedSite(app, 'Empty')
  const root = await read('')
  expect(root.status).toBe(200)
  expect(root.text).toContain('<h1 class="title">Empty</h1>')
})
