import { expect, test } from 'vitest'
import { addressOf, spoken } from './site-words.ts'

const app = 'https://lectern.example.org/o/halden/sites/s1'

test.each([
  [{ basename: 'docs', urls: { location: '', app } }, 'https://lectern.example.org/sites/docs/'],
  [
    { proxy: { origin: 'halden.energy', target: '/docs' }, urls: { location: '', app } },
    'https://halden.energy/docs/',
  ],
  [{ hostname: 'docs.halden.energy', urls: { location: '', app } }, 'https://docs.halden.energy/'],
  [
    { basename: 'docs', urls: { location: '', app, published: 'https://lectern.example.org/sites/d/' } },
    'https://lectern.example.org/sites/d/',
  ],
])('knows where a site stands, published or not', (given, address) => {
  expect(addressOf({ id: 's1', ...given } as Parameters<typeof addressOf>[0])).toBe(address)
})

test('says an address without its scheme and its last slash', () => {
  expect(spoken('https://docs.halden.energy/')).toBe('docs.halden.energy')
  expect(spoken('http://127.0.0.1:4400/sites/docs/')).toBe('127.0.0.1:4400/sites/docs')
})
