import { expect, test } from 'vitest'
import type { Page } from '#contract/pages.ts'
import { pageAncestors, pageIndexOf } from './page-index.ts'
import { resolveImage, resolveLink } from './page-links.ts'
import { aPage } from './sample-page.ts'

const pages: Page[] = [
  aPage('home', 'Home', 'home'),
  aPage('wiring', 'Wiring', 'wiring', [
    aPage('earth', 'Protective earth', 'wiring/earth'),
    aPage('routes', 'Cable routes', 'wiring/routes'),
  ]),
]
const file = { id: 'f1', name: 'a b.png', contentType: 'image/png', downloadURL: 'x', size: 48_200 }
const place = {
  spaceId: 's',
  path: 'wiring/earth',
  index: pageIndexOf(pages),
  files: new Map([['f1', { ...file, dimensions: { width: 20, height: 10 } }]]),
}

test.each([
  ['/wiring/routes.md', '/s/s/p/routes'],
  ['routes.md', '/s/s/p/routes'],
  ['../home.md#Top', '/s/s/p/home#at-Top'],
  ['/wiring/README.md', '/s/s/p/wiring'],
  ['/pages/earth', '/s/s/p/earth'],
  ['/files/f1', '/files/s/f1/a%20b.png'],
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
])('%s leads to %s', (url, href) => {
  expect(resolveLink(url, place)).toMatchObject({ href })
  expect(resolveLink(url, place).broken).toBeUndefined()
})

test('what is not there is broken', () => {
  expect(resolveLink('gone.md', place)).toEqual({ href: 'gone.md', broken: true })
})

test('a file says its name and its weight, a picture its size', () => {
  expect(resolveLink('/files/f1', place)).toMatchObject({ title: 'a b.png', description: '48 KB' })
  expect(resolveImage('/files/f1', place)).toEqual({ src: '/files/s/f1/a%20b.png', width: 20, height: 10 })
  expect(resolveImage('/files/new', place)).toEqual({ src: '/files/s/new/file' })
  expect(resolveImage('shot.png', place)).toBeNull()
})

test('the pages above one are known from the root down', () => {
  expect(pageAncestors(place.index, 'routes').map(({ id }) => id)).toEqual(['wiring'])
  expect(pageAncestors(place.index, 'home')).toEqual([])
})
