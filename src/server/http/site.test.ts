import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { inlineScript } from '#published/document.ts'
import { aGuide, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink } from '#testing/limited-audience.ts'
import { htmlErrors } from '#testing/valid-html.ts'

const app = useTestApp({}, { reader: true })

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

test('a formula is rendered by the server, and an invalid one is shown as text', async () => {
  const { edit, read, spaceId } = await aGuide(app)
  await edit(spaceId, page('Sums', 'Is $$x^2$$ big?\n\n$$\n\\frac{a}{b}\n$$\n\nAnd $$\\frac{$$?'))
  const { text } = await read('sums')
  expect(text).toContain('<math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>')
  expect(text).toContain('<math display="block">')
  expect(text).toContain('<code class="formula-error">\\frac{</code>')
  expect(text).not.toContain('style=')
})

test('a diagram is code until a script renders it in a sandboxed frame', async () => {
  const { edit, read, spaceId } = await aGuide(app)
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

test('sitemap, feed and llms.txt list pages of public sites only', async () => {
  const { read, call, params, basename } = await aGuide(app)
  const feed = await read('~feed.xml')
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(feed.text.match(/<entry>/g)).toHaveLength(3)
  expect(feed.text).toContain('<summary>How it gets in.</summary>')
  expect((await read('')).text).toContain(
    `<link rel="alternate" type="application/atom+xml" href="/sites/${basename}/~feed.xml">`,
  )
  const list = await read('llms.txt')
  expect(list.text).toMatch(/- \[Install\]\(http[^)]*\/install\.md\): How it gets in\./)
  expect(list.text).toMatch(/MCP server: http[^ ]*\/~mcp\n/)
  expect((await read('llms-full.txt')).text).toContain('Use a spanner.')

  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  expect((await read('llms-full.txt')).status).toBe(404)
  expect((await read('llms.txt')).text).not.toContain('.md')
  await call(api.sites.update, { params, body: { visibility: 'unlisted' } })
  for (const path of ['~feed.xml', 'llms.txt', 'llms-full.txt']) expect((await read(path)).status).toBe(404)
  expect((await read('')).text).not.toContain('atom+xml')
})

test('restricted sites respond like missing ones', async () => {
  const { read, call, params, basename } = await aGuide(app)
  const nowhere = await app.send({ method: 'GET', url: '/sites/nobody-has-this/' })
  expect(nowhere.status).toBe(404)
  expect(nowhere.headers['content-type']).toContain('text/html')

  const visibility = (visibility: 'public' | 'unlisted') =>
    call(api.sites.update, { params, body: { visibility } })
  await requireShareLink(call, params)
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

test('an unchanged page gets 304, and pages are compressed', async () => {
  const { read, edit, spaceId, ids, basename } = await aGuide(app)
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

test('content never runs scripts, and the content policy forbids them', async () => {
  const { read, edit, spaceId } = await aGuide(app)
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

test('search finds words, their forms and prefixes, in their section', async () => {
  const { read, basename } = await aGuide(app)
  const json = async (q: string) =>
    JSON.parse((await read(`~search?q=${encodeURIComponent(q)}`, { accept: 'application/json' })).text).pages
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
  expect((await json('how do I use a spanner with a zeppelin?')).length).toBe(1)
  expect((await json('zeppelin')).length).toBe(0)
  for (const odd of ['', ' ', '\\', "'", '…', '½', '!&|()', ':*', 'a\u0000b', '%', "it's", '\\\\:*'])
    expect([odd, await json(odd)]).toEqual([odd, expect.any(Array)])

  const page = await read('~search?q=spanner', { accept: 'text/html' })
  expect(page.headers.vary).toBe('Accept, Accept-Encoding')
  expect(page.text).toContain('<mark>spanner</mark>')
  expect((await read('~search')).status).toBe(200)
})

test('documents are valid HTML', async () => {
  const { read } = await aGuide(app)
  for (const path of ['', 'install', 'nothing', '~search?q=spanner', '~tree'])
    expect(await htmlErrors((await read(path)).text), path).toEqual([])
  const nowhere = await app.send({ method: 'GET', url: '/sites/nobody-has-this/' })
  expect(await htmlErrors(nowhere.text)).toEqual([])
})

test('files of pages are immutable, and those of the site have a hash', async () => {
  const { read, basename } = await aGuide(app)
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

test('the rows of a large tree load in parts', async () => {
  const { read, edit, spaceId, ids } = await aGuide(app)
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

test('conditions apply until everyone may see conditional content, and with adaptive content', async () => {
  const { read, edit, spaceId, call, params } = await aGuide(app)
  await edit(
    spaceId,
    page('For staff', 'Walrus.', { condition: 'visitor.claims.staff' }),
    page('Mixed', '{% if visitor.claims.staff %}\n## Walrus\n{% endif %}\n\nFor all.'),
  )
  expect((await read('for-staff')).status).toBe(404)
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: false } } })
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
