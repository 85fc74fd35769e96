import { expect, test } from 'vitest'
import { collectGarbage } from '#testing/garbage.ts'
import { newKnownResponses } from './known-responses.ts'
import { bodyOf } from './response-bodies.ts'
import type { SiteRequest } from './site-request.ts'
import { HTML_TYPE, okResponse } from './site-response.ts'
import type { SiteState } from './state.ts'
import type { SiteUrls } from './visit.ts'

const stateOf = (site: { visibility?: string; adaptiveContent?: boolean } = {}) => {
  const structure = { site: { id: 'site', visibility: 'public', adaptiveContent: false, ...site } }
  return { whole: structure, shape: { structure } } as SiteState
}
const urls = { base: 'https://docs.example.org', isOwn: true } as SiteUrls
const request: SiteRequest = {
  basename: 'docs',
  path: '/page',
  query: new URLSearchParams(),
  cookies: {},
  wantsJson: false,
}
const page = okResponse(bodyOf(HTML_TYPE, '<p>Page</p>'))

test('a page is known for the same state, address and language, with or without the cookie that counts readers', () => {
  const known = newKnownResponses()
  const state = stateOf()
  known.set(state, urls, request, page)
  expect(known.get(state, urls, request)).toBe(page)
  expect(known.get(state, urls, { ...request, cookies: { lectern_reader: 'x' } })).toBe(page)
})

test('it is unknown after any change of the site, and for anything else it may depend on', () => {
  const known = newKnownResponses()
  const state = stateOf()
  known.set(state, urls, request, page)
  expect(known.get(stateOf(), urls, request)).toBeUndefined()
  expect(known.get(state, { ...urls, base: 'https://other.example.org' }, request)).toBeUndefined()
  for (const other of [
    { path: '/other' },
    { query: new URLSearchParams('q=x') },
    { cookies: { lectern_language: 'de' } },
    { acceptLanguage: 'de' },
    { wantsJson: true },
  ])
    expect(known.get(state, urls, { ...request, ...other }), JSON.stringify(other)).toBeUndefined()
})

test('a former state of the site does not stay in memory', async () => {
  const known = newKnownResponses()
  const former = new WeakRef(remember())
  await collectGarbage()
  expect(former.deref()).toBeUndefined()

  function remember(): SiteState {
    const state = stateOf()
    known.set(state, urls, request, page)
    return state
  }
})

test.each([{ visibility: 'share-link' }, { visibility: 'visitor-auth' }, { adaptiveContent: true }])(
  'nothing is known of a site with %j',
  (site) => {
    const known = newKnownResponses()
    const state = stateOf(site)
    known.set(state, urls, request, page)
    expect(known.get(state, urls, request)).toBeUndefined()
  },
)

test.each([
  { kind: 'redirect', href: '/other' } as const,
  { ...page, status: 404 } as const,
  { ...page, isPrivate: true },
  { ...page, event: { type: 'page_not_found', path: '/page' } } as const,
  okResponse(bodyOf('text/markdown; charset=utf-8', 'Page')),
])('only pages are known, not response %#', (response) => {
  const known = newKnownResponses()
  const state = stateOf()
  known.set(state, urls, request, response)
  expect(known.get(state, urls, request)).toBeUndefined()
})
