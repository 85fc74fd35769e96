import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import { parseRedirects } from '#dashboard/features/site-redirects/parse-redirects.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { chainFrom } from './rules.ts'

const app = useTestApp({}, { reader: true })

const outside = { kind: 'external', url: 'https://example.org/' } as const

async function aRedirecting() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const pages = await edit(
    spaceId,
    page('Welcome', 'Begin.'),
    page('Install', 'Text.'),
    page('Gone', 'Text.'),
  )
  const base = app.service.urls.site(site.basename)
  const add = (source: string, destination: RedirectDestination) =>
    call(api.siteRedirects.create, { params, body: { source, destination } })
  const within = (path: string) => ({ kind: 'external', url: base + path }) as const
  const found = async () => {
    const { items: list, count } = await call(api.siteRedirects.findings, { params })
    expect(count).toBe(list.length)
    return Object.fromEntries(list.map(({ source, findings }) => [source, findings]))
  }
  return { ...site, spaceId, siteSpace: items[0]?.id ?? '', pages, base, add, within, found }
}

test('findings list chains, shadowed redirects and missing targets', async () => {
  const { add, within, found, call, params, spaceId, siteSpace, pages, edit, read } = await aRedirecting()
  await add('/a', within('b'))
  await add('/b', within('c'))
  await add('/c', outside)
  await add('/to-a-page', within('install'))
  await add('/was', { kind: 'site-page', siteSpaceId: siteSpace, pageId: pages.Gone ?? '' })
  expect(await found()).toEqual({
    '/a': [{ kind: 'chain', through: ['/b', '/c'] }],
    '/b': [{ kind: 'chain', through: ['/c'] }],
  })
  await edit(spaceId, { operation: 'delete_page', page: pages.Gone ?? '' }, page('B', 'A page now.'))
  expect(await found()).toEqual({ '/b': [{ kind: 'shadowed' }], '/was': [{ kind: 'gone' }] })
  // As readers meet them.
  expect((await read('b')).status).toBe(200)
  expect((await read('was')).status).toBe(404)
  await call(api.siteRedirects.findings, { params, query: { limit: 1 } }).then(({ next, items }) =>
    expect([items.length, next === undefined]).toEqual([1, false]),
  )
})

test('findings list a loop that a new address of the site creates', async () => {
  const { add, found, call, params } = await aRedirecting()
  const basename = `${params.siteId.toLowerCase()}-round`
  const there = app.service.urls.site(basename)
  await add('/x', { kind: 'external', url: `${there}y` })
  await add('/y', { kind: 'external', url: `${there}x` })
  expect(await found()).toEqual({})
  await call(api.sites.update, { params, body: { basename } })
  expect(await found()).toEqual({
    '/x': [{ kind: 'loop', through: ['/y', '/x'] }],
    '/y': [{ kind: 'loop', through: ['/x', '/y'] }],
  })
})

test('the chain of a redirect equals following it step by step', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const maps = fc.array(fc.tuple(fc.constantFrom(...keys), fc.option(fc.constantFrom(...keys, 'page'))))
  fc.assert(
    fc.property(maps, fc.constantFrom(...keys), (pairs, start) => {
      const next = new Map(pairs)
      const way = chainFrom(start, next)
      const met: string[] = []
      let at: string | null | undefined = next.get(start)
      while (at && next.has(at) && met.length <= keys.length) {
        met.push(at)
        at = next.get(at)
      }
      const isEndless = met.length > keys.length
      expect(way?.isLoop ?? false).toBe(isEndless)
      if (isEndless) expect(met.slice(0, way?.keys.length)).toEqual(way?.keys)
      else expect(way?.keys ?? []).toEqual(met)
    }),
    { seed: 11, numRuns: 500 },
  )
})

const yaml = `root: ./docs/

structure:
  readme: README.md

redirects:
  v1/start: README.md

  # Installing
  v1/install: install/README.md
  v1/install/linux: ./install/linux.md
  "help me": faq.md
  V1/Mixed: install/linux.md

other: true
`

test('redirects of an imported .gitbook.yaml lead to their pages', async () => {
  const { call, params, edit, spaceId, siteSpace, read, basename } = await aRedirecting()
  const { Install: install = '' } = await edit(spaceId, page('FAQ', 'Text.'))
  await edit(spaceId, page('Linux', 'Text.', { into: install }))
  const parts = { sections: [], spaces: [{ id: siteSpace, spaceId, title: 'Guide' }] }
  const lines = parseRedirects(yaml, parts as unknown as Parameters<typeof parseRedirects>[1])
  const redirects = lines.flatMap(({ redirect }) => redirect ?? [])
  expect(redirects).toHaveLength(5)
  const { results } = await call(api.siteRedirects.putMany, { params, body: { redirects } })
  const at = `/sites/${basename}/`
  const expected: Record<string, string> = {
    'v1/start': at,
    'v1/install': `${at}install`,
    'v1/install/linux': `${at}install/linux`,
    'help%20me': `${at}faq`,
    'v1/mixed': `${at}install/linux`,
  }
  for (const [path, to] of Object.entries(expected))
    expect([path, (await read(path)).headers.location]).toEqual([path, to])
  expect(results.map(({ status, error }) => [status, error])).toEqual(lines.map(() => ['created', undefined]))
})
