import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { inlineScript } from '#published/scheme-script.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { faultsIn } from '#testing/valid-html.ts'

const app = useTestApp({}, { reader: true })

/** A site without sections that shows one space with some pages. */
async function aGuide() {
  const site = await aPublishedSite(app, 'Guide')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const spaceId = items[0]?.space?.id ?? ''
  const ids = await site.edit(
    spaceId,
    page('Welcome', 'Begin here.'),
    page('Install', '## By hand\n\nUse a spanner.\n', { description: 'How it gets in.' }),
    page('Use', 'Press it.'),
  )
  return { ...site, spaceId, ids }
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
/** What a browser would run of a document, besides our own script. */
function running(html: string): string[] {
  const found: string[] = []
  visit(unified().use(rehypeParse).parse(html), 'element', ({ tagName, properties, children }) => {
    const text = children.map((child) => ('value' in child ? child.value : '')).join('')
    const isOurs = text === inlineScript || String(properties.src).startsWith('/reader/')
    if (tagName === 'script' && !isOurs) found.push(text)
    for (const [name, value] of Object.entries(properties))
      if (/^on/i.test(name) || /^\s*javascript:/i.test(String(value))) found.push(`${name}=${value}`)
  })
  return found
}

const titlesIn = (html: string) =>
  [...(/<nav class="tree"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(
    ([, title]) => title,
  )

test('a formula is drawn by the server, and one that is none is shown as written', async () => {
  const { edit, read, spaceId } = await aGuide()
  await edit(spaceId, page('Sums', 'Is $$x^2$$ big?\n\n$$\n\\frac{a}{b}\n$$\n\nAnd $$\\frac{$$?'))
  const { text } = await read('sums')
  expect(text).toContain('<math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>')
  expect(text).toContain('<math display="block">')
  expect(text).toContain('<code class="formula-fault">\\frac{</code>')
  expect(text).not.toContain('style=')
})

test('a diagram is code until the script of its page draws it, in a frame that can do nothing else', async () => {
  const { edit, read, spaceId } = await aGuide()
  await edit(spaceId, page('Flow', '```mermaid\nflowchart LR\n  A --> B\n```'))
  const { text } = await read('flow')
  expect(text).toContain('<div class="code diagram">')
  expect(text).toContain('aria-label="Diagram 1"')
  expect(text).toContain('flowchart LR')

  const frame = await app.send({ method: 'GET', url: '/reader/diagrams.html' })
  expect(frame.status).toBe(200)
  expect(frame.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(frame.headers['content-security-policy']).toMatch(/sandbox allow-scripts$/)
  expect(frame.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const [, script = ''] = /src="\.\/([^"]+)"/.exec(frame.text) ?? []
  const { headers } = await app.send({ method: 'GET', url: `/reader/${script}` })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['access-control-allow-origin']).toBe('*')
})

test('programs are told of the pages of a public site, and of nothing else', async () => {
  const { read, call, params, basename } = await aGuide()
  const feed = await read('~feed.xml')
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(feed.text.match(/<entry>/g)).toHaveLength(3)
  expect(feed.text).toContain('<summary>How it gets in.</summary>')
  expect((await read('')).text).toContain(
    `<link rel="alternate" type="application/atom+xml" href="/sites/${basename}/~feed.xml">`,
  )
  const list = await read('llms.txt')
  expect(list.text).toMatch(/- \[Install\]\(http[^)]*\/install\.md\): How it gets in\./)
  expect((await read('llms-full.txt')).text).toContain('Use a spanner.')

  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  expect((await read('llms-full.txt')).status).toBe(404)
  expect((await read('llms.txt')).text).not.toContain('.md')
  await call(api.sites.update, { params, body: { visibility: 'unlisted' } })
  for (const path of ['~feed.xml', 'llms.txt', 'llms-full.txt']) expect((await read(path)).status).toBe(404)
  expect((await read('')).text).not.toContain('atom+xml')
})

test('the root of a site is its first page, and its pages stand below it', async () => {
  const { read, basename } = await aGuide()
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

test('every page has one address; others lead to it', async () => {
  const { read, basename } = await aGuide()
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

test('what is edited is on the site at once, and an address that was left leads on', async () => {
  const { read, edit, spaceId, ids, basename } = await aGuide()
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

test('a page that is not there answers in the frame of the site, with pages that are close', async () => {
  const { read, basename } = await aGuide()
  const missing = await read('instal')
  expect(missing.status).toBe(404)
  expect(missing.text).toContain('<span>Halden Docs</span>')
  expect(missing.text).toContain(`<a href="/sites/${basename}/install">Install`)
  expect(missing.headers['x-robots-tag']).toBe('noindex')
  for (const path of ['%00', '%E0%A4', 'a/b/c/d/e', '~tree?under=nobody', '~icon-0.svg'])
    expect([path, (await read(path)).status]).toEqual([path, path === '%E0%A4' ? 400 : 404])
})

test('sites that are not for everybody answer like sites that are not there', async () => {
  const { read, call, params, basename } = await aGuide()
  const nowhere = await app.send({ method: 'GET', url: '/sites/nobody-has-this/' })
  expect(nowhere.status).toBe(404)
  expect(nowhere.headers['content-type']).toContain('text/html')

  const visibility = (visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth') =>
    call(api.sites.update, { params, body: { visibility } })
  await visibility('share-link')
  expect((await read('')).text).toBe(nowhere.text)
  await visibility('unlisted')
  const unlisted = await read('')
  expect(unlisted.status).toBe(200)
  expect(unlisted.text).toContain('<meta name="robots" content="noindex">')
  expect(unlisted.headers['x-robots-tag']).toBe('noindex')
  expect((await read('sitemap.xml')).status).toBe(404)
  expect((await read('robots.txt')).text).toContain('Disallow: /')
  await visibility('public')
  expect((await read('')).text).not.toContain('noindex')
  expect((await read('robots.txt')).text).toContain(`/sites/${basename}/sitemap.xml`)

  await call(api.sites.unpublish, { params })
  expect((await read('')).text).toBe(nowhere.text)
  expect((await read('install')).status).toBe(404)
})

test('a space in the trash is gone from the site', async () => {
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
  expect((await site.read('~search?q=there', { accept: 'application/json' })).text).toBe('[]')
})

test('sections stand in the bar; an address they have left leads on', async () => {
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

test('a page is reached where a section has the address it would have', async () => {
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

test('hidden pages are out of sight but not out of reach; groups lead to their first page', async () => {
  const { read, edit, spaceId, basename } = await aGuide()
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
      target: { kind: 'url', url: 'javascript:alert(1)' },
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
  expect(root.text).not.toContain('javascript:')
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
  expect((await read('~search?q=zebra', { accept: 'application/json' })).text).toBe('[]')
})

test('links lead to pages, files and pages of other spaces; broken ones stay as text', async () => {
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

test('an unchanged page is not sent twice, and is sent compressed', async () => {
  const { read, edit, spaceId, ids, basename } = await aGuide()
  const plain = await read('install')
  expect(plain.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(plain.headers.vary).toBe('Accept-Encoding')
  const br = await app.send({
    method: 'GET',
    url: `/sites/${basename}/install`,
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(br.headers['content-encoding']).toBe('br')
  expect(br.headers.etag).not.toBe(plain.headers.etag)
  const etag = plain.headers.etag ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await read('install', { 'if-none-match': `W/"old", ${etag}` })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await read('install', { 'if-none-match': br.headers.etag ?? '' })).status).toBe(304)

  await edit(spaceId, { operation: 'update_page', page: ids.Use ?? '', title: 'Handle' })
  const changed = await read('install', { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.text).toContain('Handle')
})

test('nothing that a writer says runs, and the policy would not let it', async () => {
  const { read, edit, spaceId } = await aGuide()
  const hostile = '</title><script>alert(1)</script>"\'&'
  await edit(
    spaceId,
    page(hostile, `<script>alert(2)</script>\n\n<img src=x onerror=alert(3)>\n\n[a](javascript:alert(4))`, {
      slug: 'hostile',
      description: hostile,
    }),
  )
  const { text, headers } = await read('hostile')
  expect(running(text)).toEqual([])
  expect(text).toContain('<h1 class="title">&lt;/title>&lt;script>alert(1)&lt;/script>')
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')

  const search = await read(`~search?q=${encodeURIComponent('<script>alert(1)</script>')}`)
  expect(running(search.text)).toEqual([])
  const lost = await read(encodeURIComponent('"><script>alert(1)</script>'))
  expect(lost.status).toBe(404)
  expect(running(lost.text)).toEqual([])
})

test('search finds words, their forms and beginnings, in the place where they stand', async () => {
  const { read, basename } = await aGuide()
  const json = async (q: string) =>
    JSON.parse((await read(`~search?q=${encodeURIComponent(q)}`, { accept: 'application/json' })).text)
  expect(await json('spanners')).toEqual([
    {
      title: 'Install',
      href: `/sites/${basename}/install`,
      breadcrumbs: [],
      sections: [{ title: 'By hand', href: `/sites/${basename}/install#by-hand`, excerpt: 'Use a spanner.' }],
    },
  ])
  expect((await json('spann')).map(({ title }: { title: string }) => title)).toEqual(['Install'])
  expect((await json('the spanner')).length).toBe(1)
  expect((await json('spanner zeppelin')).length).toBe(0)
  for (const odd of ['', ' ', '\\', "'", '…', '½', '!&|()', ':*', 'a\u0000b', '%', "it's", '\\\\:*'])
    expect([odd, await json(odd)]).toEqual([odd, expect.any(Array)])

  const page = await read('~search?q=spanner', { accept: 'text/html' })
  expect(page.headers.vary).toBe('Accept, Accept-Encoding')
  expect(page.text).toContain('<mark>spanner</mark>')
  expect((await read('~search')).status).toBe(200)
})

test('documents are valid HTML', async () => {
  const { read } = await aGuide()
  for (const path of ['', 'install', 'nothing', '~search?q=spanner', '~tree'])
    expect(await faultsIn((await read(path)).text), path).toEqual([])
  const nowhere = await app.send({ method: 'GET', url: '/sites/nobody-has-this/' })
  expect(await faultsIn(nowhere.text)).toEqual([])
})

test('files of the pages never change, and those of the site carry a hash too', async () => {
  const { read, basename } = await aGuide()
  const { text } = await read('')
  const files = [...text.matchAll(/(?:href|src)="(\/(?:reader\/|sites\/[^/"]+\/~(?!feed))[^"]+\.\w+)"/g)].map(
    ([, href = '']) => href,
  )
  expect(files.length).toBeGreaterThanOrEqual(5)
  for (const url of files) {
    const { status, headers } = await app.send({ method: 'GET', url })
    expect([url, status, headers['cache-control']]).toEqual([url, 200, 'public, max-age=31536000, immutable'])
  }
  expect((await app.send({ method: 'GET', url: '/reader/manifest.json' })).status).toBe(404)
  expect((await app.send({ method: 'GET', url: '/reader/..%2f..%2fpackage.json' })).status).toBe(404)
  const head = await app.send({ method: 'HEAD', url: `/sites/${basename}/` })
  expect([head.status, head.text]).toEqual([200, ''])
})

test('the rows of a large tree are asked for in parts', async () => {
  const { read, edit, spaceId, ids } = await aGuide()
  const many = Array.from({ length: 50 }, (_, n) => page(`Leaf ${n}`, '', { into: ids.Use ?? '' }))
  await edit(spaceId, ...many)
  const rows = await read(`~tree?under=${ids.Use}&from=0&to=10&rows=after`)
  expect(rows.text.match(/<li>/g)).toHaveLength(10)
  expect(rows.text).not.toContain('<html')
  const list = await read(`~tree?under=${ids.Use}&from=10&to=20`)
  expect(list.text).toContain('Leaf 10')
  expect(list.text).toContain('<html')
  expect((await read('~tree?under=nobody&from=0&to=1')).status).toBe(404)
})

test('conditions are kept but not applied, until the site adapts to its readers', async () => {
  const { read, edit, spaceId, call, params } = await aGuide()
  await edit(
    spaceId,
    page('For staff', 'Walrus.', { condition: 'visitor.claims.staff' }),
    page('Mixed', '{% if visitor.claims.staff %}\n## Walrus\n{% endif %}\n\nFor all.'),
  )
  expect((await read('for-staff')).status).toBe(200)
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  expect((await read('for-staff')).status).toBe(404)
  expect(titlesIn((await read('')).text)).not.toContain('For staff')
  const mixed = await read('mixed')
  expect(mixed.text).toContain('For all.')
  expect(mixed.text).not.toContain('Walrus')
  expect((await read('mixed.md')).status).toBe(404)
  expect((await read('~search?q=walrus', { accept: 'application/json' })).text).not.toContain('Walrus')
})

test('a space without pages has a root all the same', async () => {
  const { read } = await aPublishedSite(app, 'Empty')
  const root = await read('')
  expect(root.status).toBe(200)
  expect(root.text).toContain('<h1 class="title">Empty</h1>')
})
