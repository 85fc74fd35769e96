import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { CRAWL_LIMITS, type CrawlLimits, crawl } from './crawl.ts'
import { scopeOf } from './crawl-scope.ts'
import { type OutsideFetch, outsideFetch } from './fetch.ts'
import { readWebsitePage } from './fetched-page.ts'
import type { PlannedPage } from './plan.ts'
import { treeOfAddresses } from './tree-of-addresses.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

type Page = string | number | { readonly to: string }

/** A website that counts who comes; what it does not have is 404. */
async function website(pages: Readonly<Record<string, Page>>) {
  const requestedPaths: string[] = []
  const server = createServer((request, answer) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const page = pages[path] ?? 404
    if (typeof page === 'number') return answer.writeHead(page).end()
    if (typeof page === 'object') return answer.writeHead(301, { location: page.to }).end()
    answer.writeHead(200, { 'content-type': /\.(txt|xml)$/.test(path) ? 'text/plain' : 'text/html' })
    answer.end(page.replaceAll('BASE', base))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push({ close: () => server.closeAllConnections() }, server)
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, requestedPaths }
}

function reader(): OutsideFetch {
  const fetch = outsideFetch({ version: '1', allowPrivate: true })
  open.push(fetch)
  return fetch
}

const read = (start: string, caps: Partial<CrawlLimits> = {}) =>
  crawl({
    start,
    fetch: reader(),
    read: readWebsitePage,
    limits: { ...CRAWL_LIMITS, ...caps },
    onProgress: async () => undefined,
    signal: new AbortController().signal,
  })

const links = (...to: string[]) =>
  `<main><h1>Page</h1>${to.map((one) => `<a href="${one}">x</a>`).join(' ')}</main>`

const pathsOf = (crawled: Awaited<ReturnType<typeof read>>) =>
  [...crawled.pages.keys()].map((key) => new URL(key).pathname)

describe('a crawl', () => {
  it('stays on the origin and below the start path, breadth first', async () => {
    const { base, requestedPaths } = await website({
      '/docs/': links('b', 'a', '/blog/', 'https://elsewhere.example/docs/', 'mailto:a@b.c', 'manual.pdf'),
      '/docs/a': links('c', '../', './b#part'),
      '/docs/b': links('/docs-old/'),
      '/docs/c': links(),
    })
    expect(pathsOf(await read(`${base}/docs/`))).toEqual(['/docs', '/docs/b', '/docs/a', '/docs/c'])
    expect(requestedPaths).not.toContain('/blog/')
    expect(requestedPaths).not.toContain('/docs-old/')
    expect(requestedPaths).not.toContain('/docs/manual.pdf')
  })

  it('reads a page once whatever the spelling of its URL, and records aliases', async () => {
    const { base, requestedPaths } = await website({
      '/': links('/a/', '/a', '/a/index.html', '/a?utm=1', '/old', '/copy'),
      '/a/': links('/'),
      '/old': { to: '/a/' },
      '/copy': `<link rel="canonical" href="BASE/a/">${links()}`,
    })
    const crawled = await read(`${base}/`)
    expect(pathsOf(crawled)).toEqual(['/', '/a'])
    expect(requestedPaths.filter((path) => path.startsWith('/a'))).toHaveLength(2)
    expect(crawled.aliases).toEqual(
      new Map([
        [`${base}/old`, `${base}/a`],
        [`${base}/copy`, `${base}/a`],
      ]),
    )
  })

  it('ignores a canonical URL that points to the first page', async () => {
    const canonical = '<link rel="canonical" href="BASE/">'
    const { base } = await website({ '/': canonical + links('/a'), '/a': canonical + links() })
    expect(pathsOf(await read(base))).toEqual(['/', '/a'])
  })

  it('respects robots.txt for links, sitemaps and redirects', async () => {
    const { base, requestedPaths } = await website({
      '/robots.txt': 'User-agent: lectern\nDisallow: /private\n\nUser-agent: *\nAllow: /',
      '/': links('/private/a', '/sly', '/b'),
      '/sly': { to: '/private/c' },
      '/b': links(),
      '/sitemap.xml': '<urlset><url><loc>BASE/private/d</loc></url></urlset>',
    })
    const crawled = await read(base)
    expect(pathsOf(crawled)).toEqual(['/', '/b'])
    expect(requestedPaths.filter((path) => path.startsWith('/private'))).toEqual([])
    expect(crawled.skipped).toHaveLength(3)
  })

  it('reads nothing if robots.txt cannot be read', async () => {
    const { base } = await website({ '/': links(), '/robots.txt': 503 })
    await expect(read(base)).rejects.toMatchObject({ reason: 'upstream' })
  })

  it('finds pages through sitemaps, including nested ones and those in robots.txt', async () => {
    const { base } = await website({
      '/robots.txt': 'Sitemap: BASE/map.xml',
      '/map.xml':
        '<sitemapindex><sitemap><loc>BASE/more.xml</loc></sitemap><sitemap><loc>BASE/map.xml</loc></sitemap></sitemapindex>',
      '/more.xml':
        '<urlset><url><loc>BASE/a</loc></url><url><loc>https://elsewhere.example/</loc></url></urlset>',
      '/sitemap.xml': 'nonsense <',
      '/': links(),
      '/a': links('/b'),
      '/b': links(),
    })
    expect(pathsOf(await read(base))).toEqual(['/', '/a', '/b'])
  })

  it('stops at its limits and reports skipped pages', async () => {
    const { base } = await website({
      '/': links('/a', '/b', '/c'),
      '/a': links(),
      '/b': links(),
      '/c': links(),
    })
    const few = await read(base, { pages: 3 })
    expect(pathsOf(few)).toEqual(['/', '/a', '/b'])
    expect(few.skipped).toEqual([{ path: `${base}/c`, reason: 'An import can have up to 3 pages' }])
    const short = await read(base, { bytes: 10 })
    expect(pathsOf(short)).toEqual(['/'])
    expect(short.skipped).toHaveLength(3)
    expect((await read(base, { ms: 0 })).skipped[0]?.reason).toMatch(/can take up to/)
  })

  it('continues when a page fails and reports the reason, unless it is the first page', async () => {
    const { base } = await website({ '/': links('/a', '/gone', '/broken'), '/a': links(), '/broken': 500 })
    const crawled = await read(base)
    expect(pathsOf(crawled)).toEqual(['/', '/a'])
    expect([...crawled.missing]).toEqual([`${base}/gone`])
    expect(crawled.skipped.map(({ reason }) => reason)).toEqual([
      'it responded with 404',
      'it responded with 500',
    ])
    await expect(read(`${base}/broken`)).rejects.toMatchObject({ reason: 'upstream' })
  })

  it('starts with the target of an initial redirect', async () => {
    const { base } = await website({
      '/': { to: '/en/latest/' },
      '/en/latest/': links('a', '/fr/'),
      '/en/latest/a': links(),
      '/fr/': links(),
    })
    expect(pathsOf(await read(base))).toEqual(['/en/latest', '/en/latest/a', '/fr'])
  })
})

describe('the scope of a crawl', () => {
  const folder = (start: string, final = start) => scopeOf(new URL(start), new URL(final)).folder

  it('is the folder of the URL', () => {
    expect(folder('https://a.example/docs')).toBe('/docs/')
    expect(folder('https://a.example/docs/')).toBe('/docs/')
    expect(folder('https://a.example/docs/intro.html')).toBe('/docs/')
    expect(folder('https://a.example')).toBe('/')
  })

  it('follows a redirect to another path', () => {
    expect(folder('http://a.example/docs/', 'https://www.a.example/manual/')).toBe('/manual/')
    expect(folder('https://a.example/docs/', 'https://a.example/docs/v2/')).toBe('/docs/')
  })
})

describe('the tree of a website', () => {
  it('follows the paths in the order of discovery; folders without a page are pages without text', () => {
    const at = (path: string) => ({
      id: path,
      path,
      title: `T ${path}`,
      description: null,
      text: '',
      source: path,
    })
    const tree = treeOfAddresses(
      [at(''), at('z/two'), at('a'), at('z/one.html'), at('a/b'), at('x%20y')],
      () => 'new',
    )
    const drawn = (pages: readonly PlannedPage[]): unknown[] =>
      pages.map((page) => [page.slug, page.title, drawn(page.children)])
    expect(drawn(tree)).toEqual([
      ['t', 'T ', []],
      [
        'z',
        'Z',
        [
          ['two', 'T z/two', []],
          ['one', 'T z/one.html', []],
        ],
      ],
      ['a', 'T a', [['b', 'T a/b', []]]],
      ['x-y', 'T x%20y', []],
    ])
  })
})
